import { afterEach, beforeEach, expect, it } from 'vitest'
import { onClockLead } from '#server/platform/clock.ts'
import { startTestSandbox, type TestSandbox, testTask } from '../testing.ts'
import { twitterApi } from './api.ts'
import { twitterConnector } from './connect.ts'
import { twitter } from './twitter.ts'

const HOUR_MS = 3_600_000

let sandbox: TestSandbox
const leads: { host: string; ms: number }[] = []
beforeEach(async () => {
  leads.length = 0
  sandbox = await startTestSandbox()
  onClockLead((host, ms) => leads.push({ host, ms }))
})
afterEach(async () => {
  onClockLead(() => undefined)
  await sandbox.close()
})

it.each([
  ['nine minutes', 9, 201],
  // A post whose answer is lost would be looked for in X's future.
  ['eleven minutes', 11, 401],
])('A clock that is %s ahead of X’s: the call ends with %s', async (name, minutes, status) => {
  const early = () => new Date(Date.now() + minutes * 60_000)
  const api = twitterApi(sandbox.settings, early)
  const reply = await api.post(sandbox.accounts.twitter, 'tweets', { text: `Ahead by ${name}.` })
  expect(reply).toMatchObject({ kind: 'answered', status })
  expect(leads.splice(0)).toEqual([{ host: new URL(sandbox.settings.xUrl).host, ms: expect.any(Number) }])
})

it('When X refuses the time of our calls, they are signed by its clock, and it is said once', async () => {
  const task = testTask(sandbox.accounts.twitter, { message: 'By two clocks.' })
  sandbox.passTime(2 * HOUR_MS)
  expect(await twitter(sandbox.settings).send(task)).toMatchObject({ kind: 'published' })
  const posts = await sandbox.posts('twitter')
  expect(posts.filter(({ text }) => text === 'By two clocks.')).toHaveLength(1)
  expect(await twitterConnector(sandbox.settings).check(sandbox.accounts.twitter)).toMatchObject({
    kind: 'works',
  })
  expect(leads).toEqual([{ host: new URL(sandbox.settings.xUrl).host, ms: expect.any(Number) }])
  // X tells whole seconds.
  expect(Math.abs((leads[0]?.ms ?? 0) - 2 * HOUR_MS)).toBeLessThan(60_000)
})
