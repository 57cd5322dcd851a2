import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import {
  createSchedule,
  deleteSchedule,
  updateSchedule,
  updateSchedules,
} from '#domain/schedules/contract.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { scheduleRoutes } from './routes.ts'

let kit: TestApp
let cast: Cast
beforeAll(async () => {
  kit = await startTestApp({ routes: scheduleRoutes })
  cast = await buildCast(kit.db)
})
afterAll(() => kit.close())
// 10:00 in Berlin, where the project is
beforeEach(() => kit.clock.set(testNow))

const tomorrow = { date: '2026-06-02', time: '10:00', is_autoposting: true }
const later = { date: '2026-06-03', time: '11:30', is_autoposting: false }

const statusOf = async (postSocialId: number | undefined) =>
  kit.db
    .selectFrom('post_socials')
    .select(['status', 'cleared_digest', 'failure_reason'])
    .where('id', '=', postSocialId ?? 0)
    .executeTakeFirstOrThrow()
const eventsOf = async (postId: number) =>
  (
    await kit.db.selectFrom('events').select('type').where('post_id', '=', postId).orderBy('id').execute()
  ).map(event => event.type)
/** What the worker's sweep goes by. */
const dueOf = async (scheduleId: number | null) =>
  kit.db
    .selectFrom('schedules')
    .select(['datetime', 'released_at'])
    .where('id', '=', scheduleId ?? 0)
    .executeTakeFirst()

describe('scheduling a post', () => {
  it('keeps the wall clock, the zone and the instant, and is due then', async () => {
    const { postId } = await buildPost(kit.db, cast.project)
    const { status, data } = await kit.ask(cast.creator, createSchedule, {
      body: { ...tomorrow, post_id: postId },
    })
    expect(status).toBe(200)
    expect(data).toEqual({
      id: data.id,
      schedule_id: data.id,
      post_id: postId,
      ...tomorrow,
      timezone: 'Europe/Berlin',
      datetime: '2026-06-02T08:00:00.000Z',
    })
    expect(await dueOf(data.id)).toEqual({ datetime: new Date('2026-06-02T08:00:00Z'), released_at: null })
    expect(await eventsOf(postId)).toEqual(['schedule.created'])
  })

  it('is possible while the text is still missing', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      status: 'temporary_draft',
      socials: [{ network: 'instagram', message: '' }],
    })
    const answer = await kit.ask(cast.creator, createSchedule, { body: { ...tomorrow, post_id: postId } })
    expect(answer.status).toBe(200)
  })

  test.each([
    ['4 hours ahead to the minute', '14:00', 200],
    ['a minute less', '13:59', 422],
    ['in the past', '09:00', 422],
  ])('%s answers by the lead time', async (_name, time, expected) => {
    const { postId } = await buildPost(kit.db, cast.project)
    const body = { date: '2026-06-01', time, is_autoposting: true, post_id: postId }
    const answer = await kit.ask(cast.creator, createSchedule, { body })
    expect(answer.status).toBe(expected)
    if (expected === 422)
      expect(answer).toMatchObject({
        code: 'lead_time',
        message: 'Publishing time must be at least 4 hours in the future.',
      })
  })

  it('the installation’s own lead time counts, in words', async () => {
    const quick = await startTestApp({ routes: scheduleRoutes, config: { LEAD_TIME_MINUTES: 1 } })
    const { project, creator } = await buildCast(quick.db)
    const { postId } = await buildPost(quick.db, project)
    const at = (time: string) =>
      quick.ask(creator, createSchedule, {
        body: { date: '2026-06-01', time, is_autoposting: true, post_id: postId },
      })
    expect(await at('10:00')).toMatchObject({
      code: 'lead_time',
      message: 'Publishing time must be at least 1 minute in the future.',
    })
    expect((await at('10:01')).status).toBe(200)
    await quick.close()
  })

  it('a second time is a conflict', async () => {
    const { postId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const answer = await kit.ask(cast.creator, createSchedule, { body: { ...later, post_id: postId } })
    expect(answer).toMatchObject({ status: 409, code: 'illegal_transition' })
  })

  it('an instagram story cannot be autoposted', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      type: 'photo_story',
      socials: [{ network: 'facebook' }, { network: 'instagram' }],
    })
    const ask = (is_autoposting: boolean) =>
      kit.ask(cast.creator, createSchedule, { body: { ...tomorrow, is_autoposting, post_id: postId } })
    expect(await ask(true)).toMatchObject({ status: 422, code: 'autoposting_not_possible' })
    expect((await ask(false)).status).toBe(200)
  })

  test.each<[PostSocialStatus, string]>([
    ['on_publishing', 'being_published'],
    ['live', 'already_live'],
  ])('a post that is %s is refused', async (status, code) => {
    const { postId } = await buildPost(kit.db, cast.project, { status })
    const answer = await kit.ask(cast.creator, createSchedule, { body: { ...tomorrow, post_id: postId } })
    expect(answer).toMatchObject({ status: 409, code })
  })

  it('is not for approvers, and finds nothing of another agency', async () => {
    const { postId } = await buildPost(kit.db, cast.project)
    const body = { ...tomorrow, post_id: postId }
    expect((await kit.ask(cast.internal, createSchedule, { body })).status).toBe(403)
    expect((await kit.ask(cast.external, createSchedule, { body })).status).toBe(403)
    expect(await kit.ask(cast.stranger, createSchedule, { body })).toMatchObject({
      status: 404,
      message: `The post id=${postId} does not exist`,
    })
  })

  test.each([
    ['a day that does not exist', { date: '2026-02-30' }],
    ['a time that does not exist', { time: '25:00' }],
    ['no time', { time: undefined }],
    ['an unknown key', { when: 'soon' }],
  ])('refuses %s', async (_name, wrong) => {
    const { postId } = await buildPost(kit.db, cast.project)
    const answer = await kit.send(cast.creator, 'POST', '/posts/schedules', {
      ...tomorrow,
      post_id: postId,
      ...wrong,
    })
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
  })

  it('a time that the clocks skip is the first that exists', async () => {
    kit.clock.set(new Date('2026-03-20T08:00:00Z'))
    const { postId } = await buildPost(kit.db, cast.project)
    const body = { date: '2026-03-29', time: '02:30', is_autoposting: true, post_id: postId }
    const { data } = await kit.ask(cast.creator, createSchedule, { body })
    expect(data).toMatchObject({ time: '02:30', datetime: '2026-03-29T01:00:00.000Z' })
  })
})

