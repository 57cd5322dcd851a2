import { beforeEach, describe, expect, it, test } from 'vitest'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { createSchedule, deleteSchedule } from '#domain/schedules/contract.ts'
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
