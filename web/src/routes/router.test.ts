import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import { meQuery } from '#web/platform/me.ts'
import { storeToken } from '#web/platform/token.ts'
import { createAppRouter } from './router.tsx'

const project = { id: 3, name: 'Harbor', agency_id: 1, logo_image_link: null, timezone: 'UTC', setting: [] }

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  storeToken({ token: 'abc', expires_in: 3600 })
})

/** Where an address leads: the address that it becomes, and the innermost page shown there. */
const follow = async (address: string, role: Role) => {
  window.history.replaceState(null, '', address)
  const client = new QueryClient()
  const me = { is_blocked: false, can_create_agency: false, can_create_project: false, card_status: 'none' }
  client.setQueryData<unknown>(meQuery.queryKey, { ...me, projects: [{ ...project, role }] })
  const router = createAppRouter(client)
  await router.load()
  return [router.state.location.pathname, router.state.matches.at(-1)?.routeId]
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
