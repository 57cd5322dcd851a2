import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { givenProject } from './given.ts'
import { networkNames } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'

const rowOf = (page: Page, network: keyof typeof networkNames) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: new RegExp(`onnect ${networkNames[network]}`) }) })

const expectWizard = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Connect Social Accounts', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/create-project\/4\?project=\d+$/)
}

/** Facebook's window, where a person continues as themselves. */
const logInAtFacebook = async (page: Page, who: RegExp): Promise<void> => {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: /^(Log in with Facebook|Connect)$/ }).click(),
  ])
  await popup.getByRole('button', { name: who }).click()
}

test('a newcomer connects all four accounts in the wizard, and returns to it each time', async ({
  openAs,
}) => {
  // Step 4 of the project wizard.
  const page = await openAs('agency-admin', {}, `/create-project/4?project=${await givenProject()}`)
  await expectWizard(page)

  await test.step('Facebook: refused first, then a page with its Instagram account by one login', async () => {
    await page.getByRole('link', { name: 'Connect Facebook' }).click()
    await expect(page.getByRole('button', { name: 'Log in with Facebook' })).toBeVisible()
    await expectAccessible(page, 'connecting an account')
    await logInAtFacebook(page, /cancel|not now|refuse/i)
    await page
      .getByRole('dialog', { name: 'Account error' })
      .getByRole('link', { name: 'Back to social accounts page' })
      .click()
    await expectWizard(page)
    await page.getByRole('link', { name: 'Connect Facebook' }).click()
    await logInAtFacebook(page, /Continue as Dana Reed/)
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled()
    await expectAccessible(page)
    await expect(page.getByRole('radio', { name: /Juniper.*No Instagram account/ })).toBeVisible()
    await page.getByRole('radio', { name: /Northwind Outdoors/ }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expectWizard(page)
    await expect(rowOf(page, 'facebook').getByText('Works')).toBeVisible()
    await expect(rowOf(page, 'instagram').getByText('Works')).toBeVisible()
  })

  await test.step('Instagram alone: only pages with a professional account', async () => {
    await page.getByRole('button', { name: 'Remove Instagram' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('link', { name: 'Connect Instagram' }).click()
    await logInAtFacebook(page, /Continue as Dana Reed/)
    await page.getByRole('radio', { name: /Northwind Outdoors/ }).click()
    await expect(page.getByRole('radio', { name: /Juniper/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expectWizard(page)
    await expect(rowOf(page, 'instagram').getByText('Works')).toBeVisible()
  })

  await test.step('LinkedIn: redirected there and back, then an organization', async () => {
    await page.getByRole('link', { name: 'Connect LinkedIn' }).click()
    await page.getByRole('button', { name: /Continue as Dana Reed/ }).click()
    await page.getByRole('radio', { name: /Northwind Outdoors/ }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expectWizard(page)
    await expect(rowOf(page, 'linkedin').getByText('Works')).toBeVisible()
    await expect(rowOf(page, 'linkedin').getByText(/Expires on/)).toBeVisible()
  })

  await test.step('Twitter: refused first, then redirected there and back', async () => {
    await page.getByRole('link', { name: 'Connect Twitter' }).click()
    await page.getByRole('button', { name: /cancel|refuse|deny/i }).click()
    await expect(page.getByText('Twitter was not connected: access was not given.')).toBeVisible()
    await expectWizard(page)
    await page.getByRole('link', { name: 'Connect Twitter' }).click()
    await page.getByRole('button', { name: /Continue as .*northwind/i }).click()
    await expectWizard(page)
    await expect(rowOf(page, 'twitter').getByText('Works')).toBeVisible()
  })
})
