import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  listHeldPublishing,
  releaseHeldPost,
  releaseHeldPublishing,
} from '#domain/publishing/holds-contract.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import {
  endWait,
  onNetwork,
  openOne,
  type PublishingStage,
  readOutcome,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { addHold } from './engine/holds.ts'
import { makeHeartbeat } from './engine/lost-time.ts'
import { sweep } from './engine/worker.ts'

let stage: PublishingStage
let cast: Cast
beforeAll(async () => {
  stage = await startPublishingStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  for (const table of ['publishing_holds', 'lost_periods', 'publication_follow_ups', 'publications'] as const)
    await stage.db.deleteFrom(table).execute()
  await stage.db.updateTable('publishing_heartbeat').set({ beat_at: null, beats: 0 }).execute()
  cast = await buildCast(stage.db)
})

const MINUTE = 60_000
const beatAgo = (ms: number) =>
  stage.db
    .updateTable('publishing_heartbeat')
    .set({ beat_at: new Date(Date.now() - ms), beats: 3 })
    .execute()
const found = async () => ({
  periods: (await stage.db.selectFrom('lost_periods').select('id').execute()).length,
  reasons: (
    await stage.db
      .selectFrom('publishing_holds')
      .select('reason')
      .where('agency_id', '=', cast.project.agencyId)
      .execute()
  ).map(({ reason }) => reason),
})

describe('A worker that starts', () => {
  it('finds nothing after an ordinary restart', async () => {
    await makeHeartbeat(stage.publisher()).beat()
    await makeHeartbeat(stage.publisher()).beat()
    expect(await found()).toEqual({ periods: 0, reasons: [] })
  })

  it('finds lost time once, however many start at the same moment', async () => {
    await beatAgo(90 * MINUTE)
    await Promise.all([1, 2, 3].map(() => makeHeartbeat(stage.publisher()).beat()))
    expect(await found()).toEqual({ periods: 1, reasons: ['long_gap'] })
  })

  it('does not hold publishing after some minutes', async () => {
    await beatAgo(5 * MINUTE)
    await makeHeartbeat(stage.publisher()).beat()
    expect(await found()).toEqual({ periods: 1, reasons: [] })
  })

  it('holds publishing where the clock was set back, and where the system is another one', async () => {
    await beatAgo(-10 * MINUTE)
    await makeHeartbeat(stage.publisher()).beat()
    await stage.db.updateTable('publishing_heartbeat').set({ system_identifier: '1' }).execute()
    await makeHeartbeat(stage.publisher()).beat()
    expect((await found()).reasons.sort()).toEqual(['clock_set_back', 'other_database'])
  })
})

it('A post of the hours by which the clock was set back is looked up before it is sent', async () => {
  await beatAgo(-180 * MINUTE)
  const project = await stage.connectedProject()
  const socials = [{ network: 'twitter' as const, message: 'Before the clock was set back' }]
  const { socialIds, scheduleId = 0 } = await buildPost(stage.db, project, {
    type: 'text',
    status: 'approved',
    schedule: { date: '2031-01-01', time: '12:00' },
    socials,
  })
  await stage.db
    .updateTable('post_socials')
    .set({ created_at: new Date(Date.now() + 120 * MINUTE) })
    .where('id', 'in', socialIds)
    .execute()
  const publisher = stage.publisher()
  await makeHeartbeat(publisher).beat()
  await stage.db
    .updateTable('schedules')
    .set({ datetime: new Date(Date.now() - MINUTE) })
    .where('id', '=', scheduleId)
    .execute()
  await sweep(publisher)
  const opened = await stage.db
    .selectFrom('publications')
    .select(['look_up_first', 'status'])
    .where('post_social_id', 'in', socialIds)
    .execute()
  expect(opened).toEqual([{ look_up_first: 'must', status: 'queued' }])
})

it('A worker notices that an older database was put under it, and nothing after a pause of its own', async () => {
  const heart = makeHeartbeat(stage.publisher())
  await heart.beat()
  await heart.beat()
  await stage.db
    .updateTable('publishing_heartbeat')
    .set({ beat_at: new Date(0) })
    .execute()
  await heart.beat()
  expect(await found()).toEqual({ periods: 0, reasons: [] })
  await stage.db.updateTable('publishing_heartbeat').set({ beats: 1 }).execute()
  await heart.beat()
  expect(await found()).toEqual({ periods: 1, reasons: ['older_database'] })
})

