import type { Browser, Page } from '@playwright/test'
import { demoLogins } from '#server/demo/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

/** A window of a visitor who is not signed in. */
const openWindow = async (
  browser: Browser,
  { watch }: { watch: (page: Page) => void },
  path = '/',
): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  watch(page)
  await page.goto(path)
  return page
}

const goOnAs = async (page: Page, provider: 'Google' | 'Apple', who: string): Promise<void> => {
  await page.getByRole('link', { name: `Sign in with ${provider}` }).click()
  await expect(page.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible()
  await page.getByRole('button', { name: who }).click()
}

test('a person signs in with Google to the page they asked for, links Apple, and signs in with that until it is unlinked', async ({
  browser,
  consoleErrors,
}) => {
  consoleErrors.expect(/422 .*\/callback/, 'an address that is not verified is refused')
  const requested = '/1/settings/social-accounts'
  const page = await openWindow(browser, consoleErrors, requested)

  await test.step('with Google', async () => {
    await goOnAs(page, 'Google', 'Continue as Ada Moreau')
    await expect(page).toHaveURL(new RegExp(`${requested}$`))
    await expect(page.getByRole('heading', { name: 'Social Accounts', level: 1 })).toBeVisible()
  })

  await test.step('Apple is linked, which returns to the same page', async () => {
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByRole('tab', { name: 'Sign-in' }).click()
    await expect(page.getByRole('button', { name: 'Link Apple' })).toBeVisible()
    await expectAccessible(page, 'the ways to sign in')
    await page.getByRole('button', { name: 'Link Apple' }).click()
    await page.getByRole('textbox', { name: 'Your Galley password' }).fill(demoLogins[0]?.password ?? '')
    await page.getByRole('button', { name: 'Continue to Apple' }).click()
    await page.getByRole('button', { name: 'Continue as Otto Weiss' }).click()
    await expect(page.getByText('Apple is linked. You can now sign in with it.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${requested}$`))
  })

  await test.step('with Apple', async () => {
    const other = await openWindow(browser, consoleErrors)
    await goOnAs(other, 'Apple', 'Continue as Otto Weiss')
    await expect(other).toHaveURL(/\/\d+\/calendar/)
    // Going back can lead to the provider's page that posts the same code again.
    const devTools = await other.context().newCDPSession(other)
    const { entries } = await devTools.send('Page.getNavigationHistory')
    expect(entries.length).toBeGreaterThan(1)
    for (const { url } of entries) expect(url, 'no code stays in the history').not.toContain('code=')
  })

  await test.step('no longer once it is unlinked', async () => {
    await page.getByRole('button', { name: /^Unlink Apple/ }).click()
    await page.getByRole('button', { name: 'Unlink', exact: true }).click()
    await expect(page.getByText('Apple was unlinked')).toBeVisible()
    const other = await openWindow(browser, consoleErrors)
    await goOnAs(other, 'Apple', 'Continue as Otto Weiss')
    await expect(other.getByRole('alert')).toContainText('Apple has not verified your email address.')
    await expectAccessible(other)
  })
})
