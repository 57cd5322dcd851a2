import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCalendar, listCalendarCards } from '#domain/calendar/contract.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { calendarRoutes } from './routes.ts'

let kit: TestApp
let cast: Cast
beforeAll(async () => {
  kit = await startTestApp({ routes: calendarRoutes })
  cast = await buildCast(kit.db)
})
afterAll(() => kit.close())

const schedule = { date: '2026-06-10', time: '10:00' }
const list = (person: Cast['admin'] | null, ids: readonly (number | string)[]) =>
  kit.ask(person, listCalendarCards, {
    params: { projectId: cast.project.projectId },
    query: { ids: ids.join(',') },
  })

describe('The cards of single posts', () => {
  it('are those of the calendar, by their time', async () => {
    const late = await buildPost(kit.db, cast.project, { schedule: { date: '2026-06-11', time: '10:00' } })
    const early = await buildPost(kit.db, cast.project, { schedule })
    const params = { projectId: cast.project.projectId, start: '2026-06-01', end: '2026-06-30' }
    const calendar = await kit.ask(cast.creator, getCalendar, { params })
    const { status, data } = await list(cast.creator, [late.postId, early.postId])
    expect(status).toBe(200)
    expect(data.map(item => item.post_id)).toEqual([early.postId, late.postId])
    expect(data).toEqual(calendar.data.post_schedules)
  })

  it('leave out what has no card for the caller, whatever the reason', async () => {
    const shown = await buildPost(kit.db, cast.project, { status: 'pending_external_approval', schedule })
    const internal = await buildPost(kit.db, cast.project, { status: 'draft', schedule })
    const unscheduled = await buildPost(kit.db, cast.project, { status: 'pending_external_approval' })
    const deleted = await buildPost(kit.db, cast.project, { status: 'live', schedule })
    await kit.db
      .updateTable('posts')
      .set({ deleted_at: new Date() })
      .where('id', '=', deleted.postId)
      .execute()
    const elsewhere = await buildPost(kit.db, cast.elsewhere, { status: 'live', schedule })
    const ids = [shown, internal, unscheduled, deleted, elsewhere].map(({ postId }) => postId)
    const { status, data } = await list(cast.external, [...ids, 999_999])
    expect(status).toBe(200)
    expect(data.map(item => item.post_id)).toEqual([shown.postId])
  })

  it('are refused to people outside the project as if it did not exist, and without a session', async () => {
    const { postId } = await buildPost(kit.db, cast.project, { schedule })
    expect((await list(cast.stranger, [postId])).status).toBe(404)
    expect((await list(null, [postId])).status).toBe(401)
  })

  it.each([
    ['no ids', ['']],
    ['something that is no id', ['1', 'x']],
    ['the id 0', [0]],
    ['more than 100', Array.from({ length: 101 }, (_, index) => index + 1)],
  ])('are not listed for %s', async (_name, ids) => {
    expect(await list(cast.creator, ids)).toMatchObject({ status: 422, code: 'validation_error' })
  })
})
