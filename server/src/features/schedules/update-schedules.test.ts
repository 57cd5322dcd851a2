import { beforeEach, describe, expect, it } from 'vitest'
import { updateSchedules } from '#domain/schedules/contract.ts'
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
