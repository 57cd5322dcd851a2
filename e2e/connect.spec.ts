import type { Page } from '@playwright/test'
import { expect, phone, test } from './fixtures.ts'
import { networkNames } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'

const accountsHeading = (page: Page) => page.getByRole('heading', { name: 'Social Accounts', level: 1 })
const rowOf = (page: Page, network: keyof typeof networkNames) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: new RegExp(`onnect ${networkNames[network]}`) }) })

/** The second demo project, so that the other journeys' accounts are not affected. */
const openAccounts = async (page: Page): Promise<void> => {
  await page
    .getByRole('navigation', { name: 'Projects' })
    .getByRole('link', { name: 'Northwind Outdoors' })
    .click()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Social Accounts' })
    .click()
  await expect(accountsHeading(page)).toBeVisible()
}

/** Step 4 of the project wizard, for the same project. */
const openWizard = async (page: Page): Promise<void> => {
  await openAccounts(page)
  const [, project] = new URL(page.url()).pathname.split('/')
  await page.goto(`/create-project/4?project=${project}`)
  await expectWizard(page)
}
const expectWizard = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Connect Social Accounts', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/create-project\/4\?project=\d+$/)
}

/** Removes the network's account if another try or journey has left one. */
const remove = async (page: Page, network: keyof typeof networkNames): Promise<void> => {
  const row = rowOf(page, network)
  const button = row.getByRole('button', { name: `Remove ${networkNames[network]}` })
  const isGone = row.getByText('Not connected')
  await expect(button.or(isGone)).toBeVisible()
  if (await isGone.isVisible()) return
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(isGone).toBeVisible()
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
  const page = await openAs('agency-admin')
  await openWizard(page)
  for (const network of ['facebook', 'instagram', 'linkedin', 'twitter'] as const) await remove(page, network)

  await test.step('Facebook: refused first, then a page through the network’s own script', async () => {
    await page.getByRole('link', { name: 'Connect Facebook' }).click()
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
    await page.getByRole('radio', { name: /Northwind Outdoors/ }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expectWizard(page)
    await expect(rowOf(page, 'facebook').getByText('Works')).toBeVisible()
  })

  await test.step('Instagram: only pages with a professional account', async () => {
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

test('a login that is refused or finds no accounts shows why and leads back', async ({
  openAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/422 .*\/instagram\/pages/, 'a login that finds nothing is answered 422')
  const page = await openAs('agency-admin')
  await openAccounts(page)

  await test.step('Twitter denied: reported, and back to the accounts', async () => {
    await remove(page, 'twitter')
    await page.getByRole('link', { name: 'Connect Twitter' }).click()
    await page.getByRole('button', { name: /cancel|refuse|deny/i }).click()
    await expect(page.getByText('Twitter was not connected: access was not given.')).toBeVisible()
    await expect(rowOf(page, 'twitter').getByText('Not connected')).toBeVisible()
  })

  await test.step('Facebook refused: Account error, with a link to the settings', async () => {
    await remove(page, 'facebook')
    await page.getByRole('link', { name: 'Connect Facebook' }).click()
    await logInAtFacebook(page, /cancel|not now|refuse/i)
    const dialog = page.getByRole('dialog', { name: 'Account error' })
    await expect(
      dialog.getByText(/There seems to be a problem with your social media settings/),
    ).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Go to settings' }).click()
    await expect(accountsHeading(page)).toBeVisible()
  })

  await test.step('Instagram with nothing to connect: says what is needed', async () => {
    await remove(page, 'instagram')
    await page.getByRole('link', { name: 'Connect Instagram' }).click()
    await logInAtFacebook(page, /Continue as Noah Blank/)
    await expect(page.getByText('No Instagram accounts found...')).toBeVisible()
    await expect(page.getByText('A Business account')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to social accounts page' }).click()
    await expect(accountsHeading(page)).toBeVisible()
  })
})

test('the accounts page is accessible, on a phone too', async ({ openAs }) => {
  const page = await openAs('agency-admin', {}, 'settings/social-accounts')
  await expect(accountsHeading(page)).toBeVisible()
  await expect(rowOf(page, 'twitter')).toBeVisible()
  await expectAccessible(page)
  const small = await openAs('agency-admin', phone, 'settings/social-accounts')
  await expect(accountsHeading(small)).toBeVisible()
  await expect(rowOf(small, 'twitter')).toBeVisible()
  await expectAccessible(small)
})

test('only admins can open the accounts page', async ({ openAs }) => {
  const page = await openAs('content-creator', {}, 'settings/social-accounts')
  await expect(page.getByText('You are not allowed to open this page.')).toBeVisible()
  await expect(page).toHaveURL(/calendar/)
})
