import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answer, refusal, serve } from '../../../testing/fake-server.ts'
import { InRouter } from '../../../testing/in-router.tsx'
import { renderAs } from '../../../testing/render-as.tsx'
import { PausePanel } from './pause-panel.tsx'

afterEach(() => vi.restoreAllMocks())

const show = (projectId: number | null, timezone = 'UTC') =>
  renderAs(
    { id: 5, name: 'Ada', projects: [], agency: null, agency_role: 'agency-admin' },
    <InRouter>
      <PausePanel place={{ agencyId: 3, projectId }} timezone={timezone} />
    </InRouter>,
  )

it('Everything is paused with a reason and an end, and clients are told', async () => {
  const calls = serve({
    'POST /api/agencies/3/pause': () => answer(200, { pause_id: 1, still_sending: [] }),
  })
  show(null)
  await userEvent.click(await screen.findByRole('button', { name: 'Pause all clients…' }))
  const button = await screen.findByRole('button', { name: 'Pause everything' })
  expect(button.hasAttribute('disabled')).toBe(true)
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'A recall')
  await userEvent.type(screen.getByLabelText(/Until/), '2099-01-02T10:00')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tell clients' }))
  await userEvent.click(button)
  const body = { reason: 'A recall', ends_at: '2099-01-02T10:00:00.000Z', tells_clients: true }
  await vi.waitFor(() =>
    expect(calls.filter(({ address }) => address.startsWith('POST'))).toEqual([
      { address: 'POST /api/agencies/3/pause', body },
    ]),
  )
})

it.each([
  ['before a clock change', '2099-03-29T01:30', '2099-03-29T00:30:00.000Z'],
  ['after it', '2099-03-29T03:30', '2099-03-29T01:30:00.000Z'],
  ['in the hour that it skips', '2099-03-29T02:30', '2099-03-29T01:00:00.000Z'],
])('An end %s is by the clock of the client', async (_, chosen, ends_at) => {
  const calls = serve({
    'POST /api/projects/1/pause': () => answer(200, { pause_id: 1, still_sending: [] }),
  })
  show(1, 'Europe/Berlin')
  await userEvent.click(await screen.findByRole('button', { name: 'Pause this client…' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'A recall')
  await userEvent.type(screen.getByLabelText(/Until/), chosen)
  await userEvent.click(screen.getByRole('button', { name: 'Pause publishing' }))
  await vi.waitFor(() => expect(calls.find(({ body }) => body)?.body).toMatchObject({ ends_at }))
})

it('An end in the past is refused in words, and so is a pause that somebody else has just made', async () => {
  serve({
    'POST /api/projects/1/pause': () =>
      refusal(409, 'already_paused', 'Publishing is already paused: A storm'),
  })
  show(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Pause this client…' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'A recall')
  const until = screen.getByLabelText(/Until/)
  await userEvent.type(until, '2001-01-02T10:00')
  await userEvent.click(screen.getByRole('button', { name: 'Pause publishing' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Choose an end that is still to come.')
  await userEvent.clear(until)
  await userEvent.click(screen.getByRole('button', { name: 'Pause publishing' }))
  expect(await screen.findByText('Publishing is already paused: A storm')).toBeTruthy()
})
