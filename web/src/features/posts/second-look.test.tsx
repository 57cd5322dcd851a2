import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PostWarning } from '#domain/posts/warnings-contract.ts'
import { keysAffectedBy } from '#web/platform/live-updates.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { buildOwnProject } from '../../../testing/build-project.ts'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { SecondLook } from './second-look.tsx'

afterEach(() => vi.restoreAllMocks())

const at = '2099-11-23T17:05:00.000Z'
const past = '2020-11-23T17:05:00.000Z'
const all: readonly PostWarning[] = [
  { kind: 'other_client', social_network: 'facebook', client: 'Café Bloom', found: '#CafeBloom' },
  { kind: 'file_of_other_client', social_network: 'facebook', client: 'Café Bloom', file: 'cake.jpg' },
  { kind: 'planned_twice', social_network: 'twitter', post_id: 8, at },
  { kind: 'too_close', social_network: 'linkedin', post_id: 9, at: past, gap_minutes: 120 },
]

const show = (posts: readonly { id: number; name: string }[]) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <InRouter>
          <ShownProject value={buildOwnProject('content-creator')}>
            <SecondLook posts={posts} />
            <p>The rest</p>
          </ShownProject>
        </InRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  )
  return client
}
const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('Each warning is said in words, and the other post is a link', async () => {
  serve({ 'GET /api/posts/warnings/7': () => answer(200, all) })
  show([{ id: 7, name: '' }])
  await screen.findByRole('status')
  expect(texts()).toEqual([
    'Facebook: “#CafeBloom” names another client, Café Bloom.',
    'Facebook: cake.jpg is also in the project of Café Bloom.',
    'Twitter: the same text goes out on 23 Nov 2099, 6:05 PM, within a week.',
    'LinkedIn: another post went out on 23 Nov 2020, 6:05 PM, less than 2 hours apart.',
  ])
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/3/manage-post/twitter?postId=8',
    '/3/manage-post/linkedin?postId=9',
  ])
})

it('Of several posts those with a warning are named', async () => {
  serve({
    'GET /api/posts/warnings/7': () => answer(200, []),
    'GET /api/posts/warnings/8': () => answer(200, all.slice(0, 1)),
  })
  show([
    { id: 7, name: 'Fresh beans' },
    { id: 8, name: 'Cake for all' },
  ])
  expect((await screen.findByRole('status')).textContent).toContain('Cake for all')
  expect(screen.queryByText('Fresh beans')).toBeNull()
})

it('A change of any post of the project is looked at while one writes', async () => {
  let now: readonly PostWarning[] = []
  serve({ 'GET /api/posts/warnings/7': () => answer(200, now) })
  const client = show([{ id: 7, name: '' }])
  await screen.findByText('The rest')
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByRole('status')).toBeNull()
  now = all.slice(2, 3)
  await act(async () => {
    for (const queryKey of keysAffectedBy({ project_id: 3, post_id: 8 }))
      await client.invalidateQueries({ queryKey })
  })
  expect((await screen.findByRole('status')).textContent).toContain('the same text goes out')
})

it('What cannot be read prevents nothing', async () => {
  serve({ 'GET /api/posts/warnings/7': () => answer(503, { code: 'unavailable', message: 'Later' }) })
  const client = show([{ id: 7, name: '' }])
  await screen.findByText('The rest')
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByRole('status')).toBeNull()
})
