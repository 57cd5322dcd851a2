import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { DailyLimit } from '#sandbox/platform/daily-limits.ts'
import { createAdapters } from './adapters.ts'
import type { PublishTask } from './network-adapter.ts'
import {
  createPicture,
  prepareFully,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from './testing.ts'

// The numbers that only add up over a day: the last one of it is taken, and one more waits.

let sandbox: TestSandbox
let server: Awaited<ReturnType<typeof startFileServer>>
let counter = 0
beforeAll(async () => {
  server = await startFileServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.close())
const HOUR = 3_600_000
const MINUTE = 60_000

const taskOf = async (network: SocialNetwork): Promise<PublishTask> => {
  counter += 1
  const message = `Post ${counter} of the day`
  if (network !== 'instagram') return testTask(sandbox.accounts[network], { message })
  const colour = `#${(counter * 9).toString(16).padStart(6, '3')}`
  const photo = testPhoto(server, await createPicture({ format: 'jpeg', width: 1000, colour }), 'image/jpeg')
  return testTask(sandbox.accounts[network], { type: 'single_photo', message, media: [photo] })
}

/** What comes of publishing: the first answer that does not lead on. */
const publish = async (network: SocialNetwork, task: PublishTask) => {
  const adapter = createAdapters(sandbox.settings)[network]
  const preparation = await prepareFully(sandbox, adapter, task)
  return preparation.kind === 'ready' ? adapter.send(task) : preparation
}

const limits: readonly [DailyLimit, SocialNetwork, number, { shared?: true; least: number; most: number }][] =
  [
    ['instagram_containers', 'instagram', 400, { least: 10 * MINUTE, most: 10 * MINUTE }],
    ['linkedin_member_posts', 'linkedin', 150, { least: 15 * MINUTE, most: 15 * MINUTE }],
    ['linkedin_app_posts', 'linkedin', 100_000, { shared: true, least: 15 * MINUTE, most: 15 * MINUTE }],
    ['twitter_app_posts', 'twitter', 10_000, { shared: true, least: 23 * HOUR, most: 24 * HOUR }],
  ]

it.each(limits)('The last one of %s is taken, and one more is tried again when it may go', async (...row) => {
  const [limit, network, most, { shared, ...wait }] = row
  const subject = shared ? {} : { subject: sandbox.accounts[network].externalId }
  await sandbox.usedToday({ limit, ...subject, used: most - 1 })
  expect(await publish(network, await taskOf(network))).toMatchObject({ kind: 'published' })
  const oneMore = await taskOf(network)
  const refused = await publish(network, oneMore)
  expect(refused).toMatchObject({ kind: 'not_sent', reason: 'limit_reached' })
  const { retryAfterMs } = refused as { retryAfterMs: number }
  expect(retryAfterMs).toBeGreaterThanOrEqual(wait.least)
  expect(retryAfterMs).toBeLessThanOrEqual(wait.most)
  // Twitter takes no call whose clock is a day behind its own.
  if (network === 'twitter') await sandbox.usedToday({ limit, used: 0 })
  else sandbox.passTime(25 * HOUR)
  expect(await publish(network, oneMore)).toMatchObject({ kind: 'published' })
})
