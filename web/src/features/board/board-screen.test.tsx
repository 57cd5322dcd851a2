import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Board, BoardRow } from '#domain/publishing/board-contract.ts'
import { boardSearch, parseSearch, stringifySearch } from '#web/routes/search.ts'
import { buildMe, buildOwnProject } from '../../../testing/build-project.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { renderAs } from '../../../testing/render-as.tsx'
import { boardDays } from './board-days.ts'
import { BoardScreen } from './board-screen.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

const row = (id: number, part: Partial<BoardRow> = {}): BoardRow => ({
  post_social_id: id,
  post_id: id + 100,
  project_id: 3,
  social_network: 'facebook',
  status: 'approved',
  datetime: inHours(30 + id),
  text: `Post ${id}`,
  risk: 'green',
  reasons: [],
  acts: [],
  since: null,
  failure_reason: null,
  labels: [],
  ...part,
})

const waiting = row(1, {
  risk: 'amber',
  reasons: [{ code: 'waits_for_approval', risk: 'amber', until: inHours(3.5) }],
  acts: [{ id: 7, name: 'Emil' }],
  since: inHours(-20),
})
const failed = row(2, {
  risk: 'red',
  status: 'publishing_failed',
  reasons: [{ code: 'failed', risk: 'red', until: null }],
  failure_reason: 'network_down',
})
const unconnected = row(3, {
  risk: 'red',
  reasons: [
    { code: 'reconnect_needed', risk: 'red', until: null },
    { code: 'files', risk: 'amber', until: null },
  ],
})

const boardOf = (rows: readonly BoardRow[]): Board => ({
  counts: { red: 2, amber: 1, green: 4 },
  clients: [
    { id: 3, name: 'Harbor', agency_name: 'Bluebird', logo: null, timezone: 'UTC', role: 'agency-admin' },
  ],
  people: [{ id: 7, name: 'Emil' }],
  labels: ['Launch'],
  rows: [...rows],
  has_more: false,
})

type Sent = { readonly method: string; readonly url: URL; readonly body: unknown }

const open = async (
  rows: readonly BoardRow[] | 'refused',
  address = '/board',
  answer: (sent: Sent) => unknown = () => ({}),
) => {
  const sent: Sent[] = []
  let shown = rows
  fakeFetch((url, init) => {
    const request = { method: init.method ?? 'GET', url: new URL(url, 'http://galley.test'), body: init.body }
    sent.push(request)
    if (request.method !== 'GET') return Response.json({ data: answer(request) })
    if (shown === 'refused')
      return Response.json({ error: { code: 'internal', message: 'Down' } }, { status: 400 })
    const revision = String(shown.length)
    const isKnown = request.url.searchParams.get('known') === revision
    return Response.json({ data: { revision, board: isKnown ? null : boardOf(shown) } })
  })
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/board',
    validateSearch: boardSearch,
    component: () => <BoardScreen search={boardSearch(page.useSearch())} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  renderAs(buildMe({ projects: [buildOwnProject('agency-admin')] }), <RouterProvider router={router} />)
  return {
    sent,
    search: () => router.state.location.searchStr,
    change: (next: readonly BoardRow[]) => {
      shown = next
    },
  }
}

const lineOf = async (text: string) => {
  const line = (await screen.findByRole('link', { name: text })).closest('li')
  if (!line) throw new Error(`no line of ${text}`)
  return within(line)
}

describe('The board', () => {
  it('says of each post in words whether it goes out, why not and whom it waits for', async () => {
    await open([row(4), waiting, failed, unconnected])
    expect((await lineOf('Post 4')).getByText('Goes out')).toBeTruthy()
    const amber = await lineOf('Post 1')
    expect(amber.getByText('Needs somebody')).toBeTruthy()
    expect(amber.getByText(/^Not approved: waits for Emil since .+, until .+ \(in 3 hours\)$/)).toBeTruthy()
    const red = await lineOf('Post 2')
    expect(red.getByText('Will not go out')).toBeTruthy()
    expect(red.getByText('The network could not be reached')).toBeTruthy()
    const both = await lineOf('Post 3')
    expect(both.getByText('The account needs to be reconnected')).toBeTruthy()
    expect(both.getByText('Files are not ready')).toBeTruthy()
  })

  it('offers the way out in place: open, remind, reconnect, publish again', async () => {
    const { sent } = await open([waiting, failed, unconnected], '/board', ({ url }) =>
      url.pathname.endsWith('/remind') ? { post_id: 101, reminded_at: inHours(0) } : {},
    )
    expect((await screen.findByRole('link', { name: 'Post 1' })).getAttribute('href')).toBe(
      '/3/manage-post/facebook?postId=101',
    )
    expect((await lineOf('Post 3')).getByRole('link', { name: /^Reconnect/ }).getAttribute('href')).toBe(
      '/3/settings/social-accounts',
    )
    expect((await lineOf('Post 2')).getByRole('button', { name: 'Publish again' })).toBeTruthy()
    fireEvent.click((await lineOf('Post 1')).getByRole('button', { name: 'Remind' }))
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
        url: { pathname: '/api/posts/approvals/remind' },
        body: JSON.stringify({ post_id: 101 }),
      }),
    )
  })

  it('is filtered by its address, by the counts and by the lists', async () => {
    const { sent, search } = await open([failed], '/board?risk=red&clients=3&label=Launch&other=1')
    const red = await screen.findByRole('button', { name: /2.+Will not go out/ })
    expect(red.getAttribute('aria-pressed')).toBe('true')
    const asked = sent[0]?.url.searchParams
    expect(['risk', 'clients', 'label', 'other'].map(name => asked?.get(name))).toEqual([
      'red',
      '3',
      'Launch',
      null,
    ])
    fireEvent.click(red)
    await waitFor(() => expect(search()).toBe('?clients=3&label=Launch'))
    fireEvent.change(screen.getByRole('combobox', { name: 'Waits for' }), { target: { value: '7' } })
    await waitFor(() => expect(search()).toContain('person=7'))
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(search()).toBe(''))
  })

  it('shows what changes while it is open, and asks only whether its revision is still right', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { sent, change } = await open([waiting])
    await screen.findByText('Post 1')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(screen.queryByText('Post 2')).toBeNull()
    change([waiting, failed])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await screen.findByText('Post 2')).toBeTruthy()
    expect(sent.some(({ url }) => url.searchParams.get('known') === '1')).toBe(true)
  })

  it('says that nothing is planned, and that nothing fits', async () => {
    await open([])
    expect(await screen.findByText('Nothing is planned')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /Goes out/ }))
    expect(await screen.findByText('Nothing here')).toBeTruthy()
  })

  it('offers to try again where it could not be read', async () => {
    const { change } = await open('refused')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    change([waiting])
    fireEvent.click(retry)
    expect(await screen.findByText('Post 1')).toBeTruthy()
  })
})

it('The rows of today are grouped by hour, those of other days by day', () => {
  const now = new Date('2026-06-01T08:00:00Z')
  const at = (datetime: string) => row(Date.parse(datetime) / 1000, { datetime })
  const days = boardDays(
    ['2026-06-01T09:10:00Z', '2026-06-01T09:50:00Z', '2026-06-01T15:00:00Z', '2026-06-02T09:00:00Z'].map(at),
    now,
    'Europe/Berlin',
  )
  expect(days.map(({ title, parts }) => [title, parts.map(part => [part.title, part.rows.length])])).toEqual([
    [
      'Today, Mon 1 Jun',
      [
        ['11 AM', 2],
        ['5 PM', 1],
      ],
    ],
    ['Tue 2 Jun', [['', 1]]],
  ])
})
