import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browser } from '#web/platform/session.ts'
import { storeToken } from '#web/platform/token.ts'
import { ThemeProvider } from '#web/ui/provider.tsx'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'

const confirm = 'POST /api/auth/confirm'
const resend = 'POST /api/auth/confirm/resend'
const open = () => {
  window.history.replaceState(null, '', '/confirm-email?token=the-token')
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

test('the link of a signed-in person is redeemed once, without a click', async () => {
  storeToken({ token: 'abc', expires_in: 3600 })
  const calls = serve({ [confirm]: () => answer(200, null) })
  open()
  await screen.findByRole('heading', { name: 'Your email address is confirmed' })
  expect(calls).toEqual([{ address: confirm, body: { token: 'the-token' } }])
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
})

test('a person who is not signed in has to press a button, because mail scanners open links too', async () => {
  const calls = serve({ [confirm]: () => answer(200, null) })
  open()
  const button = await screen.findByRole('button', { name: 'Confirm email address' })
  expect(calls).toEqual([])
  await userEvent.click(button)
  await screen.findByRole('heading', { name: 'Your email address is confirmed' })
  expect(calls).toEqual([{ address: confirm, body: { token: 'the-token' } }])
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(browser.toLogin).toHaveBeenCalledOnce()
})

test('a signed-in person can replace an expired link by a new one', async () => {
  storeToken({ token: 'abc', expires_in: 3600 })
  serve({
    [confirm]: () => refusal(422, 'link_ended', 'This link has ended.'),
    [resend]: () => answer(200, null),
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText('A new link is on its way to your email address.')).toBeTruthy()
})

test('a person who is not signed in reads that the link has expired, and can log in', async () => {
  serve({ [confirm]: () => refusal(422, 'link_ended', 'This link has ended.') })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm email address' }))
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
  const answers: (() => Response | Promise<Response>)[] = [trouble, () => answer(200, null)]
  const calls = serve({ [confirm]: () => answers.shift()?.() ?? answer(200, null) })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm email address' }))
  expect(await screen.findByText(words)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('heading', { name: 'Your email address is confirmed' })
  expect(calls.map(({ body }) => body)).toEqual([{ token: 'the-token' }, { token: 'the-token' }])
})
