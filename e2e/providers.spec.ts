import type { Browser, Page } from '@playwright/test'
import type { SignInMethods } from '#domain/accounts/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import { demoLogins } from '#server/demo/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { signInAs } from './pages/login.ts'

type Watch = { readonly watch: (page: Page) => void }

/** A window of a signed-out visitor. */
const openWindow = async (browser: Browser, consoleErrors: Watch, path = '/'): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  consoleErrors.watch(page)
  await page.goto(path)
  return page
}
const button = (page: Page, provider: 'Google' | 'Apple') =>
  page.getByRole('link', { name: `Sign in with ${provider}` })
const goOnAs = async (page: Page, provider: 'Google' | 'Apple', who: string): Promise<void> => {
  await button(page, provider).click()
  await expect(page.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible()
  await page.getByRole('button', { name: who }).click()
}

/** An earlier try that failed halfway may have linked the account already. */
async function unlinkApple(galley: string, role: Role): Promise<void> {
  const login = demoLogins.find(each => each.role === role)
  const call = async (method: string, path: string, token?: string, body?: object) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const answer = await fetch(`${galley}/api/auth/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()).data
  }
  const { token } = await call('POST', 'signin', undefined, {
    email: login?.email,
    password: login?.password,
  })
  const { identities } = (await call('GET', 'identities', token)) as SignInMethods
  for (const { id, provider } of identities)
    if (provider === 'apple') await call('DELETE', `identities/${id}`, token)
}

const session = (page: Page) => page.evaluate(() => localStorage.getItem('galley-session'))

test('signing in with Google leads to the page that was asked for', async ({ browser, consoleErrors }) => {
  const page = await openWindow(browser, consoleErrors)
  await goOnAs(page, 'Google', 'Continue as Ada Moreau')
  await expect(page).toHaveURL(/\/\d+\/calendar/)
  const wanted = new URL(page.url()).pathname.replace(/calendar.*/, 'settings/social-accounts')

  const other = await openWindow(browser, consoleErrors, wanted)
  await goOnAs(other, 'Google', 'Continue as Ada Moreau')
  await expect(other).toHaveURL(new RegExp(`${wanted}$`))
  await expect(other.getByRole('heading', { name: 'Social Accounts', level: 1 })).toBeVisible()
  await other.goBack()
  expect(other.url(), 'no code stays in the history').not.toContain('code=')
})

test('a new person has an account at once, with Google and with Apple', async ({
  browser,
  consoleErrors,
}) => {
  for (const [provider, who] of [
    ['Google', 'Continue as Greta Lindqvist'],
    ['Apple', 'Continue as Hana Sato'],
  ] as const) {
    const page = await openWindow(browser, consoleErrors, '/signup')
    await goOnAs(page, provider, who)
    await expect(page).toHaveURL(/\/(create-agency\/1|add-card|without-project)$/)
    expect(await session(page)).not.toBeNull()
  }
})

test('signing in with Apple asks once for the password of an existing account', async ({
  browser,
  consoleErrors,
  galley,
}) => {
  await unlinkApple(galley, 'content-creator')
  consoleErrors.expect(
    /409 .*\/auth\/apple\/callback/,
    'the account is not linked before its password is given',
  )
  const page = await openWindow(browser, consoleErrors)
  await goOnAs(page, 'Apple', 'Continue as Carl Brandt')
  await expect(page.getByRole('alert')).toContainText(
    'Log in with your password once; after that, Apple works too.',
  )
  await expect(page).toHaveURL(/\/$/)
  await expectAccessible(page)
  await signInAs(page, 'content-creator')
  await expect(page).toHaveURL(/\/\d+\/calendar/)

  const other = await openWindow(browser, consoleErrors)
  await goOnAs(other, 'Apple', 'Continue as Carl Brandt')
  await expect(other).toHaveURL(/\/\d+\/calendar/)
})

test('a failed provider sign-in is explained under the form, and nobody is signed in', async ({
  browser,
  consoleErrors,
  galley,
}) => {
  await unlinkApple(galley, 'agency-admin')
  consoleErrors.expect(/422 .*\/callback/, 'an address that is not verified is refused')
  consoleErrors.expect(/409 .*\/callback/, 'a return without its browser is refused')
  for (const [provider, who] of [
    ['Google', 'Continue as Uwe Falk'],
    ['Apple', 'Continue as Otto Weiss'],
  ] as const) {
    const page = await openWindow(browser, consoleErrors)
    await goOnAs(page, provider, who)
    await expect(page.getByRole('alert')).toContainText(`${provider} has not verified your email address.`)
    await goOnAs(page, provider, 'Cancel')
    await expect(page.getByRole('alert')).toContainText(`You did not sign in with ${provider}.`)
    expect(await session(page)).toBeNull()
  }
  const foreign = await openWindow(
    browser,
    consoleErrors,
    '/?code=stolen&scope=email&prompt=none&state=stolen',
  )
  await expect(foreign.getByRole('alert')).toContainText('This sign-in has expired or was already used.')
  await expect(foreign).toHaveURL(/\/$/)
})

test('a blocked person is told so in a toast', async ({ browser, consoleErrors }) => {
  consoleErrors.expect(/401 .*\/auth\/google\/callback/, 'the account is blocked')
  const page = await openWindow(browser, consoleErrors)
  const json = { message: 'Account was blocked', code: 'account_blocked' }
  await page.route('**/api/auth/google/callback', route => route.fulfill({ status: 401, json }))
  await goOnAs(page, 'Google', 'Continue as Ada Moreau')
  await expect(page.getByText('Account was blocked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expectAccessible(page)
})

test('the provider buttons are accessible', async ({ browser, consoleErrors }) => {
  for (const path of ['/', '/signup']) {
    const page = await openWindow(browser, consoleErrors, path)
    await expect(button(page, 'Google')).toBeVisible()
    await expect(button(page, 'Apple')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
  }
})

test('a person links Apple in Edit Profile, returns to where they were, and unlinks it', async ({
  browser,
  consoleErrors,
  galley,
}) => {
  await unlinkApple(galley, 'agency-admin')
  const page = await openWindow(browser, consoleErrors)
  await goOnAs(page, 'Google', 'Continue as Ada Moreau')
  const support = page.getByRole('link', { name: 'Go To Support' })
  await expect(support).toHaveAttribute('href', /\/support$/)
  await expect(support).toHaveAttribute('rel', 'noopener')
  const from = page.url()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Link Apple' }).click()
  await page.getByRole('button', { name: 'Continue as Otto Weiss' }).click()
  await expect(page.getByText('Apple is linked. You can now sign in with it.')).toBeVisible()
  await expect(page).toHaveURL(from)
  const unlink = page.getByRole('button', { name: /^Unlink Apple/ })
  await expect(unlink).toBeVisible()
  await expectAccessible(page)
  await unlink.click()
  await page.getByRole('button', { name: 'Unlink', exact: true }).click()
  await expect(page.getByText('Apple was unlinked')).toBeVisible()
  await expect(unlink).toHaveCount(0)
})
