import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { deletePost } from '#domain/posts/contract.ts'
import { createSeries, getPostSeries } from '#domain/series/contract.ts'
import type { RepeatRule } from '#domain/series/model.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast, connect } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { seriesRoutes } from './routes.ts'
import { topUpSeries } from './top-up-series.ts'

let cast: Cast
const DAY = 86_400_000
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

const draftOn = async (seriesId: number, index: number) => {
  const draft = (await readDrafts(seriesId))[index]
  if (!draft?.post_id) throw new Error(`the series has no post ${index}`)
  return { ...draft, post_id: draft.post_id }
}

/** As if the worker died while it made the draft of this day. */
const withFailureOn = async (date: string, work: () => Promise<void>): Promise<void> => {
  await sql`create function fail_in_the_middle() returns trigger language plpgsql
    as 'begin if new.date = ''${sql.raw(date)}'' then raise exception ''killed''; end if; return new; end'`.execute(
    kit.db,
  )
  await sql`create trigger failing before insert on series_occurrences
    for each row execute function fail_in_the_middle()`.execute(kit.db)
  try {
    await work()
  } finally {
    await sql`drop function fail_in_the_middle cascade`.execute(kit.db)
  }
}

const threeWeeksLater = () => kit.clock.set(new Date(testNow.getTime() + 21 * DAY))

const countPosts = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from posts where project_id = ${cast.project.projectId}`.execute(kit.db)
  return rows[0]?.count
}

describe('Topping up a series', () => {
  it('makes what has come within eight weeks, and nothing the second time', async () => {
    const { id } = await repeat()
    threeWeeksLater()
    expect(await topUpSeries(kit.services)).toBe('done')
    const dates = (await readDrafts(id)).map(({ date }) => date)
    expect(dates.slice(8)).toEqual(['2026-07-30', '2026-08-06', '2026-08-13'])
    await topUpSeries(kit.services)
    expect((await readDrafts(id)).map(({ date }) => date)).toEqual(dates)
  })

  it('makes each draft once when two workers do it at the same moment', async () => {
    const { id } = await repeat()
    threeWeeksLater()
    const both = await Promise.all([topUpSeries(kit.services), topUpSeries(kit.services)])
    expect(both).toEqual(['done', 'done'])
    expect(await readDrafts(id)).toHaveLength(11)
    expect(await countPosts()).toBe(11)
  })

  it('leaves nothing half made when it is interrupted, and makes all the next time', async () => {
    const { id } = await repeat()
    threeWeeksLater()
    await withFailureOn('2026-08-06', async () => {
      expect(await topUpSeries(kit.services)).toBe('retry')
      expect(await countPosts()).toBe(8)
    })
    await topUpSeries(kit.services)
    expect(await readDrafts(id)).toHaveLength(11)
  })

  it('does not bring back a draft that somebody has deleted', async () => {
    const { id } = await repeat()
    const { post_id, date } = await draftOn(id, 2)
    expect((await kit.ask(cast.creator, deletePost, { params: { postId: post_id } })).status).toBe(200)
    threeWeeksLater()
    await topUpSeries(kit.services)
    expect((await readDrafts(id)).map(draft => draft.date)).not.toContain(date)
  })

  it('uses the zone that the project has by then, and moves no draft that is there', async () => {
    const { id } = await repeat()
    const [, before] = await readDrafts(id)
    await kit.db
      .updateTable('projects')
      .set({ timezone: 'Asia/Tokyo' })
      .where('id', '=', cast.project.projectId)
      .execute()
    threeWeeksLater()
    await topUpSeries(kit.services)
    const made = await readDrafts(id)
    expect(made[1]).toEqual(before)
    expect(made[8]?.datetime.toISOString()).toBe('2026-07-30T09:00:00.000Z')
  })

  it.each([
    ['template_deleted', 'its template is deleted'],
    ['network_not_connected', 'a network is no longer connected'],
    ['no_author', 'its author may no longer create posts'],
  ])('pauses with %s when %s, and goes on afterwards', async problem => {
    const { id, postId } = await repeat()
    await breakBy(problem, postId, true)
    threeWeeksLater()
    await topUpSeries(kit.services)
    const seen = await draftOn(id, problem === 'template_deleted' ? 0 : 1)
    const read = () => kit.ask(cast.admin, getPostSeries, { params: { postId: seen.post_id } })
    expect((await read()).data.series).toMatchObject({ problem })
    await breakBy(problem, postId, false)
    await topUpSeries(kit.services)
    expect((await read()).data.series).toMatchObject({ problem: null })
    expect(await readDrafts(id)).toHaveLength(11)
  })
})

const breakBy = async (problem: string, postId: number, isBroken: boolean): Promise<void> => {
  const { projectId } = cast.project
  if (problem === 'template_deleted')
    await kit.db
      .updateTable('posts')
      .set({ deleted_at: isBroken ? testNow : null })
      .where('id', '=', postId)
      .execute()
  else if (problem === 'no_author')
    await kit.db
      .updateTable('users')
      .set({ is_blocked: isBroken })
      .where('id', '=', cast.creator.userId)
      .execute()
  else if (isBroken)
    await kit.db
      .updateTable('social_accounts')
      .set({ removed_at: testNow })
      .where('project_id', '=', projectId)
      .where('social_network', '=', 'facebook')
      .execute()
  else await connect(kit.db, projectId, 'facebook')
}