it('After a standby took over nothing is sent until a worker has noticed, and is then looked up first', async () => {
  const { socialId, publicationId, message } = await openOne(stage, 'facebook')
  const publisher = stage.publisher()
  const heart = makeHeartbeat(publisher)
  await heart.beat()
  // The server's log is on timeline 1: a promotion would raise that, not lower what was known.
  await stage.db.updateTable('publishing_heartbeat').set({ timeline: 0 }).execute()
  await sweep(publisher)
  expect(await onNetwork(stage, 'facebook', message)).toEqual([])
  await heart.beat()
  expect(await found()).toEqual({ periods: 1, reasons: [] })
  const readLookUp = () =>
    stage.db
      .selectFrom('publications')
      .select(['status', 'look_up_first'])
      .where('id', '=', publicationId)
      .executeTakeFirstOrThrow()
  expect(await readLookUp()).toEqual({ status: 'queued', look_up_first: 'must' })
  // Its network has some time to list it.
  while ((await onNetwork(stage, 'facebook', message)).length === 0) {
    await endWait(stage, publicationId)
    await sweep(publisher)
  }
  await sweep(publisher)
  expect(await onNetwork(stage, 'facebook', message)).toHaveLength(1)
  expect((await readOutcome(stage, socialId)).social.status).toBe('live')
})

it('A post of lost time waits as long as its account cannot be read, and is then sent once', async () => {
  const { socialId, publicationId, message } = await openOne(stage, 'linkedin')
  await beatAgo(5 * MINUTE)
  const publisher = stage.publisher()
  await makeHeartbeat(publisher).beat()
  await stage.sandbox.fault({ network: 'linkedin', fault: 'readback_down', times: 1_000 })
  const statusOf = async () =>
    (
      await stage.db
        .selectFrom('post_socials')
        .select('status')
        .where('id', '=', socialId)
        .executeTakeFirstOrThrow()
    ).status
  for (let turn = 0; turn < 10; turn++) {
    await sweep(publisher)
    await endWait(stage, publicationId)
  }
  expect({ status: await statusOf(), out: await onNetwork(stage, 'linkedin', message) }).toEqual({
    status: 'on_publishing',
    out: [],
  })
  await stage.sandbox.clearFaults()
  for (let turn = 0; turn < 100 && (await statusOf()) !== 'live'; turn++) {
    await sweep(publisher)
    await endWait(stage, publicationId)
  }
  expect(await statusOf()).toBe('live')
  expect(await onNetwork(stage, 'linkedin', message)).toHaveLength(1)
})

describe('Held publishing', () => {
  const params = () => ({ agencyId: cast.project.agencyId })
  const hold = (scope: 'agency' | 'installation') =>
    stage.db.transaction().execute(tx =>
      addHold(tx, {
        scope,
        reason: 'by_hand',
        heldBy: null,
        now: new Date(),
        ...(scope === 'agency' ? params() : {}),
      }),
    )

  it('is shown to and released by the admins of the agency, and by nobody else', async () => {
    await hold('agency')
    const { data } = await stage.ask(cast.admin, listHeldPublishing, { params: params() })
    expect(data).toMatchObject({
      holds: [{ scope: 'agency', reason: 'by_hand' }],
      posts: [],
      count: 0,
      looked_up: 0,
    })
    for (const [person, status] of [
      [cast.creator, 403],
      [cast.external, 403],
      [cast.stranger, 404],
    ] as const) {
      expect((await stage.ask(person, listHeldPublishing, { params: params() })).status).toBe(status)
      const body = { params: params(), body: {} }
      expect((await stage.ask(person, releaseHeldPublishing, body)).status).toBe(status)
      const one = { params: { ...params(), publicationId: 1 }, body: {} }
      expect((await stage.ask(person, releaseHeldPost, one)).status).toBe(status)
    }
    const all = { params: params(), body: {} }
    expect((await stage.ask(cast.admin, releaseHeldPublishing, all)).data).toEqual({ released: 0 })
    expect((await stage.ask(cast.admin, listHeldPublishing, { params: params() })).data).toMatchObject({
      holds: [],
    })
  })

  it('is not released everywhere by the admin of one agency, nor where an operator holds everything', async () => {
    const everywhere = { params: params(), body: { everywhere: true } }
    expect((await stage.ask(cast.admin, releaseHeldPublishing, everywhere)).status).toBe(403)
    await hold('installation')
    const own = { params: params(), body: {} }
    expect((await stage.ask(cast.admin, releaseHeldPublishing, own)).status).toBe(403)
  })

  it('has nothing to release of a post that does not wait', async () => {
    const { publicationId } = await openOne(stage, 'twitter')
    const one = { params: { ...params(), publicationId }, body: {} }
    expect((await stage.ask(cast.admin, releaseHeldPost, one)).status).toBe(404)
  })
})
