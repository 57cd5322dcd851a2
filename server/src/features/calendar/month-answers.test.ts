import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { getCalendar } from '#domain/calendar/contract.ts'
import type { LiveEvent } from '#domain/kernel/live-events.ts'
import type { EventHub } from '#server/platform/events/hub.ts'
import { ReadyAnswer } from '#server/platform/http/answers/ready-answer.ts'
import { useTestApp } from '#testing/app.ts'
import { buildCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { keepMonthsReady } from './month-answers.ts'
import { calendarRoutes } from './routes.ts'

let emit: (projectId: number) => void
let stop: () => void
const kit = useTestApp({ routes: calendarRoutes })
beforeAll(async () => {
  const listeners = new Set<(event: LiveEvent) => void>()
  const onEvent: EventHub['onEvent'] = listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  emit = projectId => {
    for (const listener of listeners)
      listener({ id: 1, type: 'post.saved', project_id: projectId, post_id: 1, actor_id: null })
  }
  stop = keepMonthsReady(kit.services, { onEvent })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  stop()
})

const encoding = () => vi.spyOn(ReadyAnswer.prototype, 'encoded')

/** The answers that were made ready, as JSON. */
const madeBy = (encoded: ReturnType<typeof encoding>): { data: { project: { id: number } } }[] =>
  encoded.mock.contexts.map(answer => JSON.parse((answer as ReadyAnswer).body.toString()))

const ask = async ({ creator, project }: Awaited<ReturnType<typeof buildCast>>) => {
  const params = { projectId: project.projectId, start: '2026-06-01', end: '2026-06-30' }
  return kit.ask(creator, getCalendar, { params })
}

it('A month that was just asked for is made again after a change, with what changed', async () => {
  const cast = await buildCast(kit.db)
  await ask(cast)
  await buildPost(kit.db, cast.project, { schedule: { date: '2026-06-10', time: '10:00' } })
  const encoded = encoding()
  emit(cast.project.projectId)
  await vi.waitFor(() => expect(encoded).toHaveBeenCalledOnce())
  const { data } = await ask(cast)
  expect(data.post_schedules).toHaveLength(1)
  expect(madeBy(encoded)).toEqual([{ data }])
})

it('Many changes at a moment make it again once', async () => {
  const cast = await buildCast(kit.db)
  await ask(cast)
  const encoded = encoding()
  for (let n = 0; n < 20; n++) emit(cast.project.projectId)
  await vi.waitFor(() => expect(encoded).toHaveBeenCalled())
  expect(encoded).toHaveBeenCalledOnce()
})

it('A first change is made ready at once; those that follow it are gathered', async () => {
  const cast = await buildCast(kit.db)
  await ask(cast)
  const encoded = encoding()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const delayAfter = () => {
    timers.mockClear()
    emit(cast.project.projectId)
    return timers.mock.calls.map(([, ms]) => ms)
  }
  expect(delayAfter()).toEqual([10])
  await vi.waitFor(() => expect(encoded).toHaveBeenCalledOnce())
  kit.clock.set(new Date(kit.clock.now().getTime() + 50))
  expect(delayAfter()).toEqual([150])
  expect(delayAfter()).toEqual([])
  await vi.waitFor(() => expect(encoded).toHaveBeenCalledTimes(2))
  kit.clock.set(new Date(kit.clock.now().getTime() + 1000))
  expect(delayAfter()).toEqual([10])
  await vi.waitFor(() => expect(encoded).toHaveBeenCalledTimes(3))
})

it('Nothing is made for other projects, nor for months that nobody has requested lately', async () => {
  const [cast, other] = [await buildCast(kit.db), await buildCast(kit.db)]
  await ask(other)
  kit.clock.set(new Date(kit.clock.now().getTime() + 11_000))
  await ask(cast)
  const encoded = encoding()
  emit(other.project.projectId)
  emit(cast.project.projectId)
  await vi.waitFor(() => expect(encoded).toHaveBeenCalled())
  expect(madeBy(encoded).map(({ data }) => data.project.id)).toEqual([cast.project.projectId])
})
