import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { socialNetworks } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { listTimeSlotsQuery } from '#web/features/projects/time-slots-api.ts'
import { queryKeys } from '#web/platform/query.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { useShortcut } from '#web/ui/shortcuts.tsx'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { answer, serve } from '../../../../testing/fake-server.ts'
import { CommandCenter } from './command-center.tsx'
import { closeCommand, openPalette } from './opened-command.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T11:00:00Z') })
})
afterEach(() => {
  pressed.mockClear()
  closeCommand()
  vi.useRealTimers()
})

const own = (role: Role) => ({
  id: 3,
  name: 'Harbor',
  agency_id: 1,
  logo_image_link: null,
  timezone: 'Europe/Berlin',
  role,
  setting: [],
})
const socials = socialNetworks.map((social_network, index) => ({
  id: index + 1,
  project_id: 3,
  social_network,
  name: `Harbor on ${social_network}`,
  logo: null,
  account_details: {},
  needs_reconnecting: false,
}))

const pressed = vi.fn()
function PageWithShortcut() {
  useShortcut({ keys: 'l', label: 'Add label', group: 'Calendar' }, pressed)
  return null
}

/** Opens the palette over the approval list, where no calendar is loaded. */
const open = async (role: Role) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  client.setQueryData(queryKeys.me(), { id: 7, name: 'Carl', projects: [own(role)] })
  client.setQueryData(queryKeys.project(3), {
    ...own(role),
    owner_id: null,
    socials,
    projectUsers: [],
    settings: [],
  })
  client.setQueryData(listTimeSlotsQuery(3).queryKey, { slots: [], version: 1 })
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '$projectId/approval',
      component: () => (
        <>
          <PageWithShortcut />
          <CommandCenter project={own(role)} />
        </>
      ),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '$projectId/manage-post/$social',
      component: () => <p>The editor</p>,
    }),
  ])
  const history = createMemoryHistory({ initialEntries: ['/3/approval'] })
  const router = createRouter({ routeTree, history })
  await router.load()
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <ShownProject value={own(role)}>
          <RouterProvider router={router} />
        </ShownProject>
      </QueryClientProvider>
    </ThemeProvider>,
  )
  openPalette()
  await screen.findByRole('button', { name: /Sign Out/, hidden: true })
  return { user: userEvent.setup(), address: () => router.state.location.href }
}

describe('What is typed before the palette is there', () => {
  const type = (text: string) => {
    for (const key of text) fireEvent.keyDown(document.body, { key })
  }

  it('goes into its field, and triggers no shortcut of the page', async () => {
    await open('content-creator')
    closeCommand()
    await waitFor(() =>
      expect(screen.queryByRole('textbox', { name: 'Go to or do', hidden: true })).toBeNull(),
    )
    type('l')
    expect(pressed).toHaveBeenCalledTimes(1)
    openPalette()
    type('fully')
    fireEvent.keyDown(document.body, { key: 'Backspace' })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Go to or do', hidden: true })
    await waitFor(() => expect(field.value).toBe('full'))
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  it('is given up with Escape, and shortcuts work again', async () => {
    await open('content-creator')
    closeCommand()
    openPalette()
    type('l')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    pressed.mockClear()
    type('l')
    expect(pressed).toHaveBeenCalledTimes(1)
  })
})

describe('Create content in the command palette', () => {
  it('asks for profiles and type, as a day of the calendar does, before anything is created', async () => {
    serve({ 'GET /api/projects/3/posts/unsaved': () => answer(200, { posts: [], total: 0 }) })
    const { user, address } = await open('content-creator')
    await user.click(screen.getByRole('button', { name: /Create content/, hidden: true }))
    const yes = await screen.findByRole<HTMLButtonElement>('button', { name: 'Yes', hidden: true })
    expect(screen.getByText('Select profile(s)')).toBeTruthy()
    expect(address()).toBe('/3/approval')
    const chosen = () =>
      screen.getAllByLabelText<HTMLInputElement>(/: Harbor on /).filter(profile => profile.checked)
    // The usual networks are chosen; without any there is nothing to create.
    for (const profile of chosen()) await user.click(profile)
    expect(yes.disabled).toBe(true)
    await user.click(screen.getByLabelText('LinkedIn: Harbor on linkedin'))
    await user.click(yes)
    await waitFor(() => expect(address()).toContain('/3/manage-post/linkedin'))
    expect(decodeURIComponent(address())).toContain('date=2026-11-20T23:00')
  })

  it('is missing for approvers', async () => {
    await open('internal-approver')
    expect(screen.queryByRole('button', { name: /Create content/, hidden: true })).toBe(null)
  })
})
