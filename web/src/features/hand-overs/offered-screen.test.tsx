import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Toasts } from '#web/ui/toast.tsx'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { OfferedScreen } from './offered-screen.tsx'

afterEach(() => vi.restoreAllMocks())

const offered = {
  id: 9,
  project_name: 'Harbor Coffee',
  agency_name: 'Bluebird',
  offered_by: 'Ada Moreau',
  expires_at: '2026-06-15T08:00:00.000Z',
  goes: { posts: 12, scheduled_posts: 0, files: 5, clients: 0, accounts: [] },
  agencies: [
    { id: 3, name: 'Kite' },
    { id: 4, name: 'Heron' },
  ],
}
const show = () =>
  renderAs(
    { id: 5, name: 'Nora', projects: [], agency: null, agency_role: 'agency-admin' },
    <InRouter>
      <OfferedScreen />
      <Toasts />
    </InRouter>,
  )

it('An admin of two agencies chooses which of them takes the client over', async () => {
  const calls = serve({
    'GET /api/offered-projects': () => answer(200, { projects: [offered] }),
    'POST /api/agencies/4/offered-projects/9': () => answer(200, { project_id: 7 }),
  })
  show()
  expect(await screen.findByText(/they were internal to the agency before/)).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Heron')
  await userEvent.click(screen.getByRole('button', { name: 'Take over Harbor Coffee' }))
  const dialog = await screen.findByRole('dialog', { name: 'Take over Harbor Coffee?' })
  expect(dialog.textContent).toContain('Heron')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take over' }))
  expect(await screen.findByText(/You have taken over Harbor Coffee/)).toBeTruthy()
  expect(calls.some(({ address }) => address === 'POST /api/agencies/4/offered-projects/9')).toBe(true)
})

it('It is declined after a question', async () => {
  let projects = [offered]
  serve({
    'GET /api/offered-projects': () => answer(200, { projects }),
    'DELETE /api/offered-projects/9': () => {
      projects = []
      return answer(200, {})
    },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Decline Harbor Coffee' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('You are offered no client')).toBeTruthy()
})
