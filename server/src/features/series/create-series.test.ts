import { beforeEach, describe, expect, it } from 'vitest'
import { createSeries } from '#domain/series/contract.ts'
import type { RepeatRule } from '#domain/series/model.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { seriesRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...seriesRoutes, ...postRoutes, ...scheduleRoutes] })

beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.updateTable('post_series').set({ stopped_at: testNow }).execute()
  cast = await buildCast(kit.db)
})

const weekly: RepeatRule = { frequency: 'weekly', every: 1, weekdays: [4] }

/** Thursday of the first week. */
const buildFirst = (
  schedule: { date: string; time: string } | null = { date: '2026-06-04', time: '18:00' },
) =>
  buildPost(kit.db, cast.project, {
    socials: [{ network: 'facebook', message: 'Music on Thursday' }],
    type: 'text',
    ...(schedule && { schedule }),
  })

const repeat = async (body: Parameters<typeof bodyOf>[0] = {}) => {
  const { postId } = await buildFirst()
  const answer = await kit.ask(cast.creator, createSeries, { params: { postId }, body: bodyOf(body) })
  expect(answer.status).toBe(200)
  return { postId, ...answer.data }
}

const bodyOf = (set: { until?: string; count?: number; rule?: RepeatRule }) => ({ rule: weekly, ...set })

/** The posts of a series that are not deleted, by their days in it. */
const readDrafts = (seriesId: number) =>
  kit.db
    .selectFrom('series_occurrences as o')
    .innerJoin('posts as p', 'p.id', 'o.post_id')
    .innerJoin('post_socials as v', 'v.post_id', 'p.id')
    .innerJoin('schedules as s', 's.post_id', 'p.id')
    .select(['o.date', 'o.post_id', 'p.parent_post_id', 'p.created_by'])
    .select(['v.id as version_id', 'v.status', 'v.message', 's.id as schedule_id', 's.time', 's.datetime'])
    .where('o.series_id', '=', seriesId)
    .where('p.deleted_at', 'is', null)
    .orderBy('o.date')
    .execute()

describe('Repeating a post', () => {
  it('makes drafts for the next eight weeks at the same wall-clock time, none of them approved', async () => {
    const { id, postId, drafts } = await repeat()
    const made = await readDrafts(id)
    expect(drafts).toBe(7)
    expect(made.map(({ date }) => date)).toEqual([
      ...['2026-06-04', '2026-06-11', '2026-06-18', '2026-06-25'],
      ...['2026-07-02', '2026-07-09', '2026-07-16', '2026-07-23'],
    ])
    for (const draft of made.slice(1))
      expect(draft).toMatchObject({
        parent_post_id: postId,
        created_by: cast.creator.userId,
        status: 'draft',
        time: '18:00',
        message: 'Music on Thursday',
      })
  })

  it('makes drafts of an approved post too', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      status: 'approved',
      type: 'text',
      schedule: { date: '2026-06-04', time: '18:00' },
    })
    const { data } = await kit.ask(cast.creator, createSeries, { params: { postId }, body: bodyOf({}) })
    const made = await readDrafts(data.id)
    expect(made.map(({ status }) => status)).toEqual(['approved', ...Array(7).fill('draft')])
  })

  it('keeps the time on the wall when the clocks change', async () => {
    kit.clock.set(new Date('2026-10-01T08:00:00Z'))
    const { postId } = await buildFirst({ date: '2026-10-15', time: '18:00' })
    const { data } = await kit.ask(cast.creator, createSeries, { params: { postId }, body: bodyOf({}) })
    const made = await readDrafts(data.id)
    expect(made.slice(0, 4).map(({ datetime }) => datetime.toISOString())).toEqual([
      ...['2026-10-15T16:00:00.000Z', '2026-10-22T16:00:00.000Z'],
      ...['2026-10-29T17:00:00.000Z', '2026-11-05T17:00:00.000Z'],
    ])
  })

  it('ends after the number of posts, the first included, and on the last day', async () => {
    expect((await repeat({ count: 3 })).drafts).toBe(2)
    expect((await repeat({ until: '2026-06-11' })).drafts).toBe(1)
  })

  it('is refused for a post without a time, and for one that repeats already', async () => {
    const { postId } = await buildFirst(null)
    const body = bodyOf({})
    expect(await kit.ask(cast.creator, createSeries, { params: { postId }, body })).toMatchObject({
      code: 'schedule_required',
    })
    const repeated = await repeat()
    const again = { params: { postId: repeated.postId }, body }
    expect(await kit.ask(cast.creator, createSeries, again)).toMatchObject({ code: 'illegal_transition' })
  })
})
