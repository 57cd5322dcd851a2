import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { metrics as metricsOf } from '#domain/analytics/metrics.ts'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { createAdapters, createReaders } from './adapters.ts'
import {
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from './testing.ts'

let sandbox: TestSandbox
let server: Awaited<ReturnType<typeof startFileServer>>

beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startFileServer()
})
afterEach(() => sandbox.clearFaults())
afterAll(async () => {
  await sandbox.close()
  await server.close()
})

/** LinkedIn's figures come two days late, the others' on the next day. */
const yesterday = () => addDays(dayOf(new Date(), 'America/Los_Angeles'), -3)
const weekBefore = () => addDays(yesterday(), -6)

describe.each(socialNetworks)('Reading %s', name => {
  const reader = () => createReaders(sandbox.settings)[name]
  const account = () => sandbox.accounts[name]

  const publish = async (message: string): Promise<string> => {
    const network = createAdapters(sandbox.settings)[name]
    const bytes = await createPicture({ format: 'jpeg', width: 1080, height: 1080, colour: '#224466' })
    const task = testTask(account(), {
      type: 'single_photo',
      message,
      media: [testPhoto(server, bytes, 'image/jpeg')],
    })
    for (let turn = 0; turn < 20 && (await network.prepare(task)).kind !== 'ready'; turn++)
      sandbox.passTime(1_000)
    const outcome = await network.send(task)
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
    return outcome.externalId
  }

  it('lists posts newest first, in pages', async () => {
    const ids = [await publish('Older'), await publish('Newer')]
    const first = await reader().listPosts(account(), { limit: 1, after: null })
    if (first.kind !== 'read') throw new Error(JSON.stringify(first))
    expect(first.value.posts).toMatchObject([{ externalId: ids[1], text: 'Newer' }])
    const second = await reader().listPosts(account(), { limit: 1, after: first.value.next })
    if (second.kind !== 'read') throw new Error(JSON.stringify(second))
    expect(second.value.posts).toMatchObject([{ externalId: ids[0], text: 'Older' }])
  })

  it('returns a post’s figures', async () => {
    const id = await publish('With figures')
    const figures = await reader().readPostFigures(account(), [id])
    if (figures.kind !== 'read') throw new Error(JSON.stringify(figures))
    // A post of a second ago may have no figures yet; what is there carries its id.
    for (const each of figures.value) expect(each.externalId).toBe(id)
  })

  it('returns each requested metric or reports it as refused', async () => {
    const metrics = metricsOf[name].map(({ name: metric }) => metric)
    const answer = await reader().readInsights(account(), { metrics, from: weekBefore(), to: yesterday() })
    if (answer.kind !== 'read') throw new Error(JSON.stringify(answer))
    const answered = answer.value.series.map(({ metric }) => metric)
    const refused = answer.value.refused.map(({ metric }) => metric)
    expect([...answered, ...refused].sort()).toEqual([...metrics].sort())
    expect(answered.length).toBeGreaterThan(0)
    for (const { values } of answer.value.series)
      for (const { date, value } of values) {
        expect(date >= weekBefore()).toBe(true)
        expect(Number.isFinite(value)).toBe(true)
      }
  })

  it('refuses only the metric that the network no longer knows', async () => {
    const request = {
      metrics: metricsOf[name].map(({ name: metric }) => metric),
      from: weekBefore(),
      to: yesterday(),
    }
    const before = await reader().readInsights(account(), request)
    await sandbox.fault({ network: name, fault: 'metric_dead', times: null })
    const after = await reader().readInsights(account(), request)
    if (before.kind !== 'read' || after.kind !== 'read') throw new Error(JSON.stringify([before, after]))
    expect(after.value.refused.length).toBeGreaterThan(before.value.refused.length)
    expect(after.value.series.length).toBeGreaterThan(0)
  })

  it('reads the other half when half of the metrics fail, and says that they failed this time', async () => {
    const request = {
      metrics: metricsOf[name].flatMap(({ name: metric, from }) => (from === null ? [] : [metric])),
      from: weekBefore(),
      to: yesterday(),
    }
    await sandbox.fault({ network: name, fault: 'figures_half', times: null })
    const read = await reader().readInsights(account(), request)
    if (read.kind !== 'read') throw new Error(JSON.stringify(read))
    expect(read.value.series.length).toBeGreaterThan(0)
    expect(read.value.refused.length).toBeGreaterThan(0)
    expect(read.value.refused.every(({ isDropped }) => !isDropped)).toBe(true)
  })

  it('says how long to wait when its figures are limited', async () => {
    await sandbox.fault({ network: name, fault: 'figures_limited', times: null, retry_after: 90 })
    const metrics = metricsOf[name].flatMap(({ name: metric, from }) => (from === null ? [] : [metric]))
    // The list of stories and Twitter's count of followers are calls of other kinds.
    const own = metrics.filter(metric => !['story_reach', 'story_engagement', 'followers'].includes(metric))
    const request = { metrics: own, from: weekBefore(), to: yesterday() }
    expect(await reader().readInsights(account(), request)).toMatchObject({
      kind: 'not_read',
      reason: 'limited',
      retryAfterMs: expect.closeTo(90_000, -4),
    })
  })

  it('reports lost access', async () => {
    const nobody = { ...account(), token: { token: 'nobody', secret: 'nothing' } }
    const answer = await reader().listPosts(nobody, { limit: 1, after: null })
    expect(answer).toMatchObject({ kind: 'not_read', reason: 'reconnect_needed' })
    expect(JSON.stringify(answer)).not.toContain(account().token.token)
  })

  it('finds a mention suggestion by name', async () => {
    const answer = await reader().searchMentions(account(), 'northwindout')
    if (answer.kind !== 'read') throw new Error(JSON.stringify(answer))
    expect(answer.value.map(each => each.name)).toContain('Northwind Outdoors')
  })

  it('finds nothing for an unknown name', async () => {
    expect(await reader().searchMentions(account(), 'zzqqxxnobody')).toMatchObject({
      kind: 'read',
      value: [],
    })
  })
})