describe('changing when a post goes out', () => {
  const change = (person: Cast['admin'], scheduleId: number | null, when = later) =>
    kit.ask(person, updateSchedule, { params: { scheduleId: scheduleId ?? 0 }, body: when })

  it('moves it, and it is due at the new time', async () => {
    const { postId, scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const { data } = await change(cast.creator, scheduleId)
    expect(data).toMatchObject({ id: scheduleId, ...later, datetime: '2026-06-03T09:30:00.000Z' })
    expect(await dueOf(data.id)).toEqual({ datetime: new Date('2026-06-03T09:30:00Z'), released_at: null })
    expect(await eventsOf(postId)).toEqual(['schedule.updated'])
  })

  test.each([
    ['4 hours before', '08:00', true, 409],
    ['a minute earlier than that', '07:59', true, 200],
    ['a minute before', '11:59', true, 409],
    ['at the time, when it is the publisher’s', '12:00', true, 200],
    ['an hour before, to be published by hand', '11:00', false, 200],
  ])('%s its time answers by the block of 4 hours', async (_name, clock, is_autoposting, expected) => {
    const { scheduleId } = await buildPost(kit.db, cast.project, {
      schedule: { date: '2026-06-02', time: '12:00', is_autoposting },
    })
    kit.clock.set(new Date(`2026-06-02T${clock}:00+02:00`))
    const answer = await change(cast.admin, scheduleId)
    expect(answer.status).toBe(expected)
    if (expected === 409) expect(answer.code).toBe('change_blocked')
  })

  test.each<[PostSocialStatus, PostSocialStatus]>([
    ['pending_publish', 'approved'],
    ['publishing_failed', 'approved'],
  ])('with a new time what is %s waits for it again, as %s', async (before, after) => {
    const { socialIds, scheduleId } = await buildPost(kit.db, cast.project, {
      status: before,
      schedule: { date: '2026-06-01', time: '09:00', released: true },
    })
    expect((await change(cast.creator, scheduleId)).status).toBe(200)
    expect(await statusOf(socialIds[0])).toMatchObject({ status: after, failure_reason: null })
    const schedule = await kit.db
      .selectFrom('schedules')
      .select('released_at')
      .where('id', '=', scheduleId ?? 0)
      .executeTakeFirstOrThrow()
    expect(schedule.released_at).toBeNull()
  })

  it('what may be on the network already does not go out again by itself with a new time', async () => {
    const { socialIds, scheduleId } = await buildPost(kit.db, cast.project, {
      status: 'publishing_failed',
      schedule: { date: '2026-06-01', time: '09:00', released: true },
    })
    await kit.db
      .updateTable('post_socials')
      .set({ failure_reason: 'unconfirmed' })
      .where('id', 'in', socialIds)
      .execute()
    expect((await change(cast.creator, scheduleId)).status).toBe(200)
    expect(await statusOf(socialIds[0])).toMatchObject({
      status: 'publishing_failed',
      failure_reason: 'unconfirmed',
    })
  })

  it('what had skipped approval and failed is scheduled again', async () => {
    const { socialIds, scheduleId } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', status: 'publishing_failed', rounds: [] }],
      schedule: { date: '2026-06-01', time: '09:00', released: true },
    })
    await change(cast.creator, scheduleId)
    expect((await statusOf(socialIds[0])).status).toBe('scheduled')
  })

  it('a version that is live stays so while the failed one gets its new time', async () => {
    const { socialIds, scheduleId } = await buildPost(kit.db, cast.project, {
      socials: [
        { network: 'facebook', status: 'live' },
        { network: 'linkedin', status: 'publishing_failed' },
      ],
      schedule: { date: '2026-06-01', time: '09:00', released: true },
    })
    expect((await change(cast.creator, scheduleId)).status).toBe(200)
    expect((await statusOf(socialIds[0])).status).toBe('live')
    expect((await statusOf(socialIds[1])).status).toBe('approved')
  })

  test.each<[PostSocialStatus, string]>([
    ['on_publishing', 'being_published'],
    ['live', 'already_live'],
  ])('a post that is %s is refused', async (status, code) => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { status, schedule: tomorrow })
    expect(await change(cast.admin, scheduleId)).toMatchObject({ status: 409, code })
  })

  it('is refused inside the lead time, and nothing is written', async () => {
    const { postId, scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const soon = { date: '2026-06-01', time: '12:00', is_autoposting: true }
    expect(await change(cast.creator, scheduleId, soon)).toMatchObject({ status: 422, code: 'lead_time' })
    expect(await eventsOf(postId)).toEqual([])
    expect((await dueOf(scheduleId))?.datetime).toEqual(new Date('2026-06-02T08:00:00Z'))
  })

  it('is not for approvers, and finds nothing of another agency', async () => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    expect((await change(cast.internal, scheduleId)).status).toBe(403)
    expect(await change(cast.stranger, scheduleId)).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('an id in the body that is another one than in the address is refused', async () => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const body = { ...later, schedule_id: (scheduleId ?? 0) + 1 }
    const answer = await kit.ask(cast.creator, updateSchedule, {
      params: { scheduleId: scheduleId ?? 0 },
      body,
    })
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
  })
})

