import { QueryClient } from '@tanstack/react-query'
// Loaded now: what loads it while the clock stands still would wait for ever on a busy machine.
import 'eventsource-parser'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backoff, type LiveState, listenLive } from './live.ts'
import { createBatch, keysAffectedBy } from './live-updates.ts'
import { onNotified } from './notified.ts'
import { mutationKeys, queryKeys } from './query.ts'
import { storeToken } from './token.ts'

const event = (id: number) => ({ id, type: 'post.saved', project_id: 1, post_id: 9, actor_id: 2 })
const stream = (...texts: string[]) =>
  new Response(
    new ReadableStream({
      start: controller => {
        for (const text of texts) controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    }),
  )

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  storeToken({ token: 'good', expires_in: 3600 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const listen = async (answers: Response[], answerAfterMs = 0, isLeaving = () => false) => {
  const requests: (string | null)[] = []
  const heard: number[] = []
  const states: LiveState[] = []
  const onGap = vi.fn()
  const onAccess = vi.fn()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    requests.push(new Headers(init?.headers).get('last-event-id'))
    await new Promise(resolve => setTimeout(resolve, answerAfterMs))
    return answers.shift() ?? new Response(null, { status: 404 })
  })
  const stop = new AbortController()
  const listening = listenLive({
    projectId: 1,
    signal: stop.signal,
    onEvent: ({ id }) => heard.push(id),
    onState: state => states.push(state),
    onGap,
    onAccess,
    isLeaving,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  stop.abort()
  await listening
  return { requests, heard, states, onGap, onAccess }
}

test('events are read no matter how the bytes are split', async () => {
  const text = `id: 5\ndata: ${JSON.stringify(event(5))}\n\n: beat\n\nid: 6\ndata: ${JSON.stringify(event(6))}\n\n`
  const { heard } = await listen([stream(text.slice(0, 20), text.slice(20, 90), text.slice(90))])
  expect(heard).toEqual([5, 6])
})

test('after a lost connection it reconnects and asks for what it missed', async () => {
  const { requests, states, onGap } = await listen([
    stream(`id: 5\ndata: ${JSON.stringify(event(5))}\n\n`),
    new Response(null, { status: 503 }),
    stream(),
  ])
  expect(requests).toEqual([null, '5', '5', '5'])
  expect(states).toEqual(['live', 'reconnecting', 'reconnecting', 'live', 'reconnecting', 'refused'])
  expect(onGap).not.toHaveBeenCalled()
})

test('a project that the person is deleting is not asked again, and is once that has failed', async () => {
  let turns = 0
  const { requests } = await listen([stream()], 0, () => [1, 2].includes(turns++))
  expect(requests).toHaveLength(2)
  expect((await listen([], 0, () => true)).requests).toEqual([])
})

test('a gap that the server cannot fill reloads everything', async () => {
  expect((await listen([stream('event: gap\ndata: {}\n\n')])).onGap).toHaveBeenCalled()
  expect((await listen([stream(), stream()])).onGap).toHaveBeenCalledOnce()
})

test('what was missed is reloaded once the connection is back, and not before', async () => {
  const { onGap } = await listen([stream(), new Response(null, { status: 503 })])
  expect(onGap).not.toHaveBeenCalled()
})

test('a first connection that was slow or needed a second try reloads what the page had read; a quick one does not', async () => {
  const slow = await listen([stream()], 1500)
  expect(slow.onGap).toHaveBeenCalledOnce()
  expect(slow.onAccess).toHaveBeenCalledOnce()
  const second = await listen([new Response(null, { status: 503 }), stream()])
  expect(second.onGap).toHaveBeenCalledOnce()
  expect(second.onAccess).toHaveBeenCalledOnce()
  const quick = await listen([stream()], 500)
  expect(quick.onGap).not.toHaveBeenCalled()
  expect(quick.onAccess).not.toHaveBeenCalled()
})

test('after a slow first connection, and after a lost one, the person’s notifications are read again; after a quick one they are not', async () => {
  const signalled = vi.fn()
  onTestFinished(onNotified(signalled))
  await listen([stream()], 500)
  expect(signalled).not.toHaveBeenCalled()
  await listen([stream()], 1500)
  expect(signalled).toHaveBeenCalledTimes(1)
  await listen([stream(`id: 5\ndata: ${JSON.stringify(event(5))}\n\n`), stream()])
  expect(signalled).toHaveBeenCalledTimes(2)
})

test('a change of the person’s own access is reported, but not as an event', async () => {
  const { heard, onAccess } = await listen([stream('event: access\ndata: {}\n\n')])
  expect(onAccess).toHaveBeenCalledOnce()
  expect(heard).toEqual([])
})

test('an unreadable event does not end the connection', async () => {
  const { heard } = await listen([stream(`data: nonsense\n\ndata: ${JSON.stringify(event(7))}\n\n`)])
  expect(heard).toEqual([7])
})

test('a person without access does not keep reconnecting', async () => {
  expect((await listen([])).requests).toHaveLength(1)
})

test('the delay between retries grows to 15 s and no further', () => {
  expect(backoff(0, 0, 1)).toBe(500)
  expect(backoff(3, 0, 1)).toBe(4000)
  expect(backoff(20, 0, 1)).toBe(15_000)
  expect(backoff(20, 0, 0)).toBeGreaterThan(10_000)
})

test('a client comes back when the server has said last, and not earlier', async () => {
  const requestsIn60s = async (ms: number) =>
    (await listen([stream('retry: 3000\n\n', `retry: ${ms}\n\n`), stream()])).requests.length
  expect(await requestsIn60s(59_000)).toBe(2)
  expect(await requestsIn60s(61_000)).toBe(1)
})

test('5,000 clients that were told to come back within half a minute do not come in one second, however long the server was away', () => {
  const clients = Array.from({ length: 5_000 }, (_, one) => 500 + 6 * one)
  const returnOf = (returnAfter: number, downtime: number): number => {
    let [at, attempt] = [0, 0]
    do at += backoff(attempt++, returnAfter)
    while (at < downtime)
    return at
  }
  const anyDowntime = fc.integer({ min: 0, max: 300_000 })
  fc.assert(
    fc.property(anyDowntime, downtime => {
      const inSecond = new Map<number, number>()
      for (const returnAfter of clients) {
        const second = Math.floor(returnOf(returnAfter, downtime) / 1000)
        inSecond.set(second, (inSecond.get(second) ?? 0) + 1)
      }
      expect(Math.max(...inSecond.values())).toBeLessThan(clients.length / 7)
    }),
    { numRuns: 30 },
  )
})

test('an event invalidates its post, the calendar and the lists, and no other post or project', async () => {
  const client = new QueryClient()
  const keys = {
    post: queryKeys.post(1, 9),
    otherPost: queryKeys.post(1, 8),
    calendar: [...queryKeys.calendar(1), '2026-11-01', '2026-11-30'],
    pending: [...queryKeys.approvalLists(1), 'pending'],
    history: queryKeys.approvalHistory(1, 9),
    otherProject: queryKeys.calendar(2),
  }
  for (const key of Object.values(keys)) client.setQueryData(key, {})
  for (const queryKey of keysAffectedBy({ project_id: 1, post_id: 9 }))
    await client.invalidateQueries({ queryKey })
  const old = Object.entries(keys).filter(([, key]) => client.getQueryState(key)?.isInvalidated)
  expect(old.map(([name]) => name)).toEqual(['post', 'calendar', 'pending', 'history'])
})

test.each([
  ['a person who is leaving a project reads nothing of it again', true],
  ['a person who stays reads what an event changed', false],
])('%s', async (_, leaves) => {
  const client = new QueryClient()
  const key = queryKeys.project(1)
  client.setQueryData(key, {})
  if (leaves)
    void client
      .getMutationCache()
      .build(client, { mutationKey: mutationKeys.quitProject(1), mutationFn: async () => null })
      .execute(undefined)
  vi.useFakeTimers()
  createBatch(client, 1).add({ project_id: 1, post_id: null })
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  expect(client.getQueryState(key)?.isInvalidated).toBe(!leaves)
})
