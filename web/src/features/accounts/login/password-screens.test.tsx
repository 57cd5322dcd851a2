import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browser, readNews, readNotice } from '#web/platform/session.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

const check = 'POST /api/password/checktoken'
const save = 'POST /api/password/new'
const link = { token: 'the-token', email: 'ada@studio.test' }
const good = 'correct horse battery'

const openForgot = () => {
  window.history.replaceState(null, '', '/reset-password')
  render(<ForgotPasswordScreen />, { wrapper: ThemeProvider })
}
const openLink = (query = '?token=the-token&email=ada%40studio.test') => {
  window.history.replaceState(null, '', `/change-password${query}`)
  render(<ResetPasswordScreen />, { wrapper: ThemeProvider })
}

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(browser, 'toLogin').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

test('asking for a link shows the fixed wording, which gets the focus', async () => {
  const calls = serve({ 'POST /api/password/forgot': () => answer(200, {}) })
  openForgot()
  await userEvent.type(screen.getByLabelText('Email'), ' ada@studio.test{Enter}')
  const text = await screen.findByText(
    'An email has been sent to your email address with instructions to reset your password',
  )
  expect(document.activeElement).toBe(text)
  expect(screen.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/')
  expect(calls).toEqual([{ address: 'POST /api/password/forgot', body: { email: 'ada@studio.test' } }])
})

test('an invalid address is reported at the field, without a request', async () => {
  const calls = serve({})
  openForgot()
  await userEvent.type(screen.getByLabelText('Email'), 'ada{Enter}')
  expect(screen.getByText('Invalid email')).toBeTruthy()
  expect(calls).toEqual([])
})

test('an expired link leads to the login page, which says so', async () => {
  serve({ [check]: () => refusal(422, 'link_ended', 'This link has ended.') })
  openLink()
  await waitFor(() => expect(browser.toLogin).toHaveBeenCalledOnce())
  expect(readNotice()).toBe('This link has ended.')
})

test('a link without its token leads to the login page, which says so', async () => {
  serve({ [check]: () => refusal(422, 'validation_error', 'Validation error', { token: ['Bad'] }) })
  openLink('')
  await waitFor(() => expect(browser.toLogin).toHaveBeenCalledOnce())
  expect(readNotice()).toContain('This link is incomplete')
})

test('a link that could not be checked can be checked again', async () => {
  let isAway = true
  serve({
    [check]: () => {
      if (isAway) throw new TypeError('Failed to fetch')
      return answer(200, {})
    },
  })
  openLink()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('cannot be reached'))
  expect(browser.toLogin).not.toHaveBeenCalled()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByLabelText('New password')).toBeTruthy()
  expect(screen.getByText(/^For ada@studio\.test\. .*all devices and ends .*calendar feeds\.$/)).toBeTruthy()
})

test('a new password is set, and the login page says so', async () => {
  const calls = serve({ [check]: () => answer(200, {}), [save]: () => answer(200, {}) })
  openLink()
  await userEvent.type(await screen.findByLabelText('New password'), 'short')
  await userEvent.tab()
  expect(screen.getByText('Please enter a password between 8 and 255 characters')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('New password'))
  await userEvent.type(screen.getByLabelText('New password'), good)
  await userEvent.type(screen.getByLabelText('Confirm password'), 'other{Enter}')
  expect(screen.getByText("Passwords doesn't match")).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Confirm password'))
  await userEvent.type(screen.getByLabelText('Confirm password'), `${good}{Enter}`)
  await waitFor(() => expect(browser.toLogin).toHaveBeenCalledOnce())
  expect(calls).toEqual([
    { address: check, body: link },
    { address: save, body: { ...link, password: good, password_confirmation: good } },
  ])
  expect(readNews()).toBe('Your password has been changed. Log in with the new one.')
})

test('a link that expired in the meantime is reported under the form', async () => {
  serve({
    [check]: () => answer(200, {}),
    [save]: () => refusal(422, 'link_ended', 'This link has ended.'),
  })
  openLink()
  await userEvent.type(await screen.findByLabelText('New password'), good)
  await userEvent.type(screen.getByLabelText('Confirm password'), `${good}{Enter}`)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This link has ended.'))
})
