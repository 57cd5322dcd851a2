import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readToken } from '#web/platform/token.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { SignupScreen } from './signup-screen.tsx'

const signUp = 'POST /api/auth/signup'
const check = 'POST /api/userinvitations/check'
const checked =
  (more: object = {}) =>
  () =>
    answer(200, {
      status: 'open',
      email: 'grace@studio.test',
      where: 'Harbor',
      agency: 'Harbor',
      has_account: false,
      ...more,
    })
const labels = [
  'First name',
  'Last name',
  'Email',
  'Password',
  'Confirm password',
  'Phone number',
  'Company',
] as const
type Label = (typeof labels)[number]
const good: Record<Label, string> = {
  'First name': 'Grace',
  'Last name': 'Hopper',
  Email: 'grace@studio.test',
  Password: 'correct horse battery',
  'Confirm password': 'correct horse battery',
  'Phone number': '+49 30 1234567',
  Company: 'Studio',
}

const input = (label: Label) => screen.getByLabelText<HTMLInputElement>(label)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
const fillIn = async (values: Partial<Record<Label, string>>) => {
  for (const label of labels)
    if (values[label]) {
      await userEvent.clear(input(label))
      await userEvent.type(input(label), values[label])
    }
}
const open = (query = '') => {
  window.history.replaceState(null, '', `/signup${query}`)
  const onSignedIn = vi.fn()
  const { unmount } = render(<SignupScreen onReady={vi.fn()} onSignedIn={onSignedIn} />, {
    wrapper: ThemeProvider,
  })
  return { onSignedIn, unmount }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

test('signing up sends the form, stores the session and opens the app', async () => {
  const calls = serve({ [signUp]: () => answer(200, { token: 'new', expires_in: 3600 }) })
  const { onSignedIn } = open()
  await fillIn(good)
  await press()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(calls).toEqual([
    {
      address: signUp,
      body: {
        name: 'Grace',
        last_name: 'Hopper',
        email: 'grace@studio.test',
        password: 'correct horse battery',
        password_confirmation: 'correct horse battery',
        phone_number: '+49 30 1234567',
        company: 'Studio',
      },
    },
  ])
  expect(readToken()?.token).toBe('new')
})

test('an empty form shows an error at every field, and the first gets the focus, without a request', async () => {
  const calls = serve({})
  open()
  await press()
  for (const text of [
    'First Name is required',
    'Last Name is required',
    'Email is required',
    'Password is required',
    'Password confirmation is required',
    'Phone Number is required',
    'Company Name is required',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(document.activeElement).toBe(input('First name'))
  expect(input('First name').getAttribute('aria-invalid')).toBe('true')
  expect(calls).toEqual([])
})

test.each([
  ['First name', 'Jo', 'Please enter a first name between 3 and 255 characters'],
  ['Last name', 'Hopper 2', 'Field should not contain numbers and special symbols'],
  ['Email', 'grace', 'Invalid email'],
  ['Password', 'short', 'Please enter a password between 8 and 255 characters'],
  ['Confirm password', 'other words', "Passwords doesn't match"],
  ['Phone number', 'call me', 'Phone number is not valid'],
  ['Company', 'IT', 'Please enter an company name between 3 and 255 characters'],
] as const)(
  '%s with "%s" shows an error when it is left, until it is valid',
  async (label, text, problem) => {
    serve({})
    open()
    if (label === 'Confirm password') await fillIn({ Password: good.Password })
    await userEvent.clear(input(label))
    await userEvent.type(input(label), text)
    expect(screen.queryByText(problem)).toBeNull()
    await userEvent.tab()
    expect(screen.getByText(problem)).toBeTruthy()
    await fillIn({ [label]: good[label] })
    expect(screen.queryByText(problem)).toBeNull()
  },
)

test('a field left empty shows an error, except the first one when it is left by clicking a link', async () => {
  serve({})
  open()
  await userEvent.click(screen.getByRole('link', { name: 'Log in' }))
  expect(screen.queryByText('First Name is required')).toBeNull()
  await userEvent.click(input('First name'))
  await userEvent.tab()
  expect(screen.getByText('First Name is required')).toBeTruthy()
})

test("the server's refusal appears under the form, and nothing typed is lost", async () => {
  const message = 'Too many attempts. Please try again in 12 minutes.'
  serve({ [signUp]: () => refusal(429, 'too_many_requests', message) })
  const { onSignedIn } = open()
  await fillIn(good)
  await press()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
  for (const label of labels) expect(input(label).value).toBe(good[label])
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('after a refusal the focus returns to the button, which lost it while it was disabled', async () => {
  const loseFocus = () => {
    // Browsers take the focus from a disabled button.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return refusal(500, 'internal', 'An error has occured Please try again!')
  }
  serve({ [signUp]: loseFocus })
  open()
  await fillIn(good)
  await press()
  const button = screen.getByRole('button', { name: 'Sign Up' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(screen.getByRole('alert').textContent).toContain('An error has occured')
})

test("the server's text for a field appears at that field until it is changed", async () => {
  serve({
    [signUp]: () => refusal(422, 'validation_error', 'Validation error', { email: ['Invalid email'] }),
  })
  open()
  await fillIn(good)
  await press()
  await screen.findByText('Invalid email')
  expect(document.activeElement).toBe(input('Email'))
  await userEvent.type(input('Email'), 'x')
  expect(screen.queryByText('Invalid email')).toBeNull()
})

test('a second press while the first is being sent sends nothing', async () => {
  let arrive = (_: Response) => undefined as unknown
  const calls = serve({ [signUp]: () => new Promise<Response>(resolve => (arrive = resolve)) })
  const { onSignedIn } = open()
  await fillIn(good)
  await press()
  await userEvent.type(input('Company'), '{Enter}')
  arrive(answer(200, { token: 'new', expires_in: 3600 }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(calls).toHaveLength(1)
})

test('an invitation fills in name and address, locks the address and sends its token', async () => {
  const token = 'invitation-token-of-the-mail'
  const calls = serve({
    [check]: checked(),
    [signUp]: () => answer(200, { token: 'new', expires_in: 3600 }),
  })
  const { onSignedIn } = open(`?email=grace%40studio.test&name=Grace%20van%20Hopper&invitation=${token}`)
  await screen.findByLabelText('First name')
  expect(input('First name').value).toBe('Grace')
  expect(input('Last name').value).toBe('van Hopper')
  expect(input('Email').value).toBe('grace@studio.test')
  expect(input('Email').readOnly).toBe(true)
  const { Email: _, ...others } = good
  await fillIn(others)
  await press()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(calls.map(({ address }) => address)).toEqual([check, signUp])
  expect(calls[1]?.body).toMatchObject({ email: 'grace@studio.test', invitation: token })
})

test('an invalid address in the link can be corrected', () => {
  serve({})
  open('?email=grace')
  expect(input('Email').readOnly).toBe(false)
  expect(input('Email').value).toBe('grace')
})

test('a person who already has an account is sent to the login page with the invitation', async () => {
  const message = 'This email already has an account. Log in to accept the invitation.'
  serve({ [check]: checked(), [signUp]: () => refusal(409, 'account_exists', message) })
  const query = '?email=grace%40studio.test&name=Grace%20Hopper&invitation=invitation-token-of-the-mail'
  open(query)
  await screen.findByLabelText('First name')
  const { Email: _, ...others } = good
  await fillIn(others)
  await press()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message))
  const link = screen.getByRole('alert').querySelector('a')
  expect(link?.getAttribute('href')).toBe(`/${query}`)
})

const link = '?email=grace%40studio.test&name=Grace%20Hopper&invitation=invitation-token-of-the-mail'

test.each([
  ['was accepted', { status: 'accepted', has_account: true }, 'This invitation was already accepted', '/'],
  ['has ended', { status: 'ended' }, 'This invitation is no longer valid', '/'],
  ['is for an address with an account', { has_account: true }, 'Log in to accept the invitation', `/${link}`],
])(
  'an invitation that %s says so at once, without the form, and leads to the login',
  async (_, more, title, login) => {
    serve({ [check]: checked(more) })
    open(link)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.queryByLabelText('First name')).toBeNull()
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(login)
    await userEvent.click(screen.getByRole('link', { name: 'Log in' }))
    expect(window.history.state).toEqual({ email: 'grace@studio.test' })
  },
)

test('a person who lost their invitation can sign up without it', async () => {
  serve({ [check]: checked({ status: 'ended', email: null, where: null, agency: null }) })
  open(link)
  const other = await screen.findByRole('link', { name: 'Sign up without an invitation' })
  expect(other.getAttribute('href')).toBe('/signup')
})

test('an invitation that cannot be checked leaves the form usable', async () => {
  serve({ [check]: () => Promise.reject(new TypeError('Failed to fetch')) })
  open(link)
  expect(await screen.findByLabelText('First name')).toBeTruthy()
})

test('what was typed, except the passwords, is there again after a look at another page', async () => {
  serve({ [signUp]: () => answer(200, { token: 'new', expires_in: 3600 }) })
  const { unmount, onSignedIn } = open()
  await fillIn(good)
  unmount()
  const again = open()
  for (const label of labels) expect(input(label).value).toBe(/password/i.test(label) ? '' : good[label])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(good.Password)
  await fillIn({ Password: good.Password, 'Confirm password': good.Password })
  await press()
  await waitFor(() => expect(again.onSignedIn).toHaveBeenCalledOnce())
  again.unmount()
  open()
  for (const label of labels) expect(input(label).value, 'nothing is left after signing up').toBe('')
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('signing up without an invitation does not show what a former one had filled in', async () => {
  serve({ [check]: checked({ email: 'emil@client.test' }) })
  const invited = '?invitation=invitation-token-of-the-mail&email=emil%40client.test&name=Emil%20Sund'
  const first = open(invited)
  await screen.findByLabelText('First name')
  await fillIn({ Company: 'Kiln' })
  first.unmount()
  const again = open(invited)
  await screen.findByLabelText('First name')
  expect(input('Company').value).toBe('Kiln')
  again.unmount()
  open()
  for (const label of labels) expect(input(label).value, label).toBe('')
})

test('an invitation of another address does not show what was typed before', async () => {
  serve({})
  const first = open()
  await fillIn(good)
  first.unmount()
  open('?email=emil%40client.test&name=Emil%20Sund')
  expect(input('First name').value).toBe('Emil')
  for (const label of ['Phone number', 'Company'] as const) expect(input(label).value).toBe('')
})
