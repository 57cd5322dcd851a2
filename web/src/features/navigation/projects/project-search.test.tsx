import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROJECT_PAGE, PROJECTS_IN_ME } from '#domain/projects/own-projects.ts'
import { createQueryClient, queryKeys } from '#web/platform/query.ts'
import { storeToken } from '#web/platform/token.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { CommandCenter } from '../commands/command-center.tsx'
import { closeCommand, openPalette } from '../commands/opened-command.ts'
import { ProjectRail } from '../project-rail.tsx'
import { ProjectSearch } from './project-search.tsx'

beforeEach(() => storeToken({ token: 'abc', expires_in: 3600 }))
afterEach(() => {
  closeCommand()
  localStorage.clear()
  vi.restoreAllMocks()
})

const own = (id: number) => ({
  id,
  name: `Branch ${id}`,
  agency_id: 1,
  logo_image_link: null,
  timezone: 'UTC',
  role: 'agency-admin' as const,
  setting: [],
})
type Found = ReturnType<typeof own> & { agency_name: string }

/** A server with these projects, of which a person with many has the first and the newest in `me`, and what it was asked. */
const serveProjects = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => own(index + 1))
  const agencyOf = (id: number) => (id % 2 === 0 ? 'Bluebird' : 'Atelier Noir')
  const state = { isDown: false, requests: [] as string[] }
  fakeFetch(async input => {
    const url = new URL(String(input), 'http://galley.test')
    if (url.pathname.endsWith('/search/posts')) return Response.json({ data: { posts: [], more_in: [] } })
    if (url.pathname.endsWith('/notifications/unread'))
      return Response.json({ data: { total: 0, projects: [], agencies: [] } })
    state.requests.push(url.search)
    if (state.isDown) return Response.json({ code: 'internal', message: 'Galley failed.' }, { status: 400 })
    const words = (url.searchParams.get('q') ?? '').toLowerCase().split(' ')
    const rest = all
      .map((project): Found => ({ ...project, agency_name: agencyOf(project.id) }))
      .filter(({ id }) => id > Number(url.searchParams.get('after') ?? 0))
      .filter(({ name, agency_name }) =>
        words.every(word => `${name} ${agency_name}`.toLowerCase().includes(word)),
      )
    const projects = rest.slice(0, PROJECT_PAGE)
    const next_after = rest.length > projects.length ? projects.at(-1)?.id : null
    return Response.json({ data: { projects, next_after } })
  })
  const projects = count > PROJECTS_IN_ME ? [...all.slice(0, 1), ...all.slice(1 - PROJECTS_IN_ME)] : all
  return {
    state,
    me: { id: 50, name: 'Ada', can_create_project: false, support_url: null, projects, project_count: count },
  }
}

type Part = 'search' | 'rail' | 'palette'

/** Shows a part of the navigation to a person with so many projects. Every address shows its path. */
const open = async (part: Part, count: number) => {
  const { state, me } = serveProjects(count)
  const client = createQueryClient(() => undefined)
  client.setQueryData<unknown>(queryKeys.me(), me)
  client.setQueryData<unknown>(queryKeys.project(1), {
    ...own(1),
    socials: [],
    projectUsers: [],
    settings: [],
  })
  const parts = {
    search: <ProjectSearch current={1} onPicked={() => undefined} />,
    rail: <ProjectRail project={own(1)} />,
    palette: <CommandCenter project={own(1)} />,
  }
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: () => parts[part] }),
    createRoute({
      getParentRoute: () => root,
      path: '$projectId/calendar',
      component: () => <p>A calendar</p>,
    }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await router.load()
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  if (part === 'palette') openPalette()
  return { state, user: userEvent.setup(), address: () => router.state.location.pathname }
}

const field = () => screen.findByRole('textbox', { name: "I'm looking for project..." })
const links = () => screen.queryAllByRole('link').map(link => link.textContent)

