import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useEffect } from 'react'
import { vi } from 'vitest'
import type { CalendarItem } from '#domain/calendar/contract.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import type { Role } from '#domain/permissions/table.ts'
import { CalendarScreen } from '#web/features/calendar/calendar-screen.tsx'
import { createLiveCards } from '#web/features/calendar/live-cards.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { provideCards } from '#web/platform/changed-posts.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { WithHeaderSlot } from '#web/ui/page/header-slot.tsx'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { Toasts, toast } from '#web/ui/toast.tsx'
import { scheduleOf } from './build-calendar-item.ts'
import { buildAccount, buildMe, buildOwnProject, buildProject } from './build-project.ts'
import { fakeFetch } from './fake-fetch.ts'

const projectId = 3

/** For tests: the project as the calendar gets it, without accounts. */
export const calendarProject = { id: projectId, name: 'Harbor', timezone: 'Europe/Berlin', socials: [] }

type Answer = {
  readonly status?: number
  readonly data?: unknown
  readonly code?: string
  readonly message?: string
}
export type Call = { readonly method: string; readonly path: string; readonly body: unknown }

/** For tests: the part of the server that the calendar uses. */
export type FakeServer = {
  items: CalendarItem[]
  labels: DayLabel[]
  campaigns: Campaign[]
  /** The person's own settings in the project. */
  setting: Setting[]
  /** Answers a change, or the request for the calendar; null: the default answer. */
  answer: (request: Call) => Answer | null
}

type Wanted = { schedule_id: number; date: string; time: string; timezone: string; is_autoposting: boolean }

const rescheduledEach = (world: FakeServer, { body }: Call): Answer => {
  const { schedules } = body as { schedules: Wanted[] }
  const rows = schedules.map(({ schedule_id, date, time, timezone, is_autoposting }) => {
    const item = world.items.find(one => one.schedule_id === schedule_id)
    const datetime = instantOf({ date, time, timezone }).toISOString()
    const before = item && scheduleOf(item)
    return {
      schedule_id,
      refusal: null,
      before,
      schedule: before && { ...before, date, time, timezone, is_autoposting, datetime },
    }
  })
  world.items = world.items.map(item => ({
    ...item,
    ...rows.find(row => row.schedule_id === item.schedule_id)?.schedule,
  }))
  return { data: rows }
}

const answerOf = (world: FakeServer, role: Role, request: Call): Answer => {
  const own = { setting: world.setting }
  const socials = socialNetworks.map(network => buildAccount(network))
  const special = world.answer(request)
  if (special) return special
  if (request.path === '/auth/me') return { data: buildMe({ projects: [buildOwnProject(role, own)] }) }
  if (request.method === 'GET' && request.path.startsWith('/posts/schedules/'))
    return {
      data: {
        project: { ...calendarProject, socials },
        post_schedules: world.items,
        day_labels: world.labels,
      },
    }
  if (request.path.startsWith(`/projects/${projectId}/posts/unscheduled`))
    return { data: { posts: [], next_after: null, total: 0 } }
  if (request.path.startsWith('/posts/warnings/')) return { data: [] }
  if (request.path.endsWith('/time-slots')) return { data: { slots: [], version: 1 } }
  if (request.path === `/projects/${projectId}/posts/unsaved`) return { data: { posts: [], total: 0 } }
  if (request.path.startsWith(`/projects/${projectId}/posts/cards?`)) {
    const ids = decodeURIComponent(request.path).split('ids=')[1]?.split(',').map(Number)
    return { data: world.items.filter(({ post_id }) => ids?.includes(post_id)) }
  }
  if (request.path === `/projects/${projectId}/daylabels`) return { data: world.labels }
  if (request.path === `/projects/${projectId}/campaigns`) return { data: world.campaigns }
  if (request.method === 'DELETE') return { data: {} }
  if (request.method === 'POST' && request.path === '/daylabels') {
    const label = request.body as Omit<DayLabel, 'id' | 'day_label_id'>
    return { data: { id: 7, day_label_id: 7, ...label, end_at: label.end_at || label.start_at } }
  }
  const moved = request.method === 'PUT' && /^\/posts\/schedules\/(\d+)$/.exec(request.path)
  if (moved) {
    const to = request.body as { date: string; time: string; is_autoposting: boolean }
    const datetime = instantOf({ ...to, timezone: 'Europe/Berlin' }).toISOString()
    const isMoved = ({ schedule_id }: CalendarItem) => schedule_id === Number(moved[1])
    world.items = world.items.map(item => (isMoved(item) ? { ...item, ...to, datetime } : item))
    const [item] = world.items.filter(isMoved)
    return { data: item && scheduleOf(item) }
  }
  if (request.method === 'PUT' && request.path === '/posts/schedules') {
    const { schedule_ids } = request.body as { schedule_ids: number[] }
    return {
      data: world.items.filter(({ schedule_id }) => schedule_ids.includes(schedule_id)).map(scheduleOf),
    }
  }
  if (request.method === 'PUT' && request.path === '/posts/schedules/each')
    return rescheduledEach(world, request)
  return { data: buildProject(role, { ...own, socials }) }
}

