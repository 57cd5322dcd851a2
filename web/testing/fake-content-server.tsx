import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import type { ContentRow, SavedView } from '#domain/content/contract.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Pause } from '#domain/projects/pause.ts'
import { ContentScreen } from '#web/features/content/content-screen.tsx'
import { messageOf } from '#web/platform/api-error.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { contentSearch } from '#web/routes/search.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { Toasts, toast } from '#web/ui/toast.tsx'
import { calendarItem, scheduleOf } from './build-calendar-item.ts'
import { buildMe, buildOwnProject, buildProject } from './build-project.ts'
import { fakeFetch } from './fake-fetch.ts'

type Part = Parameters<typeof calendarItem>[0] & { readonly isUnscheduled?: boolean }

/** For tests: a row of the list. */
export const contentRow = ({ isUnscheduled = false, ...part }: Part = {}): ContentRow => {
  const { post, ...schedule } = calendarItem(part)
  return {
    ...post,
    revision: 1,
    latest_schedule: isUnscheduled ? null : schedule,
    published_at: null,
    author: 'Carl Brandt',
    waiting_for: [],
  }
}

/** For tests: the part of the server that the content list uses. */
export type FakeServer = {
  rows: ContentRow[]
  views: SavedView[]
  pauses: Pause[]
  /** The project is archived since. */
  archivedAt: string | undefined
  /** The status of the next answers to what reads the list; 200 if there is none. */
  failure: number | null
}

export type Call = { readonly method: string; readonly path: string; readonly body: unknown }

const ownProject = ({ archivedAt }: FakeServer, role: Role) => ({
  ...buildOwnProject(role),
  ...(archivedAt === undefined ? {} : { archived_at: archivedAt }),
})

const answerOf = (world: FakeServer, role: Role, { method, path, body }: Call): unknown => {
  const { pathname, searchParams } = new URL(path, 'http://galley.test')
  if (pathname === '/auth/me') return buildMe({ projects: [ownProject(world, role)], pauses: world.pauses })
  if (pathname === '/projects/3/content') {
    const wanted = Number(searchParams.get('rows') ?? 0)
    const status = searchParams.get('status')?.split(',')
    const rows = world.rows.filter(row => !status || status.includes(row.status))
    return {
      ids: rows.map(({ id }) => id),
      revisions: rows.map(({ revision }) => revision),
      is_complete: true,
      rows: rows.slice(0, wanted),
    }
  }
  if (pathname === '/projects/3/content/rows') {
    const ids = searchParams.get('ids')?.split(',').map(Number)
    return world.rows.filter(({ id }) => ids?.includes(id))
  }
  if (pathname === '/projects/3/content/views') {
    if (method === 'GET') return world.views
    const view = { id: world.views.length + 1, ...(body as Omit<SavedView, 'id'>) }
    world.views = [...world.views, view]
    return view
  }
  if (pathname === '/posts/schedules') return { ...scheduleOf(calendarItem()), ...(body as object) }
  if (pathname === '/projects/3/daylabels' || pathname === '/projects/3/campaigns') return []
  if (pathname === '/posts/text-matches' || pathname.startsWith('/posts/warnings/')) return []
  if (pathname.endsWith('/time-slots')) return { slots: [], version: 1 }
  if (method !== 'GET') return method === 'POST' && pathname.endsWith('/batch') ? [] : {}
  return buildProject(role)
}

const routerAt = (address: string) => {
  const root = createRootRoute()
  const content = createRoute({
    getParentRoute: () => root,
    path: '$projectId/content',
    validateSearch: contentSearch,
    component: () => {
      const navigate = content.useNavigate()
      return (
        <ContentScreen
          search={content.useSearch()}
          onOpenView={view =>
            void navigate({ search: contentSearch(Object.fromEntries(new URLSearchParams(view))) })
          }
        />
      )
    },
  })
  const editor = createRoute({
    getParentRoute: () => root,
    path: '$projectId/manage-post/$social',
    component: () => <p>The editor</p>,
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  return createRouter({ routeTree: root.addChildren([content, editor]), history })
}

/** For tests: opens the content list as a person with this role. */
export const openContent = async (
  part: Partial<FakeServer> & { readonly search?: string; readonly role?: Role } = {},
) => {
  const { search = '', role = 'content-creator', ...given } = part
  const world: FakeServer = {
    rows: [],
    views: [],
    pauses: [],
    archivedAt: undefined,
    failure: null,
    ...given,
  }
  const requests: Call[] = []
  fakeFetch(async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const one = { method, path: url.replace('/api', ''), body: body ? JSON.parse(String(body)) : undefined }
    requests.push(one)
    if (world.failure !== null && one.path.startsWith('/projects/3/content'))
      return new Response(JSON.stringify({ code: 'unavailable', message: 'Try later.' }), {
        status: world.failure,
      })
    return new Response(JSON.stringify({ data: answerOf(world, role, one) }))
  })
  const client = createQueryClient(error => toast.error(messageOf(error)))
  client.setDefaultOptions({ queries: { retry: false } })
  const router = routerAt(`/3/content${search}`)
  await router.load()
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <Suspense>
          <ShownProject value={ownProject(world, role)}>
            <RouterProvider router={router} />
          </ShownProject>
        </Suspense>
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return {
    world,
    user: userEvent.setup(),
    address: () => router.state.location.href,
    /** Somebody else changes posts, and the page hears of it. */
    changeElsewhere: () => client.invalidateQueries(),
    sent: (method: string) => requests.filter(one => one.method === method),
  }
}
