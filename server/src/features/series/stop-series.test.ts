import { beforeEach, describe, expect, it } from 'vitest'
import { savePostSocials } from '#domain/posts/contract.ts'
import { createSeries, stopSeries } from '#domain/series/contract.ts'
import type { RepeatRule } from '#domain/series/model.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { seriesRoutes } from './routes.ts'
import { topUpSeries } from './top-up-series.ts'

let cast: Cast
const DAY = 86_400_000
const kit = useTestApp({ routes: [...seriesRoutes, ...postRoutes, ...writingRoutes, ...scheduleRoutes] })

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

const draftOn = async (seriesId: number, index: number) => {
  const draft = (await readDrafts(seriesId))[index]
  if (!draft?.post_id) throw new Error(`the series has no post ${index}`)
  return { ...draft, post_id: draft.post_id }
}

const edit = async ({ post_id, version_id }: { post_id: number; version_id: number }, message: string) => {
  const body = {
    post_id,
    project_id: cast.project.projectId,
    post_socials: [{ id: version_id, media_actions: [], message }],
  }
  expect((await kit.ask(cast.creator, savePostSocials, { body })).status).toBe(200)
}

const threeWeeksLater = () => kit.clock.set(new Date(testNow.getTime() + 21 * DAY))

describe('Stopping a series', () => {
  const stop = (postId: number, drafts: 'keep' | 'delete') =>
    kit.ask(cast.creator, stopSeries, { params: { postId }, body: { drafts } })

  it('deletes the later drafts that nobody has changed, if wanted, and makes no more', async () => {
    const { id } = await repeat()
    kit.clock.set(new Date(testNow.getTime() + 60_000))
    await edit(await draftOn(id, 4), 'Festival')
    const { post_id } = await draftOn(id, 1)
    expect((await stop(post_id, 'delete')).status).toBe(200)
    threeWeeksLater()
    await topUpSeries(kit.services)
    expect((await readDrafts(id)).map(({ message }) => message)).toEqual([
      ...['Music on Thursday', 'Music on Thursday', 'Festival'],
    ])
    expect(await stop(post_id, 'keep')).toMatchObject({ code: 'illegal_transition' })
  })

  it('keeps all drafts, if wanted, and the post can repeat again', async () => {
    const { id, postId } = await repeat()
    expect((await stop(postId, 'keep')).status).toBe(200)
    expect(await readDrafts(id)).toHaveLength(8)
    const again = { params: { postId }, body: bodyOf({ count: 2 }) }
    expect((await kit.ask(cast.creator, createSeries, again)).data.drafts).toBe(1)
  })
})
