import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browser } from '#web/platform/session.ts'
import { readToken, storeToken } from '#web/platform/token.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'

const confirm = 'POST /api/auth/confirm'
const resend = 'POST /api/auth/confirm/resend'
const open = () => {
  window.history.replaceState(null, '', '/confirm-email?token=the-token&email=ada%40studio.test')
  render(
    <StrictMode>
      <ConfirmEmailScreen />
    </StrictMode>,
    { wrapper: ThemeProvider },
  )
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(browser, 'toLogin').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const confirmed = () => answer(200, { session: null })
const passwordRequired = () =>
  refusal(409, 'password_required', 'Choose a password to confirm this email address.')

test('the link is redeemed without a click, and with the session of this browser', async () => {
  storeToken({ token: 'abc', expires_in: 3600 })
  const calls = serve({ [confirm]: confirmed })
  open()
  await screen.findByRole('heading', { name: 'Your email address is confirmed' })
  expect(calls).toEqual([{ address: confirm, body: { token: 'the-token' } }])
  const { headers } = vi.mocked(fetch).mock.calls.at(-1)?.[1] ?? {}
  expect(headers).toMatchObject({ Authorization: 'Bearer abc' })
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
})

test('in another browser the person chooses a password, and is signed in', async () => {
  const answers = [passwordRequired, () => answer(200, { session: { token: 'new', expires_in: 3600 } })]
  const calls = serve({ [confirm]: () => answers.shift()?.() ?? passwordRequired() })
  open()
  expect(await screen.findByText(/Choose a password for ada@studio\.test\./)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Confirm email address' })
  await userEvent.click(button)
  expect(screen.getByText('Password is required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('New password'), 'a fine new one')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'a fine new one')
  expect(calls).toHaveLength(1)
  await userEvent.click(button)
  await screen.findByRole('heading', { name: 'Your email address is confirmed' })
  const fields = { password: 'a fine new one', password_confirmation: 'a fine new one' }
  expect(calls[1]?.body).toEqual({ token: 'the-token', ...fields })
  expect(readToken()?.token).toBe('new')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(browser.toLogin).toHaveBeenCalledOnce()
})

test('a link that expires while the password is typed is refused with a text', async () => {
  const answers = [passwordRequired, () => refusal(422, 'link_ended', 'This link has ended.')]
  serve({ [confirm]: () => answers.shift()?.() ?? passwordRequired() })
  open()
  await userEvent.type(await screen.findByLabelText('New password'), 'a fine new one')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'a fine new one{Enter}')
  expect(await screen.findByText('This link has ended.')).toBeTruthy()
  expect(readToken()).toBeNull()
})

test('a signed-in person can replace an expired link with a new one', async () => {
  storeToken({ token: 'abc', expires_in: 3600 })
  serve({
    [confirm]: () => refusal(422, 'link_ended', 'This link has ended.'),
    [resend]: () => answer(200, {}),
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText('A new link is on its way to your email address.')).toBeTruthy()
})

test('a person who is not signed in reads that the link has expired, and can log in', async () => {
  serve({ [confirm]: () => refusal(422, 'link_ended', 'This link has ended.') })
  open()
  expect(await screen.findByText('This link has ended.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy()
})

test.each([
  ['the connection breaks', () => Promise.reject(new TypeError('Failed to fetch')), /cannot be reached/],
  [
    'Galley fails',
    () => refusal(500, 'internal', 'An error has occured Please try again!'),
    /error has occured/,
  ],
  [
    'it was tried too often',
    () => refusal(429, 'too_many_requests', 'Too many attempts.'),
    /Too many attempts/,
  ],
] as const)('when %s the same link can be tried again', async (_, trouble, words) => {
  const answers: (() => Response | Promise<Response>)[] = [trouble, confirmed]
  const calls = serve({ [confirm]: () => answers.shift()?.() ?? confirmed() })
  open()
  expect(await screen.findByText(words)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('heading', { name: 'Your email address is confirmed' })
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'the-token' }, { token: 'the-token' }])
})
