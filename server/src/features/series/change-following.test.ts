import { beforeEach, describe, expect, it } from 'vitest'
import { savePostSocials } from '#domain/posts/contract.ts'
import { updateSchedule } from '#domain/schedules/contract.ts'
import { changeFollowing, createSeries } from '#domain/series/contract.ts'
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

describe('Changing this post and all that follow', () => {
  const change = (postId: number) => kit.ask(cast.creator, changeFollowing, { params: { postId } })

  it('replaces the later drafts that nobody has changed, and is the template from then on', async () => {
    const { id } = await repeat()
    kit.clock.set(new Date(testNow.getTime() + 60_000))
    await edit(await draftOn(id, 1), 'Only this one')
    const third = await draftOn(id, 2)
    await edit(third, 'Jazz from now on')
    await edit(await draftOn(id, 4), 'Festival')
    expect((await change(third.post_id)).data).toEqual({ replaced: 4, drafts: 4 })
    const now = await readDrafts(id)
    expect(now.map(({ message }) => message)).toEqual([
      ...['Music on Thursday', 'Only this one', 'Jazz from now on', 'Jazz from now on', 'Festival'],
      ...['Jazz from now on', 'Jazz from now on', 'Jazz from now on'],
    ])
    threeWeeksLater()
    await topUpSeries(kit.services)
    expect((await readDrafts(id)).at(-1)).toMatchObject({
      message: 'Jazz from now on',
      parent_post_id: third.post_id,
    })
  })

  it('takes over the time of day, and keeps a later draft that somebody has moved', async () => {
    const { id } = await repeat()
    kit.clock.set(new Date(testNow.getTime() + 60_000))
    const second = await draftOn(id, 1)
    const fourth = await draftOn(id, 3)
    const move = (scheduleId: number, date: string) =>
      kit.ask(cast.creator, updateSchedule, {
        params: { scheduleId },
        body: { date, time: '09:30', is_autoposting: true },
      })
    expect((await move(second.schedule_id, second.date)).status).toBe(200)
    expect((await move(fourth.schedule_id, '2026-06-26')).status).toBe(200)
    expect((await change(second.post_id)).data).toMatchObject({ replaced: 5 })
    const now = await readDrafts(id)
    expect(now.map(({ time }) => time)).toEqual(['18:00', ...Array(7).fill('09:30')])
    expect(now[3]?.post_id).toBe(fourth.post_id)
  })

  it('keeps a later draft whose time of day somebody has changed', async () => {
    const { id, postId } = await repeat()
    const third = await draftOn(id, 2)
    const { status } = await kit.ask(cast.creator, updateSchedule, {
      params: { scheduleId: third.schedule_id },
      body: { date: third.date, time: '09:30', is_autoposting: true },
    })
    expect(status).toBe(200)
    expect((await change(postId)).data).toMatchObject({ replaced: 6 })
    expect((await draftOn(id, 2)).post_id).toBe(third.post_id)
  })

  it('is refused for a post that does not repeat', async () => {
    const { postId } = await buildFirst()
    expect(await change(postId)).toMatchObject({ code: 'illegal_transition' })
  })
})
