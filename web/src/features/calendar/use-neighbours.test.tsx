import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mutationKeys } from '#web/platform/query.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { answer } from '../../../testing/fake-server.ts'
import { useNeighbours } from './use-neighbours.ts'

const november = { date: '2026-11-10', view: 'month' } as const
const emptyMonth = {
  project: { id: 3, name: 'Harbor', timezone: 'Europe/Berlin', socials: [] },
  post_schedules: [],
  day_labels: [],
}
let requests: string[]
beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  fakeFetch(async input => {
    requests.push(String(input))
    return answer(200, emptyMonth)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'connection')
})

const open = async (isShown: boolean, client = new QueryClient()) => {
  const { unmount } = renderHook(() => useNeighbours(3, november, isShown), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await vi.advanceTimersByTimeAsync(2000)
  unmount()
  client.clear()
}
const connect = (connection: object) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })

it('reads the next and the previous month ahead once a month is shown', async () => {
  await open(true)
  expect(requests).toEqual([
    '/api/posts/schedules/3/2026-11-30/2027-01-03',
    '/api/posts/schedules/3/2026-09-28/2026-11-01',
  ])
})

it('reads nothing ahead before the month is shown', async () => {
  await open(false)
  expect(requests).toEqual([])
})

it.each([{ saveData: true }, { effectiveType: '3g' }])(
  'reads nothing ahead with a connection of %j',
  async connection => {
    connect(connection)
    await open(true)
    expect(requests).toEqual([])
  },
)

it('reads nothing ahead of a project that the person is leaving', async () => {
  const client = new QueryClient()
  const leaving = { mutationKey: mutationKeys.quitProject(3), mutationFn: async () => ({}) }
  await client.getMutationCache().build(client, leaving).execute(undefined)
  await open(true, client)
  expect(requests).toEqual([])
})
