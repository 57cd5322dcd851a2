import { beforeEach, describe, expect, it } from 'vitest'
import { changeFollowing, createSeries, getPostSeries, stopSeries } from '#domain/series/contract.ts'
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
