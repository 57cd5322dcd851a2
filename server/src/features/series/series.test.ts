import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { deletePost, savePostSocials } from '#domain/posts/contract.ts'
import { updateSchedule } from '#domain/schedules/contract.ts'
import { changeFollowing, createSeries, getPostSeries, stopSeries } from '#domain/series/contract.ts'
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
const edit = async ({ post_id, version_id }: { post_id: number; version_id: number }, message: string) => {
  const body = {
    post_id,
    project_id: cast.project.projectId,
    post_socials: [{ id: version_id, media_actions: [], message }],
  }
  expect((await kit.ask(cast.creator, savePostSocials, { body })).status).toBe(200)
}

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

describe('A series', () => {
  it('is seen and changed by those who write only, and is unknown to another agency', async () => {
    const { postId } = await repeat()
    const params = { postId }
    for (const [person, status] of [
      [cast.internal, 403],
      [cast.external, 403],
      [cast.stranger, 404],
    ] as const) {
      const answers = [
        await kit.ask(person, createSeries, { params, body: bodyOf({}) }),
        await kit.ask(person, getPostSeries, { params }),
        await kit.ask(person, changeFollowing, { params }),
        await kit.ask(person, stopSeries, { params, body: { drafts: 'delete' } }),
      ]
      // A client does not know a draft of the agency at all.
      for (const answer of answers) expect([status, 404]).toContain(answer.status)
    }
    const { data } = await kit.ask(cast.admin, getPostSeries, { params })
    expect(data.series).toMatchObject({ rule: weekly, time: '18:00', unchanged_later: 7, problem: null })
  })
})
