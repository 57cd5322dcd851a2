import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Me, OwnIdentity, OwnSession, SignInMethods } from '#domain/accounts/model.ts'
import { queryKeys } from '#web/platform/query.ts'
import { storeToken } from '#web/platform/token.ts'
import { toast } from '#web/ui/toast.tsx'
import { answer, refusal, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-as.tsx'
import { takeLinkingPage } from '../oauth-return.ts'
import { external } from './api.ts'
import { ProfileModal } from './profile-modal.tsx'

const ada: Me = {
  id: 5,
  name: 'Ada',
  last_name: 'Moreau',
  email: 'ada@studio.test',
  is_email_confirmed: true,
  phone_number: null,
  company: 'Studio',
  agency_role: 'agency-admin',
  is_blocked: false,
  can_create_agency: false,
  can_create_project: true,
  card_status: 'none',
  avatar_image_link: null,
  lead_time_minutes: 240,
  support_url: null,
  projects: [],
  project_count: 0,
  agency: null,
}
const session = (id: number, agent: string, is_current: boolean): OwnSession => ({
  id,
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
  user_agent: agent,
  address: '203.0.113.9',
  is_current,
})
const sessions = [
  session(2, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Version/18.1 Safari/604', false),
  session(1, 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Firefox/132.0', true),
]

const google: OwnIdentity = {
  id: 8,
  provider: 'google',
  email: 'ada@gmail.com',
  can_unlink: true,
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
}
const ways: SignInMethods = { has_password: true, identities: [google], providers: ['google', 'apple'] }

const open = (answers: Parameters<typeof serve>[0] = {}, me = ada) => {
  const calls = serve({
    'GET /api/auth/me': () => answer(200, me),
    'GET /api/auth/sessions': () => answer(200, sessions),
    'GET /api/secret-addresses': () => answer(200, []),
    'GET /api/auth/identities': () => answer(200, ways),
    'GET /api/auth/second-factor': () =>
      answer(200, { turned_on_at: null, recovery_codes_left: 0, has_password: true }),
    ...answers,
  })
  const onClose = vi.fn()
  const client = renderAs(me, <ProfileModal onClose={onClose} />, error => toast.error(String(error)))
  return { onClose, client, sent: () => calls.filter(({ address }) => !address.startsWith('GET')) }
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const turnTo = (name: string) => userEvent.click(screen.getByRole('tab', { name }))
const retype = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}

beforeEach(() => {
  localStorage.clear()
  storeToken({ token: 'abc', expires_in: 3600 })
  vi.spyOn(toast, 'success').mockReturnValue('')
})
afterEach(() => vi.restoreAllMocks())

test('only changed fields are sent, and the new name shows everywhere at once', async () => {
  const changed = { ...ada, company: 'Atelier' }
  const { onClose, client, sent } = open({ 'POST /api/users/5': () => answer(200, changed) })
  await retype('Company', 'Atelier')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [call] = sent()
  expect(Object.fromEntries(call?.body as FormData)).toEqual({ _method: 'PUT', company: 'Atelier' })
  expect(client.getQueryData<Me>(queryKeys.me())?.company).toBe('Atelier')
  expect(toast.success).toHaveBeenCalledWith('Changes saved')
})

test('a project that was opened beyond those of `me` stays, although the answer to saving does not have it', async () => {
  const opened = {
    id: 7,
    name: 'Harbor',
    agency_id: 1,
    logo_image_link: null,
    timezone: 'UTC',
    role: 'agency-admin' as const,
    setting: [],
  }
  const changed = { ...ada, company: 'Atelier', project_count: 130 }
  const me = { ...ada, projects: [opened], project_count: 130 }
  const { onClose, client } = open({ 'POST /api/users/5': () => answer(200, changed) }, me)
  await retype('Company', 'Atelier')
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(client.getQueryData<Me>(queryKeys.me())).toMatchObject({ company: 'Atelier', projects: [opened] })
})

test('fields that were never filled in may stay empty, and an invalid name gets the fixed wording', async () => {
  const { sent } = open()
  await retype('First name', 'A1')
  await save()
  expect(screen.getByText('Please enter a first name between 3 and 255 characters')).toBeTruthy()
  expect(screen.queryByText('Phone Number is required')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  expect(sent()).toEqual([])
})

test('an image of an unsupported type is refused with the fixed wording', async () => {
  const { sent } = open()
  const file = new File(['GIF89a'], 'me.gif', { type: 'image/gif' })
  await userEvent.upload(screen.getByLabelText('Picture'), file, { applyAccept: false })
  expect(await screen.findByText("Allowed file types is 'jpeg', 'png'.")).toBeTruthy()
  expect(sent()).toEqual([])
})

test("the server's refusal appears in the form, and what was typed stays", async () => {
  const message = 'Galley is temporarily unavailable. Please try again.'
  const { onClose } = open({ 'POST /api/users/5': () => refusal(503, 'unavailable', message) })
  await retype('Company', 'Atelier')
  await save()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Company').value).toBe('Atelier')
  expect(onClose).not.toHaveBeenCalled()
})

test('closing asks first if something is unsaved, and only then', async () => {
  const { onClose } = open()
  await retype('Company', 'Atelier')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(onClose).not.toHaveBeenCalled()
  await retype('Company', 'Studio')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('the password is changed with the current one, and a wrong one is reported at its field', async () => {
  const wrong = 'The current password is not correct.'
  let isRight = false
  const { sent } = open({
    'POST /api/users/5/password': () =>
      isRight
        ? answer(200, {})
        : refusal(422, 'validation_error', 'Validation error', { old_password: [wrong] }),
  })
  await turnTo('Sign-in')
  await screen.findByText('Current password')
  await retype('Current password', 'guess')
  await retype('New password', 'correct horse battery')
  await retype('Confirm password', 'correct horse battery')
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  await press()
  await screen.findByText(wrong)
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
  isRight = true
  await retype('Current password', 'the old one')
  await press()
  await waitFor(() => expect(toast.success).toHaveBeenCalled())
  expect(sent().at(-1)?.body).toEqual({
    old_password: 'the old one',
    password: 'correct horse battery',
    password_confirmation: 'correct horse battery',
  })
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test('this device comes first, and another one can be signed out', async () => {
  let left = sessions
  const { sent } = open({
    'GET /api/auth/sessions': () => answer(200, left),
    'DELETE /api/auth/sessions/2': () => {
      left = left.filter(({ id }) => id !== 2)
      return answer(200, {})
    },
  })
  await turnTo('Sessions')
  const [own, other] = await screen.findAllByRole('listitem')
  expect(within(own as HTMLElement).getByText('This device')).toBeTruthy()
  expect(within(own as HTMLElement).queryByRole('button')).toBeNull()
  expect(other?.textContent).toContain('Safari on iPhone')
  expect(other?.textContent).toContain('203.0.113.9')
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await screen.findByText('No other devices are signed in.')
  expect(sent()).toHaveLength(1)
})

test('signing out everywhere else asks first', async () => {
  const { sent } = open({ 'POST /api/auth/sessions/revoke-others': () => answer(200, {}) })
  await turnTo('Sessions')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  await userEvent.click(await screen.findByRole('button', { name: 'No' }))
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
})

test('sessions that cannot be loaded say so and can be loaded again', async () => {
  let isAway = true
  open({
    'GET /api/auth/sessions': () =>
      isAway ? refusal(404, 'not_found', 'Not found.') : answer(200, sessions),
  })
  await turnTo('Sessions')
  await screen.findByText('Not found.')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('This device')).toBeTruthy()
})

test('a person with an unconfirmed address is reminded and can send the link again', async () => {
  const { sent } = open(
    { 'POST /api/auth/confirm/resend': () => answer(200, {}) },
    { ...ada, is_email_confirmed: false },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Send the link again' }))
  expect(await screen.findByText('A new link is on its way.')).toBeTruthy()
  expect(sent().map(({ address }) => address)).toEqual(['POST /api/auth/confirm/resend'])
})

test('a linked account is unlinked after asking, but not the last way to sign in', async () => {
  const only = { ...google, can_unlink: false }
  const { sent } = open({
    'DELETE /api/auth/identities/8': () =>
      answer(200, { ...ways, identities: [{ ...only, id: 9, provider: 'apple', email: '' }] }),
  })
  await turnTo('Sign-in')
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink Google ada@gmail.com' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink' }))
  const last = await screen.findByRole<HTMLButtonElement>('button', { name: 'Unlink Apple' })
  expect(last.disabled).toBe(true)
  expect(screen.getByText(/Your only way to sign in/)).toBeTruthy()
  expect(sent().map(({ address }) => address)).toEqual(['DELETE /api/auth/identities/8'])
})

test('linking goes to the provider and remembers the current page', async () => {
  const leave = vi.spyOn(external, 'goTo').mockReturnValue(undefined)
  window.history.replaceState(null, '', '/3/calendar?view=week')
  const { sent } = open({
    'POST /api/auth/identities/begin': () => answer(200, { url: 'https://appleid.example/auth' }),
  })
  await turnTo('Sign-in')
  await userEvent.click(await screen.findByRole('button', { name: 'Link Apple' }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue to Apple' }))
  expect(await screen.findByText('Password is required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Your Galley password'), 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Continue to Apple' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://appleid.example/auth'))
  expect(sent()[0]?.body).toEqual({ provider: 'apple', password: 'correct horse battery' })
  expect(takeLinkingPage()).toBe('/3/calendar?view=week')
})

test('a password that is wrong is said at its field, and a person without one is not asked', async () => {
  const leave = vi.spyOn(external, 'goTo').mockReturnValue(undefined)
  let has_password = true
  open({
    'GET /api/auth/identities': () => answer(200, { ...ways, has_password }),
    'POST /api/auth/identities/begin': () =>
      has_password
        ? refusal(422, 'validation_error', 'The password is not correct', {
            password: ['The password is not correct'],
          })
        : answer(200, { url: 'https://appleid.example/auth' }),
  })
  await turnTo('Sign-in')
  await userEvent.click(await screen.findByRole('button', { name: 'Link Apple' }))
  await userEvent.type(screen.getByLabelText('Your Galley password'), 'not it')
  await userEvent.click(screen.getByRole('button', { name: 'Continue to Apple' }))
  expect(await screen.findByText('The password is not correct')).toBeTruthy()
  expect(leave).not.toHaveBeenCalled()
  cleanup()
  has_password = false
  open({
    'GET /api/auth/identities': () => answer(200, { ...ways, has_password }),
    'POST /api/auth/identities/begin': () => answer(200, { url: 'https://appleid.example/auth' }),
  })
  await turnTo('Sign-in')
  await userEvent.click(await screen.findByRole('button', { name: 'Link Apple' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://appleid.example/auth'))
})

test('a person without a password sets one without being asked for the current one', async () => {
  const { sent } = open({
    'GET /api/auth/identities': () => answer(200, { ...ways, has_password: false }),
    'POST /api/users/5/password': () => answer(200, {}),
  })
  await turnTo('Sign-in')
  await screen.findByRole('heading', { name: 'Set a password' })
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await retype('New password', 'correct horse battery')
  await retype('Confirm password', 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toEqual({
    password: 'correct horse battery',
    password_confirmation: 'correct horse battery',
  })
})
