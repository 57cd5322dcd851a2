import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, use } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readToken } from '#web/platform/token.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { fakeFetch } from '../../../../testing/fake-fetch.ts'
import { LoginScreen } from './login-screen.tsx'

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const demo = [
  { role: 'agency-admin', email: 'ada@studio.test', password: 'galley-demo', name: 'Ada', lastName: 'Admin' },
]

const serve = (answers: Record<string, () => Response>) => {
  const bodies: unknown[] = []
  fakeFetch(async (input, init) => {
    if (init?.body) bodies.push(JSON.parse(String(init.body)))
    return answers[String(input)]?.() ?? answer(404, { code: 'not_found', message: 'Not found.' })
  })
  return bodies
}

const open = () => {
  const onSignedIn = vi.fn()
  const onReady = vi.fn()
  render(<LoginScreen onReady={onReady} onSignedIn={onSignedIn} />, { wrapper: ThemeProvider })
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  return { onSignedIn, onReady, email, password, submit }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

test('signing in stores the session and opens the app', async () => {
  const bodies = serve({
    '/api/auth/signin': () => answer(200, { data: { token: 'abc', expires_in: 3600 } }),
  })
  const { onSignedIn, onReady, email, password, submit } = open()
  await userEvent.type(email, '  ada@studio.test ')
  await userEvent.type(password, 'secret')
  await submit()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ email: 'ada@studio.test', password: 'secret' }])
  expect(readToken()?.token).toBe('abc')
  expect(onReady).toHaveBeenCalled()
})

test('with a second factor a code is asked for, also after a reload, and then the session is stored', async () => {
  let isRight = false
  const bodies = serve({
    '/api/auth/signin': () => answer(200, { data: { token: 'half', expires_in: 600, second_factor: 'due' } }),
    '/api/auth/signin/second-factor': () =>
      isRight
        ? answer(200, { data: { token: 'abc', expires_in: 3600 } })
        : answer(422, { code: 'clock_off', message: 'The clock of your phone is about 2 minutes slow.' }),
  })
  const { email, password, submit } = open()
  await userEvent.type(email, 'ada@studio.test')
  await userEvent.type(password, 'secret')
  await submit()
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('The clock of your phone is about 2 minutes slow.')).toBeTruthy()
  expect(readToken()).toBeNull()
  cleanup()
  const onSignedIn = vi.fn()
  render(<LoginScreen onReady={vi.fn()} onSignedIn={onSignedIn} />, { wrapper: ThemeProvider })
  isRight = true
  await userEvent.type(await screen.findByLabelText('Code'), '654321{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(readToken()?.token).toBe('abc')
  expect(bodies.slice(1)).toEqual([
    { token: 'half', code: '123456' },
    { token: 'half', code: '654321' },
  ])
  expect(sessionStorage.length).toBe(0)
})

test('a sign-in that has ended while the code was looked for begins again with the password', async () => {
  sessionStorage.setItem('galley-second-factor', JSON.stringify({ token: 'half' }))
  const message = 'This sign-in has expired or was already used. Please try again.'
  serve({ '/api/auth/signin/second-factor': () => answer(409, { code: 'sign_in_ended', message }) })
  render(<LoginScreen onReady={vi.fn()} onSignedIn={vi.fn()} />, { wrapper: ThemeProvider })
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText('Password')).toBeTruthy()
})

