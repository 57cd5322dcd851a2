import { beforeEach, describe, expect, it, test } from 'vitest'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { updateSchedule } from '#domain/schedules/contract.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { type Cast, useCast } from '#testing/people.ts'
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
