import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Me } from '#domain/accounts/model.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import type { HeldPost, Hold } from '#domain/publishing/holds-contract.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { HeldPublishing } from './held-publishing.tsx'

afterEach(() => vi.restoreAllMocks())

const hold: Hold = {
  id: 1,
  scope: 'agency',
  reason: 'long_gap',
  agency_name: 'Harbor',
  project_name: null,
  lost_from: '2026-11-27T08:00:00.000Z',
  social_account_id: null,
  account_name: null,
  social_network: null,
  seen_posts: null,
  seen_address: null,
  waiting: null,
  held_at: '2026-11-27T10:00:00.000Z',
}
const post: HeldPost = {
  publication_id: 7,
  kind: 'post',
  post_id: 3,
  project_id: 1,
  project_name: 'Coffee',
  social_network: 'facebook',
  text: 'Fresh beans',
  due_at: '2026-11-27T09:00:00.000Z',
}
const me = (own: Partial<Me> = {}): Partial<Me> => ({
  id: 5,
  name: 'Ada',
  projects: [],
  agency: null,
  agency_role: 'agency-admin',
  held_agencies: [3],
  ...own,
})
const show = (own: Partial<Me> = {}, agencyId = 3) =>
  renderAs(
    me(own),
    <InRouter>
      <ShownProject value={{ id: 1, agency_id: agencyId, role: 'agency-admin' } as OwnProject}>
        <HeldPublishing />
        <p>The page</p>
      </ShownProject>
    </InRouter>,
  )

it('An admin reads why publishing is held, and releases one post and then all', async () => {
  const calls = serve({
    'GET /api/agencies/3/publishing/held': () =>
      answer(200, { holds: [hold], posts: [post], count: 1, looked_up: 0 }),
    'POST /api/agencies/3/publishing/held/7/release': () => answer(200, {}),
    'POST /api/agencies/3/publishing/release': () => answer(200, { released: 1 }),
  })
  show()
  const banner = await screen.findByRole('status')
  expect(await within(banner).findByText('1 post waits.')).toBeTruthy()
  expect(banner.textContent).toContain('Galley was not running for more than an hour.')
  await userEvent.click(within(banner).getByRole('button', { name: 'Show' }))
  await userEvent.click(
    within(banner).getByRole('button', { name: 'Release: Fresh beans, Coffee, Facebook' }),
  )
  expect(screen.queryByRole('button', { name: 'Release every agency' })).toBeNull()
  await userEvent.click(within(banner).getByRole('button', { name: 'Release all' }))
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release all' }),
  )
  await vi.waitFor(() =>
    expect(calls.filter(({ address }) => address.startsWith('POST'))).toEqual([
      { address: 'POST /api/agencies/3/publishing/held/7/release', body: {} },
      { address: 'POST /api/agencies/3/publishing/release', body: {} },
    ]),
  )
})

it('The list says how much more waits than it holds', async () => {
  serve({
    'GET /api/agencies/3/publishing/held': () =>
      answer(200, { holds: [hold], posts: [post], count: 4, looked_up: 0 }),
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }))
  expect(screen.getByText('And 3 more, due later.')).toBeTruthy()
})

it('Where one account is held, the posts that Galley does not know are told and can be opened', async () => {
  const seen: Hold = {
    ...hold,
    scope: 'project',
    reason: 'unknown_posts',
    project_name: 'Coffee',
    social_account_id: 9,
    account_name: 'Coffee House',
    social_network: 'facebook',
    seen_posts: 2,
    seen_address: 'https://www.facebook.com/1_2',
    waiting: 1,
  }
  serve({
    'GET /api/agencies/3/publishing/held': () =>
      answer(200, { holds: [seen], posts: [post], count: 1, looked_up: 0 }),
  })
  show()
  const link = await screen.findByRole('link', { name: 'open one' })
  expect(link.getAttribute('href')).toBe('https://www.facebook.com/1_2')
  expect(screen.getByRole('status').textContent).toContain(
    'Coffee: Facebook (Coffee House) shows 2 posts that Galley does not know',
  )
})

it.each([
  { others: [], words: '2 posts and first comments go out now, however late.' },
  { others: [{ ...hold, id: 2 }], words: 'Its posts wait until the agency is released as well.' },
])('One account is released alone, after a question: $words', async ({ others, words }) => {
  const held: Hold = {
    ...hold,
    scope: 'project',
    reason: 'unknown_posts',
    project_name: 'Coffee',
    social_account_id: 9,
    account_name: 'Coffee House',
    social_network: 'facebook',
    seen_posts: 1,
    waiting: 2,
  }
  const address = 'POST /api/agencies/3/publishing/held/accounts/9/release'
  let holds = [held, ...others]
  const calls = serve({
    'GET /api/agencies/3/publishing/held': () => answer(200, { holds, posts: [], count: 0, looked_up: 0 }),
    [address]: () => {
      holds = others
      return answer(200, { released: 2 })
    },
  })
  show()
  await userEvent.click(
    await screen.findByRole('button', { name: 'Release this account: Facebook of Coffee' }),
  )
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(words)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Release this account' }))
  await vi.waitFor(() => expect(calls.filter(call => call.address === address)).toHaveLength(1))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Release this account/ })).toBeNull())
})

it('All accounts that are held are named, three of them each with its link', async () => {
  const holds = (['facebook', 'linkedin', 'instagram', 'twitter', 'facebook'] as const).map(
    (social_network, index): Hold => ({
      ...hold,
      id: index + 1,
      scope: 'project',
      reason: 'unknown_posts',
      project_name: 'Coffee',
      social_account_id: index + 1,
      account_name: `Coffee ${index}`,
      social_network,
      seen_posts: 1,
      seen_address: `https://example.com/${index}`,
    }),
  )
  serve({
    'GET /api/agencies/3/publishing/held': () => answer(200, { holds, posts: [], count: 0, looked_up: 0 }),
  })
  show()
  const links = await screen.findAllByRole('link', { name: 'open it' })
  expect(links.map(link => link.getAttribute('href'))).toEqual([0, 1, 2].map(n => `https://example.com/${n}`))
  const said = screen.getByRole('status').textContent
  expect(said).toContain('Coffee: LinkedIn (Coffee 1) shows a post that Galley does not know')
  expect(said).toContain('And 2 more.')
  expect(said?.split('If a copy of the database was put back')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getAllByRole('button', { name: /^Release this account/ })).toHaveLength(5)
})

it('The banner and the question say what is still being looked up, and that the hold ends', async () => {
  const counts = { count: 0, looked_up: 2 }
  serve({
    'GET /api/agencies/3/publishing/held': () => answer(200, { holds: [hold], posts: [], ...counts }),
  })
  show()
  expect(await screen.findByText('2 posts are still being looked up.')).toBeTruthy()
  counts.count = 8
  await userEvent.click(screen.getByRole('button', { name: 'Release all' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('8 posts and first comments wait. 2 more are still being looked up.')
  expect(dialog.textContent).toContain('The hold ends: what comes due later goes out at its time.')
})

it('Nothing is shown where nothing is held, or in the projects of another agency', async () => {
  show({}, 4)
  expect(await screen.findByText('The page')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})