test("the server's text appears under the form, and nothing typed is lost", async () => {
  const message = 'The email or the password is not correct.'
  serve({ '/api/auth/signin': () => answer(401, { message, code: 'invalid_credentials' }) })
  const { onSignedIn, email, password, submit } = open()
  await userEvent.type(email, 'ada@studio.test')
  await userEvent.type(password, 'wrong')
  await submit()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
  expect(email.value).toBe('ada@studio.test')
  expect(password.value).toBe('wrong')
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('a person who has to wait before trying again is offered the link by email, with the address as typed', async () => {
  const message = 'Too many attempts. Please try again in 1 hour.'
  serve({ '/api/auth/signin': () => answer(429, { message, code: 'too_many_requests' }) })
  const { email, password, submit } = open()
  await userEvent.type(email, 'ada@studio.test')
  await userEvent.type(password, 'wrong')
  await submit()
  const link = await screen.findByRole('link', { name: 'Or set a new password by email' })
  expect(screen.getByRole('alert').textContent).toContain(message)
  await userEvent.click(link)
  expect(window.location.pathname).toBe('/reset-password')
  expect(window.history.state).toEqual({ email: 'ada@studio.test' })
  window.history.replaceState(null, '', '/')
})

test('a person who has to wait logs in with a mailed code, and gets another if it is wrong', async () => {
  const answers = [
    answer(429, { message: 'Too many attempts. Please try again in 1 hour.', code: 'too_many_requests' }),
    answer(422, { message: 'This code is wrong or has expired.', code: 'wrong_code' }),
    answer(200, { data: { token: 'abc', expires_in: 3600 } }),
  ]
  const mailed = [answer(200, { data: {} }), answer(429, { message: 'Too many', code: 'too_many_requests' })]
  const bodies = serve({
    '/api/auth/signin/code': () => mailed.shift() ?? answer(500, {}),
    '/api/auth/signin': () => answers.shift() ?? answer(500, {}),
  })
  const { onSignedIn, email, password, submit } = open()
  await userEvent.type(email, 'ada@studio.test')
  await userEvent.type(password, 'secret')
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'Log in with a code by email' }))
  const code = await screen.findByLabelText<HTMLInputElement>('Code')
  expect(screen.getByRole('alert').textContent).toBe('')
  await submit()
  expect(screen.getByText('Code is required')).toBeTruthy()
  await userEvent.type(code, 'bcdf-ghjk')
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: 'Mail another code' }))
  await waitFor(() => expect(code.value).toBe(''))
  await userEvent.type(code, 'BCDF-GHJM')
  await submit()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  const ada = { email: 'ada@studio.test' }
  expect(bodies.slice(1)).toEqual([
    ada,
    { ...ada, password: 'secret', code: 'bcdf-ghjk' },
    ada,
    { ...ada, password: 'secret', code: 'BCDF-GHJM' },
  ])
})

test('a server that cannot be reached is reported in plain words', async () => {
  fakeFetch(async () => {
    throw new TypeError('Failed to fetch')
  })
  const { email, password, submit } = open()
  await userEvent.type(email, 'ada@studio.test')
  await userEvent.type(password, 'secret')
  await submit()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('cannot be reached'))
})

test('empty fields show an error and the first one gets the focus, without a request', async () => {
  const bodies = serve({})
  const { email, password, submit } = open()
  await submit()
  expect(screen.getByText('Email is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(document.activeElement).toBe(email)
  await userEvent.type(email, 'ada@studio')
  await submit()
  expect(screen.getByText('Invalid email')).toBeTruthy()
  await userEvent.type(email, '.test')
  await submit()
  expect(document.activeElement).toBe(password)
  expect(bodies).toEqual([])
})

test("the server's texts for a field appear at that field", async () => {
  const errors = { email: ['Invalid email'] }
  serve({
    '/api/auth/signin': () => answer(422, { message: 'Validation error', code: 'validation_error', errors }),
  })
  const { email, password, submit } = open()
  await userEvent.type(email, 'ada@studio.test')
  await userEvent.type(password, 'secret')
  await submit()
  await waitFor(() => expect(screen.getByText('Invalid email')).toBeTruthy())
  expect(document.activeElement).toBe(email)
})

test('a demo login fills in the form with one click', async () => {
  serve({ '/api/demo': () => answer(200, { data: { logins: demo } }) })
  const { email, password } = open()
  await userEvent.click(await screen.findByRole('button', { name: /Agency admin.*Ada Admin/ }))
  expect(email.value).toBe('ada@studio.test')
  expect(password.value).toBe('galley-demo')
})

test('without demo data the page does not mention it', async () => {
  serve({})
  open()
  await waitFor(() => expect(fetch).toHaveBeenCalled())
  expect(screen.queryByText('Demo logins')).toBeNull()
})

test('a blocked person who was signed out sees the toast with the fixed wording', async () => {
  serve({})
  sessionStorage.setItem('galley-notice', 'Account was blocked')
  open()
  expect(await screen.findByText('Account was blocked')).toBeTruthy()
  expect(screen.getByRole('form').textContent).not.toContain('blocked')
})

test('another reason why a session ended appears under the form', () => {
  serve({})
  sessionStorage.setItem('galley-notice', 'This link has ended.')
  open()
  expect(screen.getByRole('alert').textContent).toBe('This link has ended.')
})

test('a success message is shown once, even if the page starts to render twice', async () => {
  serve({})
  sessionStorage.setItem('galley-news', 'Your password has been changed.')
  const late = Promise.withResolvers<null>()
  const Late = () => use(late.promise)
  const page = (
    <Suspense>
      <LoginScreen onReady={vi.fn()} onSignedIn={vi.fn()} />
      <Late />
    </Suspense>
  )
  await act(async () => render(page, { wrapper: ThemeProvider }))
  await act(async () => late.resolve(null))
  expect(await screen.findByText('Your password has been changed.')).toBeTruthy()
  expect(sessionStorage.getItem('galley-news')).toBeNull()
})