describe('taking a post off the schedule', () => {
  const remove = (person: Cast['admin'], scheduleId: number | null) =>
    kit.ask(person, deleteSchedule, { params: { scheduleId: scheduleId ?? 0 } })

  it('leaves the post without a time, free for another', async () => {
    const { postId, socialIds, scheduleId } = await buildPost(kit.db, cast.project, {
      status: 'approved',
      schedule: tomorrow,
    })
    expect((await remove(cast.creator, scheduleId)).status).toBe(200)
    expect((await statusOf(socialIds[0])).status).toBe('approved')
    expect(await eventsOf(postId)).toEqual(['schedule.deleted'])
    expect((await remove(cast.creator, scheduleId)).status).toBe(404)
    const again = await kit.ask(cast.creator, createSchedule, { body: { ...later, post_id: postId } })
    expect(again.status).toBe(200)
  })

  it('makes what had skipped approval a draft again', async () => {
    const { socialIds, scheduleId } = await buildPost(kit.db, cast.project, {
      status: 'scheduled',
      schedule: tomorrow,
    })
    await remove(cast.admin, scheduleId)
    expect(await statusOf(socialIds[0])).toMatchObject({ status: 'draft', cleared_digest: null })
  })

  it('is blocked within 4 hours before the time', async () => {
    const { scheduleId } = await buildPost(kit.db, cast.project, {
      schedule: { date: '2026-06-01', time: '12:00' },
    })
    expect(await remove(cast.admin, scheduleId)).toMatchObject({
      status: 409,
      code: 'change_blocked',
      message: 'The schedule cannot be changed within 4 hours before the publish time.',
    })
  })

  test.each<[PostSocialStatus, string]>([
    ['on_publishing', 'being_published'],
    ['live', 'already_live'],
  ])('of a post that is %s is refused', async (status, code) => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { status, schedule: tomorrow })
    expect(await remove(cast.admin, scheduleId)).toMatchObject({ status: 409, code })
  })

  it('is not for approvers, and finds nothing of another agency', async () => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    expect((await remove(cast.external, scheduleId)).status).toBe(403)
    expect((await remove(cast.stranger, scheduleId)).status).toBe(404)
  })
})

