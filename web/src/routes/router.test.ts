import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '#domain/accounts/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { meQuery } from '#web/platform/me.ts'
import { storeToken } from '#web/platform/token.ts'
import { toast } from '#web/ui/toast.tsx'
import { buildMe } from '../../testing/build-project.ts'
import { answer, serve } from '../../testing/fake-server.ts'
import { createAppRouter } from './router.tsx'

const project = { id: 3, name: 'Harbor', agency_id: 1, logo_image_link: null, timezone: 'UTC', setting: [] }

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  storeToken({ token: 'abc', expires_in: 3600 })
})

type Part = Readonly<Record<string, unknown>>

/** Where an address leads: the address that it becomes, and the innermost page shown there. */
const follow = async (address: string, role: Role, part: Part = {}) =>
  (await followWith(address, role, part)).at

const followWith = async (address: string, role: Role, part: Part) => {
  window.history.replaceState(null, '', address)
  const client = new QueryClient()
  const me = { is_blocked: false, can_create_agency: false, can_create_project: false, card_status: 'none' }
  client.setQueryData<unknown>(meQuery.queryKey, { ...me, projects: [{ ...project, role }], ...part })
  const router = createAppRouter(client)
  await router.load()
  return { client, at: [router.state.location.pathname, router.state.matches.at(-1)?.routeId] }
}

test.each([
  ['agency-admin', '/3/calendar'],
  ['content-creator', '/3/calendar'],
  ['external-approver', '/3/calendar-approval'],
] as const)('the address of a project leads a person with the role %s to %s', async (role, first) => {
  expect((await follow('/3', role))[0]).toBe(first)
})

test.each([
  ['/3/nonsense', '/$projectId/pages/$'],
  ['/3/nonsense/of/many/parts', '/$projectId/pages/$'],
  ['/3/settings/nonsense', '/$projectId/pages/settings/$'],
  ['/3/settings/nonsense/more', '/$projectId/pages/settings/$'],
])('%s does not exist, and is shown with the menus around it', async (address, page) => {
  for (const role of ['agency-admin', 'internal-approver'] as const)
    expect(await follow(address, role)).toEqual([address, page])
})

test.each(['/9', '/9/nonsense', '/9/settings/nonsense'])(
  '%s, in a project the person is not in, reveals nothing',
  async address => {
    expect((await follow(address, 'agency-admin'))[0]).toBe('/3/calendar')
  },
)

const missing = 'This project does not exist, or you are not in it.'
const forbidden = 'You are not allowed to open this page.'

test.each([
  ['/9', missing, {}],
  ['/9/calendar', missing, {}],
  ['/9/settings', missing, {}],
  ['/3/settings/general', forbidden, {}],
  ['/add-card', 'You do not need to add a card.', { card_status: 'not_needed' }],
  ['/add-card', 'Your agency already has a card.', { card_status: 'active' }],
  ['/create-agency/1', 'You are not allowed to create an agency.', {}],
  ['/create-project/1', 'Only admins of an agency can create projects.', {}],
  ['/create-project/2', 'Create the project first.', { can_create_project: true }],
  ['/create-project/2?project=9', missing, { can_create_project: true }],
  [
    '/create-project/4?project=3',
    'You are not allowed to change this project.',
    { can_create_project: true },
  ],
] as const)('%s refuses a content creator, and says: %s', async (address, reason, part) => {
  const toasts = vi.spyOn(toast, 'info').mockReturnValue('')
  expect((await follow(address, 'content-creator', part))[0]).toBe('/3/calendar')
  expect(toasts.mock.calls).toEqual([[reason]])
})

test.each(['/3/calendar', '/3/manage-post/facebook', '/3/manage-post/facebook?postId=1'])(
  '%s, a creator’s page, leads a client to their own, and says why',
  async address => {
    const toasts = vi.spyOn(toast, 'info').mockReturnValue('')
    expect((await follow(address, 'external-approver'))[0]).toBe('/3/calendar-approval')
    expect(toasts.mock.calls).toEqual([[forbidden]])
  },
)

