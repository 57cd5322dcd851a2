import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as accounts from '#domain/accounts/contract.ts'
import { enterSecondFactor } from '#domain/accounts/second-factor-contract.ts'
import { sendSignInCode } from '#domain/accounts/sign-in-codes-contract.ts'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'
import { refuseInvitation } from '#domain/team/contract.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { LoginPage } from '#web/routes/entrance/login.tsx'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { refusal, serve } from '../../../testing/fake-server.ts'
import { fieldProblems } from './field-problems.ts'
import { load, refusalTexts } from './page-language.ts'

const nothing = () => undefined
const open = (address = '/') => {
  window.history.replaceState(null, '', address)
  return render(<LoginPage onReady={nothing} onSignedIn={nothing} />, { wrapper: ThemeProvider })
}
/** A page in English shows only in which language it is, until somebody presses that. */
const choice = async () => {
  await screen.findByRole('main')
  const shut = screen.queryByRole('button', { name: 'Language: English' })
  if (shut) await userEvent.click(shut)
  return screen.findByRole<HTMLSelectElement>('combobox', { name: /./ })
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test.each([
  [['de-AT', 'en'], '/', 'de'],
  [['ja', 'pl'], '/', 'pl'],
  [['ja'], '/', 'en'],
  [['fr'], '/?language=it', 'it'],
  [['fr'], '/?language=ja', 'fr'],
])('a browser of %s speaks %s as %s', async (browser, address, language) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  serve({})
  const { unmount } = open(address)
  expect((await choice()).value).toBe(language)
  expect(document.documentElement.lang).toBe(language)
  unmount()
  expect(document.documentElement.lang, 'the app behind it is in English').toBe('en')
})

test('a language that was chosen stays in this browser, before that of a link', async () => {
  serve({})
  const { unmount } = open()
  await userEvent.selectOptions(await choice(), 'de')
  expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeTruthy()
  unmount()
  open('/?language=fr')
  expect((await choice()).value).toBe('de')
  expect(screen.getByRole('button', { name: 'Anmelden' })).toBeTruthy()
})

test('refusals and fields are said in the language of the page', async () => {
  serve({
    'POST /api/auth/signin': () =>
      refusal(401, 'invalid_credentials', 'The email or the password is not correct.'),
  })
  open('/?language=de')
  await userEvent.click(await screen.findByRole('button', { name: 'Anmelden' }))
  expect(screen.getByText('Bitte die E-Mail-Adresse angeben')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('E-Mail'), 'otto@client.test')
  await userEvent.type(screen.getByLabelText('Passwort'), 'wrong words')
  await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }))
  expect(await screen.findByText('Die E-Mail-Adresse oder das Passwort ist nicht richtig.')).toBeTruthy()
})

const { signIn, signUp, checkInvitation, confirmEmail, resendConfirmation, forgotPassword } = accounts
const { checkResetToken, resetPassword, signInWithGoogle, signInWithApple } = accounts
const calls = [
  ...[signIn, signUp, checkInvitation, confirmEmail, resendConfirmation, forgotPassword, checkResetToken],
  ...[resetPassword, signInWithGoogle, signInWithApple, sendSignInCode, refuseInvitation],
  enterSecondFactor,
]

test('every refusal that these pages can meet has a text', () => {
  const codes = calls.flatMap(call => ('failures' in call ? [...(call.failures ?? [])] : []))
  expect(codes.filter(code => !(code in refusalTexts))).toEqual([])
})

test.each(clientLanguages.filter(each => each !== 'en'))(
  'fields and waits are said in %s',
  async language => {
    const { say, refusal } = await load(language)
    const problems = [
      ...(['name', 'last_name', 'phone_number', 'company', 'password', 'email'] as const).flatMap(field =>
        ['', 'x', 'Ada 2', 'password1', 'www.evil.example'].map(text => fieldProblems[field](text)),
      ),
      fieldProblems.password_confirmation('', 'words'),
      fieldProblems.password_confirmation('other', 'words'),
    ].filter(problem => problem !== undefined)
    expect(problems.length).toBeGreaterThan(15)
    expect(problems.filter(problem => say(problem) === problem)).toEqual([])
    const waiting = new ApiError({ status: 429, code: 'too_many_requests', message: 'Wait.', wait: 720 })
    const { message } = refusal(waiting) as ApiError
    expect(message).toContain('12')
    expect(message).not.toMatch(/undefined|Wait/)
  },
)