describe('moving several posts to one time', () => {
  const moveAll = (person: Cast['admin'], schedule_ids: (number | null)[], when = later) =>
    kit.ask(person, updateSchedules, { body: { ...when, schedule_ids: schedule_ids.map(id => id ?? 0) } })

  it('moves all of them, in the order asked', async () => {
    const one = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const two = await buildPost(kit.db, cast.project, { status: 'pending_publish', schedule: tomorrow })
    const { status, data } = await moveAll(cast.creator, [two.scheduleId, one.scheduleId])
    expect(status).toBe(200)
    expect(data.map(row => [row.id, row.datetime])).toEqual([
      [two.scheduleId, '2026-06-03T09:30:00.000Z'],
      [one.scheduleId, '2026-06-03T09:30:00.000Z'],
    ])
    expect((await statusOf(two.socialIds[0])).status).toBe('approved')
    expect(await dueOf(one.scheduleId)).toEqual({
      datetime: new Date('2026-06-03T09:30:00Z'),
      released_at: null,
    })
  })

  it('moves none when one may not be moved, and says which and why', async () => {
    const free = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const live = await buildPost(kit.db, cast.project, { status: 'live', schedule: tomorrow })
    const near = await buildPost(kit.db, cast.project, { schedule: { date: '2026-06-01', time: '11:00' } })
    const answer = await moveAll(cast.creator, [free.scheduleId, live.scheduleId, near.scheduleId])
    expect(answer).toMatchObject({
      status: 409,
      code: 'already_live',
      errors: {
        [live.scheduleId ?? 0]: ['The post is already live.'],
        [near.scheduleId ?? 0]: ['The schedule cannot be changed within 4 hours before the publish time.'],
      },
    })
    expect(await eventsOf(free.postId)).toEqual([])
    expect((await dueOf(free.scheduleId))?.datetime).toEqual(new Date('2026-06-02T08:00:00Z'))
  })

  it('is refused inside the lead time, for approvers, and for ids of two agencies', async () => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const theirs = await buildPost(kit.db, cast.elsewhere, { schedule: tomorrow })
    const soon = { date: '2026-06-01', time: '12:00', is_autoposting: false }
    expect(await moveAll(cast.creator, [scheduleId], soon)).toMatchObject({ status: 422, code: 'lead_time' })
    expect((await moveAll(cast.external, [scheduleId])).status).toBe(403)
    expect((await moveAll(cast.stranger, [scheduleId])).status).toBe(404)
    expect((await moveAll(cast.admin, [scheduleId, theirs.scheduleId])).status).toBe(404)
  })
})
