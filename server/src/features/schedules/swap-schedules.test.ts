import { beforeEach, describe, expect, it } from 'vitest'
import { swapSchedules } from '#domain/schedules/contract.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildPost, type TestPost } from '#testing/posts.ts'
import { scheduleRoutes } from './routes.ts'

const kit = useTestApp({ routes: scheduleRoutes })
const cast = useCast(kit)
// 10:00 in Berlin, the project's time zone
beforeEach(() => kit.clock.set(testNow))

const monday = { date: '2026-06-08', time: '10:00', is_autoposting: true }
const friday = { date: '2026-06-12', time: '18:30', is_autoposting: false }
const social = { network: 'instagram' as const }
const build = (schedule: typeof monday, status: 'approved' | 'live' | 'on_publishing' = 'approved') =>
  buildPost(kit.db, cast.project, { status, socials: [social], schedule })

const rowOf = ({ scheduleId }: TestPost) =>
  kit.db
    .selectFrom('schedules')
    .select(['date', 'time', 'datetime', 'is_autoposting'])
    .where('id', '=', scheduleId ?? 0)
    .executeTakeFirstOrThrow()
const timesOf = async (...posts: TestPost[]) =>
  (await Promise.all(posts.map(rowOf))).map(({ datetime }) => datetime.toISOString())
const swap = async (
  [first, second]: [TestPost, TestPost],
  { by = cast.creator, seen }: { by?: TestPerson; seen?: string[] } = {},
) => {
  const [one = '', other = ''] = seen ?? (await timesOf(first, second))
  return kit.ask(by, swapSchedules, {
    body: { schedule_ids: [first.scheduleId ?? 0, second.scheduleId ?? 0], datetimes: [one, other] },
  })
}

describe('Swapping the times of two posts', () => {
  it('gives each the other’s time, and keeps autoposting and approval', async () => {
    const posts: [TestPost, TestPost] = [await build(monday), await build(friday)]
    const [early, late] = await timesOf(...posts)
    const { status, data } = await swap(posts)
    expect(status).toBe(200)
    expect(data.map(({ datetime, is_autoposting }) => [datetime, is_autoposting])).toEqual([
      [late, true],
      [early, false],
    ])
    expect(await timesOf(...posts)).toEqual([late, early])
    const socials = await kit.db
      .selectFrom('post_socials')
      .select(['status', 'cleared_digest'])
      .where(
        'id',
        'in',
        posts.flatMap(({ socialIds }) => socialIds),
      )
      .execute()
    expect(socials.map(({ status: kept, cleared_digest }) => [kept, cleared_digest !== null])).toEqual([
      ['approved', true],
      ['approved', true],
    ])
    // Undo is the same again.
    expect((await swap(posts)).status).toBe(200)
    expect(await timesOf(...posts)).toEqual([early, late])
  })

  it('is refused when one has another time than the person saw, and moves neither', async () => {
    const posts: [TestPost, TestPost] = [await build(monday), await build(friday)]
    const before = await timesOf(...posts)
    const answer = await swap(posts, { seen: [before[0] ?? '', '2026-06-12T16:31:00.000Z'] })
    expect(answer).toMatchObject({ status: 409, code: 'stale_version' })
    expect(await timesOf(...posts)).toEqual(before)
  })

  it.each([
    ['live', 'already_live'],
    ['on_publishing', 'being_published'],
  ] as const)('is refused when one of them is %s, and moves neither', async (status, code) => {
    const posts: [TestPost, TestPost] = [await build(monday), await build(friday, status)]
    const before = await timesOf(...posts)
    expect(await swap(posts)).toMatchObject({ status: 409, code })
    expect(await timesOf(...posts)).toEqual(before)
  })

  it('follows the lead time and the change block for both', async () => {
    const soon = { date: '2026-06-01', time: '13:00' }
    for (const is_autoposting of [true, false]) {
      const posts: [TestPost, TestPost] = [await build(monday), await build({ ...soon, is_autoposting })]
      const before = await timesOf(...posts)
      for (const pair of [posts, posts.toReversed() as [TestPost, TestPost]])
        expect(await swap(pair)).toMatchObject({ status: 422, code: 'lead_time' })
      expect(await timesOf(...posts)).toEqual(before)
    }
  })

  it('is for those who schedule, in their own project, with two posts', async () => {
    const posts: [TestPost, TestPost] = [await build(monday), await build(friday)]
    expect((await swap(posts, { by: cast.external })).status).toBe(403)
    expect((await swap(posts, { by: cast.stranger })).status).toBe(404)
    expect((await swap([posts[0], posts[0]])).status).toBe(422)
    const gone = { ...posts[1], scheduleId: 999_999_999 }
    expect(
      (await swap([posts[0], gone], { seen: [monday, friday].map(() => testNow.toISOString()) })).status,
    ).toBe(404)
  })
})