/** A person with 130 projects, of which `me` has brought those with the ids 1 and 32 to 130. */
const withMany = (role: Role) => {
  const own = (id: number) => ({ ...project, id, role })
  const projects = [own(1), ...Array.from({ length: 99 }, (_, index) => own(index + 32))]
  return { own, part: { projects, project_count: 130 } }
}

test('of 130 projects one that is not loaded is read once when its address is opened, and kept', async () => {
  const { own, part } = withMany('content-creator')
  const calls = serve({
    'GET /api/projects?ids=7': () =>
      answer(200, { projects: [{ ...own(7), agency_name: 'Bluebird' }], next_after: null }),
  })
  const { client, at } = await followWith('/7', 'content-creator', part)
  expect(at[0]).toBe('/7/calendar')
  expect(calls.map(({ address }) => address)).toEqual(['GET /api/projects?ids=7'])
  const me = client.getQueryData<Me>(meQuery.queryKey)
  expect(me?.projects.map(({ id }) => id).slice(-2)).toEqual([130, 7])
  vi.restoreAllMocks()
})

test('of 130 projects one that is loaded is opened without a request', async () => {
  const { part } = withMany('content-creator')
  const calls = serve({})
  expect((await follow('/40', 'content-creator', part))[0]).toBe('/40/calendar')
  expect(calls).toEqual([])
  vi.restoreAllMocks()
})

test('somebody with few projects is refused another one without a request', async () => {
  const calls = serve({})
  expect((await follow('/9', 'content-creator', { project_count: 1 }))[0]).toBe('/3/calendar')
  expect(calls).toEqual([])
  vi.restoreAllMocks()
})

test.each(['/7/calendar', '/create-project/2?project=7'])(
  '%s, which is not one of somebody’s 130 projects, reveals nothing',
  async address => {
    const toasts = vi.spyOn(toast, 'info').mockReturnValue('')
    const { part } = withMany('agency-admin')
    serve({ 'GET /api/projects?ids=7': () => answer(200, { projects: [], next_after: null }) })
    const [path] = await follow(address, 'agency-admin', { ...part, can_create_project: true })
    expect(path).toBe('/1/calendar')
    expect(toasts.mock.calls).toEqual([[missing]])
    vi.restoreAllMocks()
  },
)

test('the role in a project that had to be read decides what opens', async () => {
  const toasts = vi.spyOn(toast, 'info').mockReturnValue('')
  const { own, part } = withMany('content-creator')
  serve({
    'GET /api/projects?ids=7': () =>
      answer(200, { projects: [{ ...own(7), agency_name: 'Bluebird' }], next_after: null }),
  })
  expect((await follow('/7/settings/general', 'content-creator', part))[0]).toBe('/1/calendar')
  expect(toasts.mock.calls).toEqual([[forbidden]])
  vi.restoreAllMocks()
})

test.each([
  [1, 'none', 'Add a card first; then create your agency.'],
  [2, 'active', 'Create your agency first; then invite people to it.'],
] as const)(
  'step %i of the agency wizard is refused without what comes before it',
  async (step, card, reason) => {
    const toasts = vi.spyOn(toast, 'info').mockReturnValue('')
    const part = { may_found_agency: true as const, card_status: card, agency: null }
    expect((await follow(`/create-agency/${step}`, 'content-creator', part))[0]).toBe('/3/calendar')
    expect(toasts.mock.calls).toEqual([[reason]])
  },
)

test('an invitation that a signed-in person opens is asked about, and not accepted by opening it', async () => {
  const projects = [{ ...project, role: 'external-approver' as const }]
  const calls = serve({
    'GET /api/auth/me': () => answer(200, buildMe({ projects, card_status: 'none' })),
  })
  const [address] = await follow('/signup?invitation=the-token', 'external-approver')
  expect(address).toBe('/invitations')
  expect(calls.filter(call => call.address.startsWith('POST'))).toEqual([])
})