describe('The project search of a person with three projects', () => {
  it('filters what is loaded at every key, and asks the server nothing', async () => {
    const { state, user, address } = await open('search', 3)
    expect(await screen.findAllByRole('link')).toHaveLength(3)
    await user.type(await field(), 'branch 2')
    expect(links()).toEqual([expect.stringMatching(/Branch 2$/)])
    expect(screen.queryByText(/are listed/)).toBeNull()
    await user.type(await field(), '{Enter}')
    await waitFor(() => expect(address()).toBe('/2/calendar'))
    expect(state.requests).toEqual([])
  })

  it('is offered with all projects in the rail', async () => {
    const { state } = await open('rail', 3)
    expect(await screen.findByRole('button', { name: 'Search projects' })).toBeTruthy()
    expect(screen.getAllByRole('link').map(link => link.getAttribute('aria-label'))).toEqual([
      'Branch 1',
      'Branch 2',
      'Branch 3',
    ])
    expect(state.requests).toEqual([])
  })
})

describe('The project search of a person with 130 projects', () => {
  it('lists those that are loaded until a word is typed, and says how many there are', async () => {
    const { state } = await open('search', 130)
    expect(await screen.findAllByRole('link')).toHaveLength(PROJECTS_IN_ME)
    expect(screen.getByText('100 of your 130 projects are listed. Type to find the others.')).toBeTruthy()
    expect(state.requests).toEqual([])
  })

  it('asks the server once typing rests, and names the agency of what it finds', async () => {
    const { state, user, address } = await open('search', 130)
    await user.type(await field(), 'branch 7')
    const link = await screen.findByRole('link', { name: /Branch 7\b/ })
    expect(link.textContent).toContain('Atelier Noir')
    expect(screen.queryByText(/are listed/)).toBeNull()
    expect(state.requests.at(-1)).toBe('?q=branch+7')
    await user.click(link)
    await waitFor(() => expect(address()).toBe('/7/calendar'))
  })

  it('opens with Enter the first result of the text as it is, not of an earlier one', async () => {
    const { user, address } = await open('search', 130)
    await user.type(await field(), 'branch 9')
    await screen.findByRole('link', { name: /Branch 9\b/ })
    await user.clear(await field())
    await user.type(await field(), 'branch 22{Enter}')
    await waitFor(() => expect(address()).toBe('/22/calendar'))
  })

  it('shows the next page when it is requested', async () => {
    const { state, user } = await open('search', 130)
    await user.type(await field(), 'bluebird')
    const more = await screen.findByRole('button', { name: 'Show more projects' })
    expect(links()).toHaveLength(PROJECT_PAGE)
    await user.click(more)
    await waitFor(() => expect(links()).toHaveLength(2 * PROJECT_PAGE))
    expect(state.requests.at(-1)).toBe('?q=bluebird&after=60')
  })

  it('says when nothing matches, and when the server does not answer', async () => {
    const { state, user } = await open('search', 130)
    await user.type(await field(), 'xyz')
    expect(await screen.findByText('Empty result')).toBeTruthy()
    state.isDown = true
    await user.type(await field(), 'q')
    expect(await screen.findByText('Galley failed.')).toBeTruthy()
    state.isDown = false
    await user.clear(await field())
    await user.type(await field(), 'branch 8')
    expect(await screen.findByRole('link', { name: /Branch 8\b/ })).toBeTruthy()
  })

  it('offers the loaded ones in the rail', async () => {
    await open('rail', 130)
    expect(await screen.findByRole('button', { name: 'Search projects' })).toBeTruthy()
    expect(within(screen.getByRole('list')).getAllByRole('link')).toHaveLength(PROJECTS_IN_ME)
  })
})

describe('The command palette', () => {
  it('finds one of three projects without asking the server', async () => {
    const { state, user } = await open('palette', 3)
    await user.type(await screen.findByRole('textbox', { name: 'Go to or do', hidden: true }), 'branch 3')
    expect(await screen.findByRole('button', { name: 'Branch 3', hidden: true })).toBeTruthy()
    expect(state.requests).toEqual([])
  })

  it('finds a project that is not loaded by words in any order, among 130', async () => {
    const { state, user, address } = await open('palette', 130)
    expect(state.requests).toEqual([])
    await user.type(await screen.findByRole('textbox', { name: 'Go to or do', hidden: true }), 'noir 21')
    await user.click(await screen.findByRole('button', { name: /Branch 21/, hidden: true }))
    await waitFor(() => expect(address()).toBe('/21/calendar'))
  })
})
