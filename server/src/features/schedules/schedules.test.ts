import { beforeEach, describe, expect, it, test } from 'vitest'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import {
  createSchedule,
  deleteSchedule,
  updateSchedule,
  updateSchedules,
} from '#domain/schedules/contract.ts'
import { startTestApp, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { scheduleRoutes } from './routes.ts'

const kit = useTestApp({ routes: scheduleRoutes })
const cast = useCast(kit)
// 10:00 in Berlin, the project's time zone
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
/** What the worker's sweep reads. */
const dueOf = async (scheduleId: number | null) =>
  kit.db
    .selectFrom('schedules')
    .select(['datetime', 'released_at'])
    .where('id', '=', scheduleId ?? 0)
    .executeTakeFirst()

describe('scheduling a post', () => {
  it('stores the local time, the time zone and the instant, and is due then', async () => {
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

  it('is possible before there is any text', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      status: 'temporary_draft',
      socials: [{ network: 'instagram', message: '' }],
    })
    const answer = await kit.ask(cast.creator, createSchedule, { body: { ...tomorrow, post_id: postId } })
    expect(answer.status).toBe(200)
  })

  test.each([
    ['exactly 4 hours ahead', '14:00', 200],
    ['one minute less than 4 hours ahead', '13:59', 422],
    ['in the past', '09:00', 422],
  ])('with a time %s follows the lead time', async (_name, time, expected) => {
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

  it('follows the installation’s own lead time and names it in the error', async () => {
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

  it('is refused if the post already has a schedule', async () => {
    const { postId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const answer = await kit.ask(cast.creator, createSchedule, { body: { ...later, post_id: postId } })
    expect(answer).toMatchObject({ status: 409, code: 'illegal_transition' })
  })

  it('is refused with autoposting for an Instagram story', async () => {
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
  ])('is refused for a post that is %s', async (status, code) => {
    const { postId } = await buildPost(kit.db, cast.project, { status })
    const answer = await kit.ask(cast.creator, createSchedule, { body: { ...tomorrow, post_id: postId } })
    expect(answer).toMatchObject({ status: 409, code })
  })

  it('is refused for approvers, and answers 404 for another agency’s post', async () => {
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

  it('takes the first existing time after one that the clocks skip', async () => {
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

  it('moves the post, which is then due at the new time', async () => {
    const { postId, scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const { data } = await change(cast.creator, scheduleId)
    expect(data).toMatchObject({ id: scheduleId, ...later, datetime: '2026-06-03T09:30:00.000Z' })
    expect(await dueOf(data.id)).toEqual({ datetime: new Date('2026-06-03T09:30:00Z'), released_at: null })
    expect(await eventsOf(postId)).toEqual(['schedule.updated'])
  })

  test.each([
    ['4 hours before', '08:00', true, 409],
    ['4 hours and a minute before', '07:59', true, 200],
    ['a minute before', '11:59', true, 409],
    ['at the time, when the publisher has taken over,', '12:00', true, 200],
    ['an hour before, published by hand,', '11:00', false, 200],
  ])('%s its time follows the 4-hour change block', async (_name, clock, is_autoposting, expected) => {
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
  ])('turns a version that is %s into one that is %s and waits for the new time', async (before, after) => {
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

  it('does not send a post again that may be on the network already', async () => {
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

  it('schedules a version again that had skipped approval and failed', async () => {
    const { socialIds, scheduleId } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', status: 'publishing_failed', rounds: [] }],
      schedule: { date: '2026-06-01', time: '09:00', released: true },
    })
    await change(cast.creator, scheduleId)
    expect((await statusOf(socialIds[0])).status).toBe('scheduled')
  })

  it('leaves a live version alone and gives the failed one its new time', async () => {
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
  ])('is refused for a post that is %s', async (status, code) => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { status, schedule: tomorrow })
    expect(await change(cast.admin, scheduleId)).toMatchObject({ status: 409, code })
  })

  it('is refused within the lead time, and nothing is written', async () => {
    const { postId, scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const soon = { date: '2026-06-01', time: '12:00', is_autoposting: true }
    expect(await change(cast.creator, scheduleId, soon)).toMatchObject({ status: 422, code: 'lead_time' })
    expect(await eventsOf(postId)).toEqual([])
    expect((await dueOf(scheduleId))?.datetime).toEqual(new Date('2026-06-02T08:00:00Z'))
  })

  it('is refused for approvers, and answers 404 for another agency’s schedule', async () => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    expect((await change(cast.internal, scheduleId)).status).toBe(403)
    expect(await change(cast.stranger, scheduleId)).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('is refused if the id in the body differs from the one in the URL', async () => {
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

  it('leaves the post without a time, so that it can be scheduled again', async () => {
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

  it('turns a version that had skipped approval back into a draft', async () => {
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
  ])('is refused for a post that is %s', async (status, code) => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { status, schedule: tomorrow })
    expect(await remove(cast.admin, scheduleId)).toMatchObject({ status: 409, code })
  })

  it('is refused for approvers, and answers 404 for another agency’s schedule', async () => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    expect((await remove(cast.external, scheduleId)).status).toBe(403)
    expect((await remove(cast.stranger, scheduleId)).status).toBe(404)
  })
})

describe('moving several posts to one time', () => {
  const moveAll = (person: Cast['admin'], schedule_ids: (number | null)[], when = later) =>
    kit.ask(person, updateSchedules, { body: { ...when, schedule_ids: schedule_ids.map(id => id ?? 0) } })

  it('moves all of them and answers in the order requested', async () => {
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

  it('moves none if one of them cannot be moved, and says which and why', async () => {
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

  it('is refused within the lead time, for approvers, and for schedules of two agencies', async () => {
    const { scheduleId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const theirs = await buildPost(kit.db, cast.elsewhere, { schedule: tomorrow })
    const soon = { date: '2026-06-01', time: '12:00', is_autoposting: false }
    expect(await moveAll(cast.creator, [scheduleId], soon)).toMatchObject({ status: 422, code: 'lead_time' })
    expect((await moveAll(cast.external, [scheduleId])).status).toBe(403)
    expect((await moveAll(cast.stranger, [scheduleId])).status).toBe(404)
    expect((await moveAll(cast.admin, [scheduleId, theirs.scheduleId])).status).toBe(404)
  })
})
