import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnProject } from '#domain/projects/model.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { ArchivePanel } from './archive-panel.tsx'

afterEach(() => vi.restoreAllMocks())

const preview = {
  scheduled_posts: 2,
  waiting_posts: 1,
  accounts: [{ social_network: 'facebook', name: 'Harbor Coffee' }],
}
const show = (own: Partial<OwnProject> = {}) =>
  renderAs(
    { id: 5, name: 'Ada', projects: [], agency: null, agency_role: 'agency-admin' },
    <InRouter>
      <ArchivePanel project={{ id: 1, name: 'Harbor Coffee', ...own } as OwnProject} />
      <Toasts />
    </InRouter>,
  )
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Archive this client…' }))
  return screen.findByRole('dialog', { name: 'Archive Harbor Coffee?' })
}

it('An admin reads what archiving stops before it happens, and how much it was afterwards', async () => {
  const calls = serve({
    'GET /api/projects/1/archiving': () => answer(200, preview),
    'POST /api/projects/1/archiving': () => answer(200, { scheduled_posts: 2, accounts: 1 }),
  })
  show()
  const dialog = await open()
  expect(dialog.textContent).toContain('2 scheduled posts do not go out.')
  expect(dialog.textContent).toContain('1 post waits for an approval that cannot be given meanwhile.')
  expect(dialog.textContent).toContain('Disconnected: Harbor Coffee (Facebook).')
  expect(calls.some(({ address }) => address.startsWith('POST'))).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Archive client' }))
  expect(await screen.findByText('Client archived. 2 posts do not go out.')).toBeTruthy()
})

it('Nothing happens without a confirmation', async () => {
  const calls = serve({ 'GET /api/projects/1/archiving': () => answer(200, preview) })
  show()
  await userEvent.click(within(await open()).getByRole('button', { name: 'Cancel' }))
  expect(calls.some(({ address }) => address.startsWith('POST'))).toBe(false)
})

it('What is archived already is said instead', async () => {
  show({ archived_at: '2026-06-01T08:00:00.000Z' })
  expect(await screen.findByText(/^It is archived/)).toBeTruthy()
})
