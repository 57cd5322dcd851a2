import { describe, expect, it, test } from 'vitest'
import { listUnscheduledPosts, UNSCHEDULED_PAGE } from '#domain/calendar/contract.ts'
import { deletePosts } from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { createSchedule, deleteSchedule } from '#domain/schedules/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { calendarRoutes } from './routes.ts'

const kit = useTestApp({ routes: [...calendarRoutes, ...scheduleRoutes, ...postRoutes] })
const cast = useNewCast(kit)

const ask = (person: TestPerson, query: { q?: string; after?: number } = {}) =>
  kit.ask(person, listUnscheduledPosts, { params: { projectId: cast.project.projectId }, query })
const list = async (query: { q?: string; after?: number } = {}) => {
  const { data } = await ask(cast.creator, query)
  return { ...data, ids: data.posts.map(({ id }) => id) }
}
const build = (...messages: string[]) =>
  buildPost(kit.db, cast.project, {
    socials: messages.map((message, index) => ({ network: index === 0 ? 'facebook' : 'linkedin', message })),
  })

describe('Posts without a schedule', () => {
  it('are listed newest first, and leave when they are scheduled or deleted', async () => {
    const first = await build('One')
    const second = await build('Two')
    expect(await list()).toMatchObject({ ids: [second.postId, first.postId], total: 2, next_after: null })
    const when = { date: '2026-06-20', time: '12:00', is_autoposting: true }
    const { data } = await kit.ask(cast.creator, createSchedule, { body: { ...when, post_id: first.postId } })
    expect((await list()).ids).toEqual([second.postId])
    await kit.ask(cast.creator, deleteSchedule, { params: { scheduleId: data.id } })
    expect((await list()).ids).toEqual([second.postId, first.postId])
    await kit.ask(cast.creator, deletePosts, { body: { post_ids: [second.postId] } })
    expect(await list()).toMatchObject({ ids: [first.postId], total: 1 })
  })

  test.each<[PostSocialStatus, boolean]>([
    ['temporary_draft', false],
    ['draft', true],
    ['approved', true],
    ['requires_revision', true],
    ['publishing_failed', true],
    ['on_publishing', false],
    ['live', false],
  ])('are listed while they can be scheduled: %s %s', async (status, isListed) => {
    const { postId } = await buildPost(kit.db, cast.project, { status })
    expect((await list()).ids).toEqual(isListed ? [postId] : [])
  })

  it('are listed if one of their versions is live and another is not', async () => {
    const socials = [
      { network: 'facebook', status: 'live' },
      { network: 'linkedin', status: 'publishing_failed' },
    ] as const
    const { postId } = await buildPost(kit.db, cast.project, { socials })
    expect((await list()).ids).toEqual([postId])
  })

  it('are found by words of any version, in any case, and percent signs are signs', async () => {
    const both = await build('Fresh coffee', '50% off ÄPFEL')
    await build('Tea')
    expect(await list({ q: 'COFFEE fresh' })).toMatchObject({ ids: [both.postId], total: 2 })
    expect((await list({ q: 'äpfel 50%' })).ids).toEqual([both.postId])
    expect((await list({ q: '%' })).ids).toEqual([both.postId])
    expect((await list({ q: 'coffee tea' })).ids).toEqual([])
  })

  it('come in pages without a gap or a repeat', async () => {
    const ids: number[] = []
    for (let count = 0; count < UNSCHEDULED_PAGE + 2; count++) ids.push((await build('x')).postId)
    const first = await list()
    const second = await list({ after: first.next_after ?? 0 })
    expect([...first.ids, ...second.ids]).toEqual(ids.toReversed())
    expect(second.next_after).toBeNull()
  })

  it('are for those who schedule, and do not exist for another agency', async () => {
    await build('One')
    expect((await ask(cast.admin)).status).toBe(200)
    expect((await ask(cast.internal)).status).toBe(403)
    expect((await ask(cast.external)).status).toBe(403)
    expect((await ask(cast.stranger)).status).toBe(404)
  })
})
