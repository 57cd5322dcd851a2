import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '#domain/accounts/model.ts'
import { PROJECT_PAGE, PROJECTS_IN_ME } from '#domain/projects/own-projects.ts'
import { buildMe } from '../../testing/build-project.ts'
import { fakeFetch } from '../../testing/fake-fetch.ts'
import { findOwnProject, meQuery, ownProjectOf, refreshMe } from './me.ts'
import { createQueryClient } from './query.ts'
import { storeToken } from './token.ts'

beforeEach(() => storeToken({ token: 'good', expires_in: 3600 }))
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const own = (id: number) => ({
  id,
  name: `Branch ${id}`,
  agency_id: 1,
  logo_image_link: null,
  timezone: 'UTC',
  role: 'content-creator' as const,
  setting: [],
})

/** A person in 500 projects, of which `me` has those with the ids 1 to 100. The server answers for those in `open`. */
const start = () => {
  const state = {
    open: new Set(Array.from({ length: 500 }, (_, index) => index + 1)),
    requests: [] as string[],
  }
  const projects = Array.from({ length: PROJECTS_IN_ME }, (_, index) => own(index + 1))
  fakeFetch(async input => {
    const url = new URL(String(input), 'http://galley.test')
    state.requests.push(url.pathname + decodeURIComponent(url.search))
    if (url.pathname === '/api/auth/me')
      return Response.json({ data: buildMe({ projects, project_count: state.open.size }) })
    const ids = url.searchParams.get('ids')?.split(',').map(Number) ?? []
    const found = ids.filter(id => state.open.has(id)).sort((a, b) => a - b)
    const listed = found.map(id => ({ ...own(id), agency_name: 'Bluebird' }))
    return Response.json({ data: { projects: listed, next_after: null } })
  })
  const client = createQueryClient(() => undefined)
  const me = () => client.getQueryData<Me>(meQuery.queryKey) as Me
  const open = (projectId: number, isPreload = false) =>
    findOwnProject(client, me(), { projectId, isPreload })
  const opened = () =>
    me()
      .projects.slice(PROJECTS_IN_ME)
      .map(({ id }) => id)
  return { state, client, me, open, opened }
}

test('opened projects stay when the person is read again, in one request, and in the order of opening', async () => {
  const { state, client, open, opened } = start()
  await refreshMe(client)
  await open(300)
  await open(200)
  state.requests.length = 0
  await refreshMe(client)
  expect(opened()).toEqual([300, 200])
  expect(state.requests).toEqual(['/api/auth/me', '/api/projects?ids=300,200'])
})

test('an opened project that the person was removed from disappears, and is not opened from memory', async () => {
  const { state, client, me, open } = start()
  await refreshMe(client)
  await open(300)
  state.open.delete(300)
  await refreshMe(client)
  expect(ownProjectOf(me(), 300)).toBe(null)
  expect(await open(300)).toBe(null)
  state.open.add(300)
  expect((await open(300))?.id).toBe(300)
})

test('a project that is opened while the person is read again is not lost', async () => {
  const { client, open, opened } = start()
  await refreshMe(client)
  await open(300)
  const reading = refreshMe(client)
  await open(200)
  await reading
  expect(opened()).toEqual([300, 200])
})

test('a link under the pointer keeps nothing, and opening it then asks for nothing', async () => {
  const { state, client, open, opened } = start()
  await refreshMe(client)
  expect((await open(300, true))?.id).toBe(300)
  expect(opened()).toEqual([])
  state.requests.length = 0
  await open(300)
  expect(opened()).toEqual([300])
  expect(state.requests).toEqual([])
})

test('of many opened projects the last ones are kept', async () => {
  const { client, open, opened } = start()
  await refreshMe(client)
  for (let id = 200; id <= 200 + PROJECT_PAGE; id++) await open(id)
  expect(opened()).toHaveLength(PROJECT_PAGE)
  expect(opened().at(-1)).toBe(200 + PROJECT_PAGE)
})
