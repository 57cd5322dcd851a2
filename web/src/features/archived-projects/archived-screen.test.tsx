import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Toasts } from '#web/ui/toast.tsx'
import { answer, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { ArchivedScreen } from './archived-screen.tsx'

afterEach(() => vi.restoreAllMocks())

const project = {
  id: 7,
  name: 'Harbor Coffee',
  agency_id: 3,
  agency_name: 'Bluebird',
  logo_image_link: null,
  timezone: 'UTC',
  setting: [],
  archived_at: '2026-06-01T08:00:00.000Z',
  archived_by: 'Ada Moreau',
  missed_posts: 2,
  scheduled_posts: 1,
}
const show = () =>
  renderAs(
    { id: 5, name: 'Ada', projects: [], agency: null, agency_role: 'agency-admin' },
    <InRouter>
      <ArchivedScreen />
      <Toasts />
    </InRouter>,
  )

it('An admin reads what came due of an archived client, opens it or brings it back', async () => {
  serve({
    'GET /api/archived-projects': () => answer(200, { projects: [{ ...project, role: 'agency-admin' }] }),
    'DELETE /api/projects/7/archiving': () => answer(200, { missed_posts: 0, scheduled_posts: 1 }),
  })
  show()
  expect(await screen.findByText(/2 posts came due since, 1 post still to come/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open Harbor Coffee' })
  expect(link.getAttribute('href')).toBe('/7/calendar')
  await userEvent.click(screen.getByRole('button', { name: 'Bring back Harbor Coffee' }))
  expect(await screen.findByText('Client brought back. Connect its accounts again.')).toBeTruthy()
})

it('Only admins bring it back', async () => {
  serve({
    'GET /api/archived-projects': () => answer(200, { projects: [{ ...project, role: 'content-creator' }] }),
  })
  show()
  expect(await screen.findByRole('link', { name: 'Open Harbor Coffee' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Bring back/ })).toBeNull()
})