const routerAt = (address: string, mode: 'planning' | 'approval') => {
  const root = createRootRoute()
  const calendar = createRoute({
    getParentRoute: () => root,
    path: '$projectId/calendar',
    component: () => (
      <WithHeaderSlot header={slot => <header>{slot}</header>}>
        <CalendarScreen search={calendar.useSearch()} mode={mode} />
      </WithHeaderSlot>
    ),
  })
  const page = (path: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>Another page</p> })
  const routeTree = root.addChildren([
    calendar,
    page('$projectId/approval'),
    page('$projectId/approval/$social'),
    page('$projectId/unapprove/$social'),
    page('$projectId/manage-post/$social'),
  ])
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
}

/** There is no layout in tests: every element counts as near the screen, as soon as it is observed. */
class EverythingIsNear {
  #onSeen: (entries: object[]) => void
  constructor(onSeen: (entries: object[]) => void) {
    this.#onSeen = onSeen
  }
  observe(target: Element) {
    const boundingClientRect = target.getBoundingClientRect()
    this.#onSeen([{ target, isIntersecting: true, boundingClientRect }])
  }
  disconnect = vi.fn()
}

/** What the live updates of the layouts do. */
function LiveCards() {
  const client = useQueryClient()
  useEffect(() => provideCards(projectId, createLiveCards(client, projectId)), [client])
  return null
}

/** For tests: opens the calendar as a person with this role; by default on a phone, where days are a list. */
export const openCalendar = async (
  role: Role,
  part: Partial<FakeServer> & { mode?: 'planning' | 'approval'; search?: string; isPhone?: boolean } = {},
) => {
  const { mode = 'planning', search = '', isPhone = true, ...given } = part
  const world: FakeServer = {
    items: [],
    labels: [],
    campaigns: [],
    setting: [],
    answer: () => null,
    ...given,
  }
  const requests: Call[] = []
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isPhone && query.includes('max-width'),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
  vi.stubGlobal('IntersectionObserver', EverythingIsNear)
  fakeFetch(async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const one = { method, path: url.replace('/api', ''), body: body ? JSON.parse(String(body)) : undefined }
    requests.push(one)
    const { status = 200, ...answer } = answerOf(world, role, one)
    return new Response(JSON.stringify(answer), { status })
  })
  const client = createQueryClient(error => toast.error(messageOf(error)))
  const router = routerAt(`/${projectId}/calendar${search}`, mode)
  await router.load()
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <Suspense>
          <ShownProject value={buildOwnProject(role)}>
            <RouterProvider router={router} />
          </ShownProject>
        </Suspense>
        <LiveCards />
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return {
    user: userEvent.setup(),
    address: () => router.state.location.href,
    back: () => router.history.back(),
    /** Somebody else changes posts, and the page hears of it. */
    changeElsewhere: async (items: CalendarItem[]) => {
      world.items = items
      await client.invalidateQueries()
    },
    sent: (method: string) => requests.filter(one => one.method === method),
  }
}
