import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CalendarItem, listCalendarCards } from '#domain/calendar/contract.ts'
import { localOf } from '#domain/kernel/time.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { expectedCalendar } from '#testing/calendar-oracle.ts'
import { writesOf } from '#testing/calendar-writes.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { startPublishingStage } from '#testing/publishing/publishing.ts'
import { calendarRoutes } from './routes.ts'

const range = '2026-06-01/2026-06-30'

/** Reads the calendar like a browser that still has the last answer: of each person the last tag and the content it stands for. */
const reader = (app: Pick<TestApp, 'app' | 'tokenOf'>, projectId: number, days = range) => {
  const last = new Map<number, { etag: string; items: CalendarItem[]; text: string }>()
  return async (person: Cast['admin']) => {
    const known = last.get(person.userId)
    const answer = await app.app.inject({
      url: `/api/posts/schedules/${projectId}/${days}`,
      headers: {
        authorization: `Bearer ${await app.tokenOf(person)}`,
        ...(known ? { 'if-none-match': known.etag } : {}),
      },
    })
    if (answer.statusCode === 304 && known) return { ...known, isUnchanged: true }
    const { post_schedules: items } = answer.json<{ data: { post_schedules: CalendarItem[] } }>().data
    const fresh = { etag: String(answer.headers.etag), items, text: answer.body }
    last.set(person.userId, fresh)
    return { ...fresh, isUnchanged: false }
  }
}

describe('The calendar', () => {
  let kit: TestApp
  beforeAll(async () => {
    kit = await startTestApp({
      routes: [...calendarRoutes, ...postRoutes, ...writingRoutes, ...scheduleRoutes, ...approvalRoutes],
    })
  })
  afterAll(() => kit.close())

  it('shows after any writes what the tables say, to the team and to clients', {
    timeout: 120_000,
  }, async () => {
    type Writes = ReturnType<typeof writesOf>
    const kinds = Object.keys(writesOf(kit, await buildCast(kit.db))) as (keyof Writes)[]
    const done = new Map<string, number>()
    const write = fc.tuple(fc.constantFrom(...kinds), fc.nat({ max: 200 }))
    // All kinds one after another, then each alone on each of the first posts, one of which allows it; then any.
    const firstPosts = [0, 1, 2, 3]
    const examples = [
      ...firstPosts.map(n => kinds.map((kind): [typeof kind, number] => [kind, n])),
      ...kinds.map(kind => firstPosts.map((n): [typeof kind, number] => [kind, n])),
    ].map((writes): [typeof writes] => [writes])
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 12, maxLength: 24 }), async writes => {
        const cast = await buildCast(kit.db, { connected: ['facebook', 'instagram'] })
        const doing = writesOf(kit, cast)
        const read = reader(kit, cast.project.projectId)
        const { projectId } = cast.project
        kit.clock.set(testNow)
        const schedule = { date: '2026-06-20', time: '10:00' }
        for (const status of ['draft', 'pending_internal_approval', 'pending_external_approval'] as const)
          await buildPost(kit.db, cast.project, { type: 'text', status, schedule })
        await doing.create()
        for (const [kind, n] of writes) {
          const answer = await doing[kind](n)
          const isDone = typeof answer !== 'object' || !('status' in answer) || answer.status === 200
          done.set(kind, (done.get(kind) ?? 0) + (isDone ? 1 : 0))
          for (const [person, audience] of [
            [cast.creator, 'team'],
            [cast.external, 'client'],
          ] as const) {
            const expected = await expectedCalendar(kit.db, projectId, audience, kit.clock.now())
            expect((await read(person)).items).toEqual(expected)
            const posts = await kit.db
              .selectFrom('posts')
              .select('id')
              .where('project_id', '=', projectId)
              .execute()
            const ids = posts.map(({ id }) => id).join(',')
            const cards = await kit.ask(person, listCalendarCards, { params: { projectId }, query: { ids } })
            expect(cards.data).toEqual(expected)
          }
        }
      }),
      {
        numRuns: 15 + examples.length,
        examples,
      },
    )
    // Writes that are always refused would prove nothing.
    expect(kinds.filter(kind => !done.get(kind))).toEqual([])
  })

  it('is sent again only when something has changed, and otherwise answers 304', async () => {
    const cast = await buildCast(kit.db)
    const read = reader(kit, cast.project.projectId)
    const schedule = { date: '2026-06-10', time: '10:00' }
    const { socialIds } = await buildPost(kit.db, cast.project, { schedule })
    const write = (message: string) =>
      kit.db
        .updateTable('post_socials')
        .set({ message })
        .where('id', '=', socialIds[0] ?? 0)
        .execute()
    expect((await read(cast.creator)).isUnchanged).toBe(false)
    expect((await read(cast.creator)).isUnchanged).toBe(true)
    await write('New')
    expect((await read(cast.creator)).isUnchanged).toBe(false)
    expect((await read(cast.creator)).isUnchanged).toBe(true)
    const label = { text: 'Launch', color: '#ff0000', start_at: '2026-06-10', end_at: '2026-06-10' }
    await kit.db
      .insertInto('day_labels')
      .values({ project_id: cast.project.projectId, ...label })
      .execute()
    expect((await read(cast.creator)).isUnchanged).toBe(false)
    await kit.db
      .updateTable('projects')
      .set({ name: 'Renamed' })
      .where('id', '=', cast.project.projectId)
      .execute()
    expect((await read(cast.creator)).isUnchanged).toBe(false)
    expect((await read(cast.creator)).isUnchanged).toBe(true)
  })

  it('turns a card overdue when its time comes, without a write', async () => {
    const cast = await buildCast(kit.db)
    const read = reader(kit, cast.project.projectId)
    await buildPost(kit.db, cast.project, { schedule: { date: '2026-06-01', time: '10:00' } })
    const at = (time: string) => kit.clock.set(new Date(`2026-06-01T${time}Z`))
    const isOverdue = async () => {
      const { items, isUnchanged } = await read(cast.creator)
      return [items[0]?.post.is_overdue, isUnchanged]
    }
    at('08:00:00')
    expect(await isOverdue()).toEqual([false, false])
    at('08:15:00')
    expect(await isOverdue()).toEqual([false, true])
    at('08:15:01')
    expect(await isOverdue()).toEqual([true, false])
    at('09:00:00')
    expect(await isOverdue()).toEqual([true, true])
  })

  it('tells a client nothing of posts that are not theirs to see, not even that they change', async () => {
    const cast = await buildCast(kit.db)
    const { projectId } = cast.project
    const read = reader(kit, projectId)
    const schedule = { date: '2026-06-10', time: '10:00' }
    await buildPost(kit.db, cast.project, { status: 'pending_external_approval', schedule })
    expect((await read(cast.external)).isUnchanged).toBe(false)
    const hidden = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', status: 'draft', message: 'Secret' }],
      schedule,
    })
    expect((await read(cast.external)).isUnchanged).toBe(true)
    await sql`update post_socials set message = 'Another secret' where post_id = ${hidden.postId}`.execute(
      kit.db,
    )
    expect((await read(cast.external)).isUnchanged).toBe(true)
    expect((await read(cast.creator)).text).toContain('Another secret')
    expect((await read(cast.external)).text).not.toContain('secret')
    const cards = await kit.ask(cast.external, listCalendarCards, {
      params: { projectId },
      query: { ids: `${hidden.postId}` },
    })
    expect(cards.data).toEqual([])
  })
})

