import { beforeEach, describe, expect, it } from 'vitest'
import type { Request } from '#domain/kernel/endpoint.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { rescheduleEach } from '#domain/schedules/contract.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { buildProject, useCast } from '#testing/people.ts'
import { buildPost, type TestPost } from '#testing/posts.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { scheduleRoutes } from './routes.ts'

const kit = useTestApp({ routes: scheduleRoutes })
const cast = useCast(kit)
// 10:00 in Berlin, the project's time zone
beforeEach(() => kit.clock.set(testNow))

type Row = Request<typeof rescheduleEach>['body']['schedules'][number]
const monday = { date: '2026-06-08', time: '10:00', is_autoposting: true }
const friday = { date: '2026-06-12', time: '18:30', is_autoposting: false }
const build = (schedule: typeof monday, status: PostSocialStatus = 'approved') =>
  buildPost(kit.db, cast.project, { status, socials: [{ network: 'facebook' }], schedule })

const stored = ({ scheduleId }: TestPost) =>
  kit.db
    .selectFrom('schedules')
    .select(['date', 'time', 'timezone', 'datetime', 'is_autoposting'])
    .where('id', '=', scheduleId ?? 0)
    .executeTakeFirstOrThrow()
const rowOf = async (post: TestPost, to: Partial<Row>): Promise<Row> => {
  const { date, time, datetime, is_autoposting } = await stored(post)
  const seen = { datetime: datetime.toISOString(), is_autoposting }
  return { schedule_id: post.scheduleId ?? 0, date, time, is_autoposting, seen, ...to }
}
const reschedule = (schedules: Row[], by = cast.creator) =>
  kit.ask(by, rescheduleEach, { body: { project_id: cast.project.projectId, schedules } })

describe('Giving each of several posts a time of its own', () => {
  it('moves them, and Undo restores time, zone and autoposting', async () => {
    const posts = [await build(monday), await build(friday)] as const
    await kit.db
      .updateTable('schedules')
      .set({ timezone: 'America/New_York', time: '04:00' })
      .where('id', '=', posts[0].scheduleId)
      .execute()
    const before = await Promise.all(posts.map(stored))
    const rows = [
      await rowOf(posts[0], { date: '2026-06-15', time: '10:00', is_autoposting: false }),
      await rowOf(posts[1], { date: '2026-06-19' }),
    ]
    const { status, data } = await reschedule(rows)
    expect(status).toBe(200)
    expect(data.map(({ refusal, schedule }) => [refusal, schedule?.date, schedule?.is_autoposting])).toEqual([
      [null, '2026-06-15', false],
      [null, '2026-06-19', false],
    ])
    const back = data.flatMap(({ schedule_id, schedule, before: was }): Row[] =>
      schedule && was
        ? [
            {
              schedule_id,
              date: was.date,
              time: was.time,
              timezone: was.timezone,
              is_autoposting: was.is_autoposting,
              seen: { datetime: schedule.datetime, is_autoposting: schedule.is_autoposting },
            },
          ]
        : [],
    )
    expect((await reschedule(back)).data.every(({ refusal }) => refusal === null)).toBe(true)
    expect(await Promise.all(posts.map(stored))).toEqual(before)
  })

  it('keeps the wall-clock time across a change of the clocks', async () => {
    const post = await build({ ...monday, date: '2026-10-20', time: '09:00' })
    const { data } = await reschedule([await rowOf(post, { date: '2026-10-27' })])
    expect(data[0]?.before?.datetime).toBe('2026-10-20T07:00:00.000Z')
    expect(data[0]?.schedule?.datetime).toBe('2026-10-27T08:00:00.000Z')
  })

  it('leaves what is refused as it is and moves the others', async () => {
    const story = await buildPost(kit.db, cast.project, {
      type: 'photo_story',
      socials: [{ network: 'instagram' }],
      schedule: friday,
    })
    const soon = await build({ date: '2026-06-01', time: '13:00', is_autoposting: true })
    const posts = [
      await build(monday, 'live'),
      await build(monday),
      await build(monday),
      soon,
      story,
    ] as const
    const [live, early, fine] = posts
    const before = await Promise.all(posts.map(stored))
    const rows = [
      await rowOf(live, { date: '2026-06-15' }),
      await rowOf(early, { date: '2026-06-01' }),
      await rowOf(fine, { date: '2026-06-15' }),
      await rowOf(soon, { date: '2026-06-15' }),
      await rowOf(story, { is_autoposting: true }),
      { ...(await rowOf(fine, { date: '2026-06-15' })), schedule_id: 999_999_999 },
    ]
    const { data } = await reschedule(rows)
    expect(data.map(({ refusal }) => refusal?.slice(0, 22) ?? null)).toEqual([
      'The post is already li',
      'Publishing time must b',
      null,
      'The schedule cannot be',
      expect.stringContaining('posting'),
      'The post does not exis',
    ])
    const after = await Promise.all(posts.map(stored))
    expect(after.map((row, index) => row.date === before[index]?.date)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ])
    const events = await kit.db
      .selectFrom('events')
      .select('type')
      .where('post_id', 'in', [live.postId, early.postId])
      .execute()
    expect(events).toEqual([])
  })

  it('does not overwrite what somebody else has chosen in the meantime', async () => {
    const post = await build(monday)
    const row = await rowOf(post, { date: '2026-06-15' })
    await reschedule([await rowOf(post, { time: '11:00' })], cast.admin)
    const { data } = await reschedule([row])
    expect(data[0]?.refusal).toBe('Somebody has rescheduled it in the meantime.')
    expect(await stored(post)).toMatchObject({ date: '2026-06-08', time: '11:00' })
    const switched = await rowOf(post, { date: '2026-06-15' })
    await reschedule([await rowOf(post, { is_autoposting: false })], cast.admin)
    expect((await reschedule([switched])).data[0]?.refusal).toBe(data[0]?.refusal)
    expect(await stored(post)).toMatchObject({ date: '2026-06-08', is_autoposting: false })
  })

  it('waits for another call on the same posts without a deadlock, whatever the order of the schedules', async () => {
    const early = await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook' }] })
    const late = await build(monday)
    const moved = kit.db.updateTable('schedules').set({ post_id: early.postId })
    const other = await build(friday)
    await moved.where('id', '=', other.scheduleId).execute()
    const rows = [
      await rowOf(late, { date: '2026-06-15' }),
      await rowOf({ ...early, scheduleId: other.scheduleId }, { date: '2026-06-19' }),
    ]
    const call = await kit.db.transaction().execute(async tx => {
      const lock = (postId: number) =>
        tx.selectFrom('post_socials').select('id').where('post_id', '=', postId).forUpdate().execute()
      await lock(early.postId)
      const answer = reschedule(rows)
      await untilWaiting(kit, 1)
      await lock(late.postId)
      return { answer }
    })
    expect((await call.answer).data.map(({ refusal }) => refusal)).toEqual([null, null])
  })

  it('is for those who schedule, in their own project', async () => {
    const row = await rowOf(await build(monday), { date: '2026-06-15' })
    for (const person of [cast.external, cast.internal])
      expect((await reschedule([row], person)).status).toBe(403)
    expect((await reschedule([row], cast.stranger)).status).toBe(404)
    expect((await reschedule([row, row])).status).toBe(422)
    const other = await buildProject(kit.db)
    const foreign = await buildPost(kit.db, other, { schedule: monday })
    const { data } = await reschedule([await rowOf(foreign, { date: '2026-06-15' })])
    expect(data[0]?.refusal).toBe('The post does not exist')
    expect((await stored(foreign)).date).toBe('2026-06-08')
  })
})
