import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { RefuseInvitationScreen } from './refuse-invitation-screen.tsx'

const check = 'POST /api/userinvitations/check'
const refuse = 'POST /api/userinvitations/refuse'
const known = {
  status: 'open',
  email: 'grace@studio.test',
  where: 'Spring',
  agency: 'Harbor',
  has_account: false,
}

const open = () => {
  window.history.replaceState(null, '', '/refuse-invitation?token=t&agency=Win+at+https%3A%2F%2Fevil.example')
  render(<RefuseInvitationScreen />, { wrapper: ThemeProvider })
}

test('the agency is called what the server calls it, not what its address says', async () => {
  const calls = serve({ [check]: () => answer(200, known), [refuse]: () => answer(200, {}) })
  open()
  expect(await screen.findByText('Harbor')).toBeTruthy()
  expect(document.body.textContent).not.toContain('evil')
  await userEvent.click(screen.getByRole('button', { name: 'Refuse all invitations' }))
  expect(await screen.findByRole('heading', { name: 'You get no more invitations from them' })).toBeTruthy()
  expect(calls.at(-1)).toEqual({ address: refuse, body: { token: 't', is_unknown: true } })
})

test('an agency that cannot be asked for has no name, and can be refused', async () => {
  serve({ [check]: () => refusal(503, 'unavailable', 'Not now.'), [refuse]: () => answer(200, {}) })
  open()
  expect(screen.getByRole('status').textContent).toContain('All invitations from this agency are refused')
  await userEvent.click(screen.getByRole('button', { name: 'Refuse all invitations' }))
  expect(await screen.findByRole('heading', { name: 'You get no more invitations from them' })).toBeTruthy()
})