describe('A card that is read while it changes', () => {
  let kit: TestApp
  let cast: Cast
  beforeAll(async () => {
    kit = await startTestApp({ routes: calendarRoutes })
    cast = await buildCast(kit.db)
  })
  afterAll(() => kit.close())

  it('shows every write that was committed before the calendar was asked', { timeout: 60_000 }, async () => {
    const schedule = { date: '2026-06-10', time: '10:00' }
    const posts = await Promise.all([1, 2, 3].map(() => buildPost(kit.db, cast.project, { schedule })))
    const committed = new Map(posts.map(({ postId }) => [postId, 0]))
    let isWriting = true
    const writer = async (postId: number) => {
      for (let n = 1; n <= 60; n++) {
        await kit.db.transaction().execute(async tx => {
          await sql`update post_socials set message = ${String(n)} where post_id = ${postId}`.execute(tx)
          await sql`select pg_sleep(${Math.random() / 200})`.execute(tx)
        })
        committed.set(postId, n)
      }
    }
    let reads = 0
    const check = async () => {
      while (isWriting) {
        const least = new Map(committed)
        const answer = await kit.send(
          cast.creator,
          'GET',
          `/posts/schedules/${cast.project.projectId}/${range}`,
        )
        const { post_schedules: items } = answer.data as { post_schedules: CalendarItem[] }
        for (const { post_id, post } of items)
          expect(Number(post.message) || 0).toBeGreaterThanOrEqual(least.get(post_id) ?? 0)
        reads++
      }
    }
    const readers = [check(), check()]
    await Promise.all(posts.map(({ postId }) => writer(postId)))
    isWriting = false
    await Promise.all(readers)
    expect(reads).toBeGreaterThan(10)
    const { data } = await kit.send(
      cast.creator,
      'GET',
      `/posts/schedules/${cast.project.projectId}/${range}`,
    )
    const { post_schedules: last } = data as { post_schedules: CalendarItem[] }
    expect(last.map(({ post }) => post.message)).toEqual(['60', '60', '60'])
  })
})

describe('A post that is published', () => {
  it('is shown with each status that it passes', { timeout: 60_000 }, async () => {
    const stage = await startPublishingStage([...publishingRoutes, ...calendarRoutes])
    try {
      const project = await stage.connectedProject()
      const cast = await buildCast(stage.db)
      await stage.db
        .insertInto('agency_admins')
        .values({ agency_id: project.agencyId, user_id: cast.admin.userId })
        .execute()
      const due = localOf(new Date((await databaseNow(stage.db)).getTime() - 60_000), project.timezone)
      const media = [await stage.photo(project)]
      await buildPost(stage.db, project, {
        socials: [
          { network: 'facebook', status: 'scheduled', message: 'Out it goes', media },
          { network: 'linkedin', status: 'scheduled', message: 'Out it goes', media },
        ],
        schedule: due,
      })
      const read = reader(stage, project.projectId, `${due.date}/${due.date}`)
      const compare = async () => {
        const expected = await expectedCalendar(stage.db, project.projectId, 'team', stage.clock.now())
        const { items } = await read(cast.admin)
        expect(items).toEqual(expected)
        return items[0]?.post.status
      }
      expect(await compare()).toBe('scheduled')
      let isDriving = true
      const seen = new Set<string | undefined>()
      const driving = stage.drive(stage.publisher()).finally(() => {
        isDriving = false
      })
      while (isDriving) seen.add((await read(cast.admin)).items[0]?.post.status)
      await driving
      expect(await compare()).toBe('live')
      expect(seen.size).toBeGreaterThan(0)
    } finally {
      await stage.close()
    }
  })
})
