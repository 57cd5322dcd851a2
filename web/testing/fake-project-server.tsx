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
import { type ReactNode, Suspense } from 'react'
import type { AgencyUser } from '#domain/agencies/model.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import type { Invitation, InvitedPerson } from '#domain/team/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { WithHeaderSlot } from '#web/ui/page/header-slot.tsx'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { Toasts, toast } from '#web/ui/toast.tsx'
import { buildMe, buildOwnProject, buildProject } from './build-project.ts'
import { fakeFetch } from './fake-fetch.ts'

type Answer = {
  readonly status?: number
  readonly data?: unknown
  readonly code?: string
  readonly message?: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
}
export type Call = { readonly method: string; readonly path: string; readonly body: unknown }

/** For tests: the part of the server that project administration uses. The project has the id 3, its agency 1. */
export type FakeServer = {
  people: ProjectUser[]
  invitations: Invitation[]
  agencyUsers: AgencyUser[]
  agencyInvitations: InvitedPerson[]
  settings: Setting[]
  /** Other projects of the admin. */
  others: { readonly id: number; readonly name: string; readonly timezone?: string }[]
  /** Answers a change; null: the default answer. */
  answer: (request: Call) => Answer | null
  /** What an answer waits for. */
  isReady: (request: Call) => Promise<unknown>
}

const own = buildOwnProject('agency-admin')

/** For tests: somebody in the project. */
export const person = (part: Partial<ProjectUser>): ProjectUser => ({
  id: 60,
  name: 'Carl Brandt',
  email: 'carl@bluebird.example',
  role: 'content-creator',
  avatar_image_link: null,
  setting: [],
  ...part,
})

/** For tests: somebody with an open invitation. */
export const invited = (part: Partial<Invitation>): Invitation => ({
  id: 90,
  agency_id: 1,
  project_id: 3,
  name: 'Nora Lind',
  email: 'nora@new.example',
  role: 'content-creator',
  status: 'pending',
  invited_by: 'Ada',
  sent_at: '2026-11-20T09:00:00.000Z',
  expires_at: '2026-12-04T09:00:00.000Z',
  ...part,
})

/** Answers what saves something, as if it had been saved. */
const answerOfPost = (world: FakeServer, path: string): unknown => {
  if (path === '/projects/3/settings') return world.settings
  if (path.startsWith('/projects/3/settings/') || path === '/projects/3/users') return person({})
  if (path.startsWith('/userinvitations/') && path.endsWith('/send'))
    return { result: 'invited', user_id: null, invitation: invited({}) }
  return path === '/projects' || path === '/projects/3' ? own : {}
}

const answerOf = (world: FakeServer, request: Call): Answer => {
  const special = world.answer(request)
  if (special) return special
  const { path } = request
  if (path === '/auth/me')
    return {
      data: buildMe({
        can_create_project: true,
        card_status: 'none',
        company: 'Bluebird',
        agency: { id: 1, name: 'Bluebird', logo_image_link: null },
        projects: [own, ...world.others.map(other => ({ ...own, ...other }))],
      }),
    }
  if (path === '/agencies/1/invitations') return { data: world.agencyInvitations }
  if (path.endsWith('/invitations')) return { data: world.invitations }
  if (path === '/agencies/1/users') return { data: world.agencyUsers }
  if (path === '/global-options/timezones')
    return { data: ['America/New_York', 'Europe/Berlin', 'Pacific/Auckland'] }
  if (request.method === 'GET' && path === '/projects/3/archive') return { data: { archive: null } }
  if (path === '/projects/3/time-slots') return { data: { slots: [], version: 1 } }
  if (path.endsWith('/bin/restore')) return { data: { unscheduled: [] } }
  if (request.method === 'POST') return { data: answerOfPost(world, path) }
  if (request.method === 'GET' && path === '/projects/3')
    return {
      data: buildProject('agency-admin', {
        owner_id: 50,
        projectUsers: world.people,
        settings: world.settings,
      }),
    }
  return { data: {} }
}

/** For tests: shows a page of the project as its admin. Every other address shows its path. */
export const openScreen = async (screen: () => ReactNode, part: Partial<FakeServer> = {}) => {
  const world: FakeServer = {
    people: [],
    invitations: [],
    agencyUsers: [],
    agencyInvitations: [],
    settings: [],
    others: [],
    answer: () => null,
    isReady: () => Promise.resolve(),
    ...part,
  }
  const requests: Call[] = []
  fakeFetch(async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const sent =
      body instanceof FormData ? Object.fromEntries(body.entries()) : body && JSON.parse(String(body))
    const one = { method, path: url.replace('/api', ''), body: sent }
    requests.push(one)
    await world.isReady(one)
    const { status = 200, ...answer } = answerOf(world, one)
    return new Response(JSON.stringify(answer), { status })
  })
  const root = createRootRoute()
  const shown = createRoute({
    getParentRoute: () => root,
    path: '/here',
    component: () => (
      <WithHeaderSlot header={slot => <header>{slot}</header>}>
        <main tabIndex={-1}>{screen()}</main>
      </WithHeaderSlot>
    ),
  })
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '$',
    component: () => <p>Another page</p>,
  })
  const router = createRouter({
    routeTree: root.addChildren([shown, elsewhere]),
    history: createMemoryHistory({ initialEntries: ['/here'] }),
  })
  await router.load()
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient(error => toast.error(messageOf(error)))}>
        <Suspense>
          <ShownProject value={own}>
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
    /** Follows a link to another page. */
    go: (to: string) => router.navigate({ to }),
    sent: (method: string) => requests.filter(one => one.method === method),
  }
}
