import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readToken } from '#web/platform/token.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { rememberedInvitation, rememberInvitation } from './oauth-return.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { ProviderReturnScreen } from './provider-return-screen.tsx'

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const serve = (answers: Record<string, () => Response>) =>
  fakeFetch(
    async input => answers[String(input)]?.() ?? answer(404, { code: 'not_found', message: 'Not found.' }),
  )
const google = '/api/auth/google/callback'
let state = 0
const open = () => {
  // A state works once, as in production.
  state += 1
  window.history.replaceState(null, '', `/?code=c&scope=email&prompt=none&state=s${state}`)
  const onSignedIn = vi.fn()
  render(<ProviderReturnScreen onReady={() => undefined} onSignedIn={onSignedIn} />, {
    wrapper: ThemeProvider,
  })
  return onSignedIn
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

test('a return from a provider becomes a session', async () => {
  serve({ [google]: () => answer(200, { data: { token: 'abc', expires_in: 3600 } }) })
  const onSignedIn = open()
  expect(screen.getByRole('status').textContent).toContain('Signing you in with Google')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(readToken()?.token).toBe('abc')
})

test('a failure appears under the login form, and the address is cleaned up', async () => {
  const message = 'This sign-in has expired or was already used. Please try again.'
  serve({ [google]: () => answer(409, { code: 'sign_in_ended', message }) })
  const onSignedIn = open()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message))
  expect(window.location.search).toBe('')
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('an invitation survives when a password is asked for first', async () => {
  rememberInvitation('the-invitation-of-the-link')
  serve({ [google]: () => answer(409, { code: 'password_first', message: 'Log in once.' }) })
  open()
  await screen.findByRole('button', { name: 'Log in' })
  expect(window.location.search).toBe('?invitation=the-invitation-of-the-link')
})

test('the buttons are those that the installation offers, and they keep the invitation', async () => {
  serve({ '/api/auth/providers': () => answer(200, { data: { providers: ['apple'] } }) })
  window.history.replaceState(null, '', '/signup?invitation=the-invitation-of-the-link')
  render(<ProviderButtons />, { wrapper: ThemeProvider })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Sign in with Apple' })
  expect(link.getAttribute('href')).toBe('/api/auth/apple')
  expect(screen.queryByRole('link', { name: /Google/ })).toBeNull()
  link.addEventListener('click', event => event.preventDefault())
  await userEvent.click(link)
  expect(rememberedInvitation()).toBe('the-invitation-of-the-link')
})
