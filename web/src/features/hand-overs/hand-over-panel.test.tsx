import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnProject } from '#domain/projects/model.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { HandOverPanel } from './hand-over-panel.tsx'

afterEach(() => vi.restoreAllMocks())

const parts = {
  goes: {
    posts: 12,
    scheduled_posts: 2,
    files: 5,
    clients: 1,
    accounts: [{ social_network: 'facebook', name: 'Harbor Coffee' }],
  },
  stays: { people: 2, internal_notes: 3 },
}
const offer = {
  id: 9,
  email: 'nora@kite.example',
  offered_by: 'Ada Moreau',
  offered_at: '2026-06-01T08:00:00.000Z',
  expires_at: '2026-06-15T08:00:00.000Z',
}
const show = (own: Partial<OwnProject> = {}) =>
  renderAs(
    { id: 5, name: 'Ada', projects: [], agency: null, agency_role: 'agency-admin' },
    <InRouter>
      <HandOverPanel project={{ id: 1, name: 'Harbor Coffee', timezone: 'UTC', ...own } as OwnProject} />
      <Toasts />
    </InRouter>,
  )

it('An admin reads what goes and what is deleted before the offer is made, and can withdraw it', async () => {
  let standing: typeof offer | null = null
  const calls = serve({
    'GET /api/projects/1/hand-over': () => answer(200, { offer: standing, ...parts }),
    'POST /api/projects/1/hand-over': () => {
      standing = offer
      return answer(200, { offer })
    },
    'DELETE /api/projects/1/hand-over': () => {
      standing = null
      return answer(200, {})
    },
  })
  show()
  await userEvent.type(await screen.findByRole('textbox', { name: /^Email address/ }), 'nora@kite.example')
  await userEvent.click(screen.getByRole('button', { name: 'Offer this client…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Offer Harbor Coffee to nora@kite.example?' })
  expect(dialog.textContent).toContain('12 posts')
  expect(dialog.textContent).toContain('1 client stays')
  expect(dialog.textContent).toContain('3 internal notes are deleted for good')
  expect(dialog.textContent).toContain('Harbor Coffee (Facebook)')
  expect(calls.some(({ address }) => address.startsWith('POST'))).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Offer client' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the offer' }))
  expect(await screen.findByRole('button', { name: 'Offer this client…' })).toBeTruthy()
})

it('A client that is archived is brought back first', async () => {
  serve({ 'GET /api/projects/1/hand-over': () => answer(200, { offer: null, ...parts }) })
  show({ archived_at: '2026-06-01T08:00:00.000Z' })
  expect(await screen.findByText(/Bring it back before you hand it over/)).toBeTruthy()
})
