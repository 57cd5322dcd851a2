import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Me } from '#domain/accounts/model.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import type { Pause } from '#domain/projects/pause.ts'
import type { MissedPost } from '#domain/publishing/pauses-contract.ts'
import { keysAffectedBy } from '#web/platform/live-updates.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { PauseNotices } from './pause-notices.tsx'

afterEach(() => vi.restoreAllMocks())

const pause: Pause = {
  id: 9,
  agency_id: 3,
  project_id: 1,
  reason: 'A recall of the beans',
  paused_at: '2026-11-27T10:00:00.000Z',
  ends_at: null,
  tells_clients: false,
  paused_by: 'Ada',
}
const post = (own: Partial<MissedPost> = {}): MissedPost => ({
  publication_id: 7,
  kind: 'post',
  post_id: 3,
  social_network: 'facebook',
  text: 'Fresh beans',
  due_at: '2026-11-27T11:00:00.000Z',
  schedule_id: 4,
  is_autoposting: true,
  ...own,
})
const show = (own: Partial<Me>, project: Partial<OwnProject> = {}) =>
  renderAs(
    { id: 5, name: 'Ada', projects: [], agency: null, agency_role: 'agency-admin', ...own },
    <InRouter>
      <ShownProject
        value={{ id: 1, agency_id: 3, timezone: 'UTC', role: 'agency-admin', ...project } as OwnProject}
      >
        <PauseNotices />
        <p>The page</p>
      </ShownProject>
    </InRouter>,
  )
const sentBy = (calls: readonly { readonly address: string; readonly body?: unknown }[]) =>
  calls.filter(({ address }) => address.startsWith('POST'))

it('An admin reads who paused the client and why, and resumes', async () => {
  const calls = serve({ 'POST /api/projects/1/resume': () => answer(200, { missed: 0 }) })
  show({ pauses: [pause] })
  const banner = await screen.findByRole('status')
  expect(banner.textContent).toContain('A recall of the beans')
  expect(banner.textContent).toContain('By Ada, since')
  expect(banner.textContent).toContain('until somebody resumes it')
  await userEvent.click(within(banner).getByRole('button', { name: 'Resume' }))
  await vi.waitFor(() =>
    expect(sentBy(calls)).toEqual([{ address: 'POST /api/projects/1/resume', body: { pause_id: 9 } }]),
  )
})

it('A creator reads that all clients are paused, and cannot resume', async () => {
  show({ pauses: [{ ...pause, project_id: null }] }, { role: 'content-creator' })
  const banner = await screen.findByRole('status')
  expect(banner.textContent).toContain('Publishing is paused for all clients')
  expect(within(banner).queryByRole('button', { name: 'Resume' })).toBeNull()
})

it('Pauses of other clients and agencies are not shown', async () => {
  show({
    pauses: [
      { ...pause, project_id: 2 },
      { ...pause, id: 10, project_id: null, agency_id: 4 },
    ],
    missed_posts: [{ project_id: 2, count: 1 }],
  })
  expect(await screen.findByText('The page')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

it('A missed post of two networks is published as one, and a comment is left out', async () => {
  const posts = [
    post(),
    post({ publication_id: 8, social_network: 'linkedin' }),
    post({ publication_id: 5, post_id: 2, kind: 'first_comment', text: 'More here', schedule_id: null }),
  ]
  const calls = serve({
    'GET /api/projects/1/missed-posts': () => answer(200, { posts, count: 3 }),
    'POST /api/projects/1/missed-posts/7/publish': () => answer(200, {}),
    'POST /api/projects/1/missed-posts/8/publish': () => answer(200, {}),
    'POST /api/posts/stop/2': () => answer(200, { schedule_id: null, still_sending: [] }),
  })
  show({ missed_posts: [{ project_id: 1, count: 3 }] })
  await userEvent.click(await screen.findByRole('button', { name: 'Decide' }))
  const list = await screen.findByRole('list', { name: 'Missed posts' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(list.textContent).toContain('Facebook and LinkedIn, was due')
  await userEvent.click(within(list).getByRole('button', { name: 'Publish now: Fresh beans' }))
  await vi.waitFor(() => expect(sentBy(calls)).toHaveLength(2))
  const leave = within(list).getByRole('button', { name: 'Leave it out: More here' })
  await vi.waitFor(() => expect(leave.hasAttribute('disabled')).toBe(false))
  await userEvent.click(leave)
  await vi.waitFor(() =>
    expect(sentBy(calls).map(({ address }) => address)).toEqual([
      'POST /api/projects/1/missed-posts/7/publish',
      'POST /api/projects/1/missed-posts/8/publish',
      'POST /api/posts/stop/2',
    ]),
  )
})

it('What somebody else decides is counted again, and the notice goes with the last', async () => {
  let count = 2
  serve({ 'GET /api/projects/1/missed-posts': () => answer(200, { posts: [], count }) })
  const client = show({ missed_posts: [{ project_id: 1, count: 2 }] })
  expect(await screen.findByText('2 posts were missed while nothing went out')).toBeTruthy()
  const hear = () =>
    act(async () => {
      for (const queryKey of keysAffectedBy({ project_id: 1, post_id: 3 }))
        await client.invalidateQueries({ queryKey })
    })
  count = 1
  await hear()
  expect(await screen.findByText('1 post was missed while nothing went out')).toBeTruthy()
  count = 0
  await hear()
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})
