import type { Locator, Page } from '@playwright/test'

/** Presses the button that opens a network's window, and continues there as the one who has the client's pages. */
const logIn = async (page: Page, button: Locator): Promise<void> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await popup.getByRole('button', { name: /Continue as Dana/ }).click()
}

const facebookLogin = (page: Page) => page.getByRole('button', { name: 'Log in with Facebook' })

/** Finds out why a post is missing on one network, connects the account again and publishes what failed. */
export const mendFailure = async (page: Page, text: string): Promise<string> => {
  await page.getByRole('group', { name: new RegExp(text) }).click()
  await page.getByText('The account needs to be reconnected.').waitFor()
  await page.getByRole('link', { name: 'Reconnect Facebook' }).click()
  await logIn(page, facebookLogin(page))
  await page.getByRole('button', { name: 'Publish the one that failed' }).click()
  await page.getByRole('button', { name: 'Publish 1 post' }).click()
  await page.getByText('All 3 published').waitFor()
  return ''
}

/** Connects the page that is chosen already. */
const connect = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('radio', { name, checked: true }).waitFor()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

/** Sets up a client as another one is, with the team, the client's person and four accounts. */
export const newClient = async (page: Page): Promise<string> => {
  await page.getByRole('link', { name: 'Add project' }).click()
  await page.getByLabel('Project name').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Northwind Outdoors')
  await page.getByRole('combobox', { name: 'Copy from another project' }).click()
  await page.getByRole('option', { name: 'Harbor Coffee Roasters' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Nora Wind')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nora@northwind.example')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('link', { name: 'Connect Facebook' }).click()
  await logIn(page, facebookLogin(page))
  // With the Instagram account that is linked to the page.
  await connect(page, 'Northwind Outdoors')
  await page.getByRole('link', { name: 'Connect LinkedIn' }).click()
  await page.getByRole('button', { name: /Continue as Dana/ }).click()
  await connect(page, 'Northwind Outdoors')
  await page.getByRole('link', { name: 'Connect Twitter' }).click()
  await page.getByRole('button', { name: /Continue as .*northwind/i }).click()
  await page.getByRole('link', { name: 'Submit' }).click()
  await page.waitForURL(/\/calendar/)
  return ''
}
