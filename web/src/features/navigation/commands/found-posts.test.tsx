import { QueryClientProvider } from '@tanstack/react-query'
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
import type { Role } from '#domain/permissions/table.ts'
import type { FoundPost } from '#domain/posts/model.ts'
import { createQueryClient, queryKeys } from '#web/platform/query.ts'
import { storeToken } from '#web/platform/token.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { buildProject } from '../../../../testing/build-project.ts'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { CommandCenter } from './command-center.tsx'
import { closeCommand, openPalette } from './opened-command.ts'

beforeEach(() => storeToken({ token: 'abc', expires_in: 3600 }))
afterEach(() => {
  closeCommand()
  localStorage.clear()
  vi.restoreAllMocks()
})

const own = {
  id: 3,
  name: 'Harbor',
  agency_id: 1,
  logo_image_link: null,
  timezone: 'UTC',
  role: 'agency-admin' as const,
  setting: [],
}

const found = (
  id: number,
  project_id: number,
  role: Role,
  status: FoundPost['versions'][number]['status'],
) => ({
  id,
  project_id,
  project_name: project_id === 3 ? 'Harbor' : 'Tidal',
  role,
  status: 'draft',
  versions: [{ social_network: 'linkedin', status, is_approved: false }],
  schedule: null,
  excerpt: [
    { text: 'Our ', is_match: false },
    { text: 'marmalade', is_match: true },
    { text: ` number ${id}`, is_match: false },
  ],
})

/** The palette over a server that finds these posts for `marmalade`, and none for anything else. */
const open = async (posts: readonly object[], more_in: readonly number[] = []) => {
  const state = { isDown: false, requests: [] as (string | null)[] }
  fakeFetch(async input => {
    const url = new URL(String(input), 'http://galley.test')
    if (url.pathname.endsWith('/search/posts')) state.requests.push(url.searchParams.get('q'))
    if (state.isDown) return Response.json({ code: 'internal', message: 'Galley failed.' }, { status: 400 })
    if (url.pathname === '/api/projects/3') return Response.json({ data: buildProject('agency-admin') })
    const isFound = url.searchParams.get('q') === 'marmalade'
    return Response.json({ data: isFound ? { posts, more_in } : { posts: [], more_in: [] } })
  })
  const client = createQueryClient(() => undefined)
  client.setQueryData<unknown>(queryKeys.me(), { id: 7, name: 'Ada', projects: [own], project_count: 1 })
  const root = createRootRoute()
  const page = (path: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>A page</p> })
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <CommandCenter project={own} />,
  })
  const routeTree = root.addChildren([
    start,
    page('$projectId/manage-post/$social'),
    page('$projectId/approval/$social'),
    page('$projectId/content'),
    page('$projectId/unapprove/$social'),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  openPalette()
  const field = await screen.findByRole('textbox', { name: 'Go to or do', hidden: true })
  return { state, field, user: userEvent.setup(), address: () => router.state.location.href }
}

const says = (text: string | RegExp) => screen.findByText(text, { selector: '[role="status"]' })

describe('Finding posts in the command palette', () => {
  it('calls a post unscheduled only while it waits for a time', async () => {
    const { field } = await open([
      found(1, 3, 'agency-admin', 'draft'),
      found(2, 3, 'agency-admin', 'on_publishing'),
    ])
    fireEvent.change(field, { target: { value: 'marmalade' } })
    await says('2 posts found')
    expect(screen.getAllByText('Unscheduled')).toHaveLength(1)
  })

  it('asks once typing rests, groups what is found by project, marks it and says how many there are', async () => {
    const { state, field } = await open([
      found(1, 3, 'agency-admin', 'draft'),
      found(2, 8, 'content-creator', 'draft'),
    ])
    // All keys at once: on a busy machine a pause between two of them could be taken for a rest.
    const word = 'marmalade'
    for (let length = 1; length <= word.length; length++)
      fireEvent.change(field, { target: { value: word.slice(0, length) } })
    await says('2 posts found')
    expect(state.requests).toEqual(['marmalade'])
    // The headings of the groups are drawn by the style sheet, from a variable.
    const groups = [...document.querySelectorAll<HTMLElement>('[style*="--spotlight-label"]')]
    expect(groups.map(group => group.style.getPropertyValue('--spotlight-label'))).toEqual(
      expect.arrayContaining(["'Posts in Harbor'", "'Posts in Tidal'"]),
    )
    expect(screen.getAllByText('marmalade')[0]?.tagName).toBe('MARK')
  })

  it.each([
    ['content-creator', 'draft', '/8/manage-post/linkedin?postId=2'],
    ['internal-approver', 'pending_internal_approval', '/8/approval/linkedin?postId=2'],
    ['external-approver', 'approved', '/8/unapprove/linkedin?postId=2'],
  ] as const)(
    'opens a post for a %s while it is %s where that role works on it',
    async (role, status, address) => {
      const palette = await open([found(2, 8, role, status)])
      await palette.user.type(palette.field, 'marmalade')
      await palette.user.click(
        await screen.findByRole('button', { name: /marmalade number 2/, hidden: true }),
      )
      await waitFor(() => expect(palette.address()).toBe(address))
    },
  )

  it('says when a project has more, and opens all of them in its content list', async () => {
    const palette = await open(
      [found(1, 3, 'agency-admin', 'draft'), found(2, 8, 'external-approver', 'approved')],
      [3, 8],
    )
    await palette.user.type(palette.field, 'marmalade')
    await says('2 posts shown, more were found')
    await palette.user.click(
      await screen.findByRole('button', { name: 'All posts with these words', hidden: true }),
    )
    await waitFor(() => expect(palette.address()).toBe('/3/content?span=all&q=marmalade'))
  })

  it('shows the badge that calendars and lists show', async () => {
    const { field, user } = await open([found(1, 3, 'agency-admin', 'approved')])
    await user.type(field, 'marmalade')
    expect(await screen.findByText('Approved')).toBeTruthy()
  })

  it('opens the first post with Enter when nothing else has this text', async () => {
    const { field, user, address } = await open([found(2, 8, 'content-creator', 'draft')])
    await user.type(field, 'marmalade')
    await says('1 post found')
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/8/manage-post/linkedin?postId=2'))
  })

  it('says when no posts are found, and why when they could not be searched', async () => {
    const { state, field, user } = await open([])
    await user.type(field, 'quince')
    await says('No posts found')
    state.isDown = true
    await user.type(field, 's')
    await says('Posts could not be searched: Galley failed.')
    await user.clear(field)
    await waitFor(() => expect(screen.queryByText(/Posts could not/)).toBeNull())
  })
})
