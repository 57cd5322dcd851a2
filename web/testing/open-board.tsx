import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { BoardPreferences } from '#domain/notifications/board-preferences-contract.ts'
import type { Board, BoardRow } from '#domain/publishing/board-contract.ts'
import type { WaitingList } from '#domain/publishing/chase-contract.ts'
import { BoardScreen } from '#web/features/board/board-screen.tsx'
import { BoardWall } from '#web/features/board/board-wall.tsx'
import { boardSearch, parseSearch, stringifySearch } from '#web/routes/search.ts'
import { buildMe, buildOwnProject } from './build-project.ts'
import { fakeFetch } from './fake-fetch.ts'
import { renderAs } from './render-as.tsx'

const HOUR = 3_600_000
/** An instant so many hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** A row of the board; without more it goes out. */
export const row = (id: number, part: Partial<BoardRow> = {}): BoardRow => ({
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

export const waiting = row(1, {
  risk: 'amber',
  reasons: [{ code: 'waits_for_approval', risk: 'amber', until: inHours(3.5) }],
  acts: [{ id: 7, name: 'Emil' }],
  since: inHours(-20),
})
export const failed = row(2, {
  risk: 'red',
  status: 'publishing_failed',
  reasons: [{ code: 'failed', risk: 'red', until: null }],
  failure_reason: 'network_down',
})
export const unconnected = row(3, {
  risk: 'red',
  reasons: [
    { code: 'reconnect_needed', risk: 'red', until: null },
    { code: 'files', risk: 'amber', until: null },
    { code: 'network_rule', risk: 'amber', until: null, detail: 'Link is required' },
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

export type Sent = { readonly method: string; readonly url: URL; readonly body: unknown }

export const openBoard = async (
  rows: readonly BoardRow[] | 'refused',
  address = '/board',
  {
    answer = () => ({}),
    read = () => undefined,
    waitingList = { people: [], posts: 0 },
    preferences = { digest: null, lands_on_board: false },
  }: {
    readonly answer?: (sent: Sent) => unknown
    /** What else is asked for. */
    readonly read?: (sent: Sent) => unknown
    /** Whom posts wait for. */
    readonly waitingList?: WaitingList
    readonly preferences?: BoardPreferences
  } = {},
) => {
  const me = buildMe({ projects: [buildOwnProject('agency-admin')] })
  const sent: Sent[] = []
  let shown = rows
  fakeFetch((url, init) => {
    const request = { method: init.method ?? 'GET', url: new URL(url, 'http://galley.test'), body: init.body }
    sent.push(request)
    if (request.url.pathname === '/api/auth/me') return Response.json({ data: me })
    if (request.url.pathname === '/api/board/waiting') return Response.json({ data: waitingList })
    if (request.method === 'GET' && request.url.pathname === '/api/board/preferences')
      return Response.json({ data: preferences })
    if (request.method !== 'GET') return Response.json({ data: answer(request) })
    const other = read(request)
    if (other !== undefined) return Response.json({ data: other })
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
    component: () => {
      const { wall, ...search } = boardSearch(page.useSearch())
      return wall ? <BoardWall search={search} /> : <BoardScreen search={search} />
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    parseSearch,
    stringifySearch,
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  renderAs(me, <RouterProvider router={router} />)
  return {
    sent,
    search: () => router.state.location.searchStr,
    change: (next: readonly BoardRow[]) => {
      shown = next
    },
  }
}
