import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOfWeek, weekOf } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { startTestSandbox, type TestSandbox } from '#sandbox/testing/start.ts'
import { startTestApp } from '#testing/app.ts'
import { demoClients, seedDemo } from './seed.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Drawing the photos takes longer than everything else, and no date depends on one: `seed.test.ts` has them. */
const clients = demoClients.map(client => ({
  ...client,
  posts: client.posts.map(({ photo: _, ...post }) => post),
}))

/** Dates on which a day counted from today falls into another week, month, year or offset. */
const instants = {
  'on 1 January': '2027-01-01T09:00:00Z',
  'on 29 February': '2028-02-29T05:00:00Z',
  'on the last day of a month': '2027-04-30T12:00:00Z',
  'on New Year’s Eve, two minutes before midnight': '2026-12-31T22:58:00Z',
  'on the day that summer time begins': '2027-03-28T00:30:00Z',
  'on the day that summer time ends': '2027-10-31T00:30:00Z',
  'on a Sunday': '2026-11-29T16:00:00Z',
  'on a Friday evening': '2026-11-27T19:30:00Z',
}

/** The demo's projects and posts as somebody sees them who starts Galley at this instant. */
const seededAt = async (instant: string) => {
  const now = new Date(instant)
  const test = await startTestApp({ routes: [], now })
  try {
    await seedDemo(test.services, sandbox.url(), clients)
    const posts = await test.db
      .selectFrom('post_socials as social')
      .innerJoin('schedules as schedule', 'schedule.post_id', 'social.post_id')
      .select(['social.project_id', 'social.status', 'schedule.datetime', 'schedule.timezone'])
      .select(['social.created_at', 'social.updated_at'])
      .execute()
    const sales = await test.db
      .selectFrom('day_labels')
      .select(['start_at', 'end_at'])
      .where('text', '=', 'Black Friday')
      .execute()
    return { now, posts, sales }
  } finally {
    await test.close()
  }
}

describe.each(Object.entries(instants))('A demo that is started %s', (_, instant) => {
  let demo: Awaited<ReturnType<typeof seededAt>>
  beforeAll(async () => {
    demo = await seededAt(instant)
  })

  it('has every post, with what is live in the past and all others still to come', () => {
    const { now, posts } = demo
    expect(posts).toHaveLength(
      clients.flatMap(({ posts }) => posts).reduce((sum, { networks }) => sum + networks.length, 0),
    )
    for (const { status, datetime, created_at, updated_at } of posts) {
      expect({ status, isPast: datetime < now }).toEqual({ status, isPast: status === 'live' })
      expect(created_at <= updated_at && updated_at <= now).toBe(true)
    }
  })

  it.each(['pending_internal_approval', 'pending_external_approval'] as const)(
    'shows all posts of a project that are %s in one week',
    status => {
      const waiting = Map.groupBy(
        demo.posts.filter(post => post.status === status),
        post => post.project_id,
      )
      expect(waiting.size).toBeGreaterThan(0)
      for (const posts of waiting.values()) {
        const weeks = posts.map(({ datetime, timezone }) => weekOf(dayOf(datetime, timezone)).start)
        expect(new Set(weeks).size).toBe(1)
      }
    },
  )

  it('has Black Friday on its Friday', () => {
    const year = demo.now.getUTCFullYear()
    expect(demo.sales).toHaveLength(clients.length)
    for (const { start_at, end_at } of demo.sales) {
      expect(end_at).toBe(start_at)
      expect(dayOfWeek(start_at)).toBe(5)
      // Its eve is Thanksgiving, the fourth Thursday of November.
      expect(start_at.slice(0, 7)).toMatch(new RegExp(`^(${year}|${year + 1})-11$`))
      expect(Math.ceil((Number(start_at.slice(8)) - 1) / 7)).toBe(4)
    }
  })
})
