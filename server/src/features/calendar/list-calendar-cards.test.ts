import { describe, expect, it } from 'vitest'
import { getCalendar, listCalendarCards } from '#domain/calendar/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { type Cast, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { calendarRoutes } from './routes.ts'

const kit = useTestApp({ routes: calendarRoutes })
const cast = useCast(kit)

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

  it('requested by many at the same moment are to each what they may see', async () => {
    const sent = await buildPost(kit.db, cast.project, { status: 'pending_external_approval', schedule })
    const internal = await buildPost(kit.db, cast.project, { status: 'pending_internal_approval', schedule })
    const elsewhere = await buildPost(kit.db, cast.elsewhere, { status: 'live', schedule })
    const ids = [sent, internal, elsewhere].map(({ postId }) => postId)
    const ofStranger = () =>
      kit.ask(cast.stranger, listCalendarCards, {
        params: { projectId: cast.elsewhere.projectId },
        query: { ids: ids.join(',') },
      })
    const postsOf = async (answer: ReturnType<typeof list>) =>
      (await answer).data.map(item => item.post_id).sort((one, other) => one - other)
    const everyone = () =>
      [list(cast.creator, ids), list(cast.external, ids), list(cast.internal, ids), ofStranger()].map(postsOf)
    const [a, b, c, d] = [
      [sent.postId, internal.postId],
      [sent.postId],
      [sent.postId, internal.postId],
      [elsewhere.postId],
    ]
    expect(await Promise.all([...everyone(), ...everyone(), ...everyone()])).toEqual([
      a,
      b,
      c,
      d,
      a,
      b,
      c,
      d,
      a,
      b,
      c,
      d,
    ])
  })

  it('are those after a change that was made before they were requested', async () => {
    const { postId } = await buildPost(kit.db, cast.project, { status: 'draft', schedule })
    for (const message of ['One', 'Two', 'Three']) {
      await kit.db.updateTable('post_socials').set({ message }).where('post_id', '=', postId).execute()
      const answers = await Promise.all([list(cast.creator, [postId]), list(cast.admin, [postId])])
      expect(answers.map(({ data }) => data[0]?.post.message)).toEqual([message, message])
    }
  })

  it('turn overdue when their time has passed, although nothing else has changed', async () => {
    const { postId } = await buildPost(kit.db, cast.project, { status: 'draft', schedule })
    const isOverdue = async () => (await list(cast.creator, [postId])).data[0]?.post.is_overdue
    kit.clock.set(new Date('2026-06-10T07:00:00Z'))
    expect(await isOverdue()).toBe(false)
    kit.clock.set(new Date('2026-06-10T09:00:00Z'))
    expect(await isOverdue()).toBe(true)
  })

  it('are not made of a post that was never saved, in the calendar neither, until it is', async () => {
    const fresh = await buildPost(kit.db, cast.project, { status: 'temporary_draft', schedule })
    const shown = async () => {
      const params = { projectId: cast.project.projectId, start: schedule.date, end: schedule.date }
      const calendar = await kit.ask(cast.creator, getCalendar, { params })
      const cards = await list(cast.creator, [fresh.postId])
      const inCalendar = calendar.data.post_schedules.some(item => item.post_id === fresh.postId)
      return [inCalendar, cards.data.length]
    }
    expect(await shown()).toEqual([false, 0])
    await kit.db
      .updateTable('post_socials')
      .set({ status: 'draft' })
      .where('post_id', '=', fresh.postId)
      .execute()
    expect(await shown()).toEqual([true, 1])
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
