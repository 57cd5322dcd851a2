import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { linkIn, mailTo } from './pages/mailbox.ts'
import { freshAddress, newcomerPassword } from './pages/newcomer.ts'

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

/** Moves there using only Tab, and fails if it cannot be reached. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < 40; stops++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
const typeInto = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}
const pressButton = async (page: Page, name: string) => {
  await tabTo(page, page.getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}

/** Chooses in a closed list by typing the first letters, which count together only if typed quickly. */
async function chooseByTyping(page: Page, label: string, text: string): Promise<void> {
  const list = page.getByLabel(label, { exact: true })
  await tabTo(page, list)
  await expect(async () => {
    await page.keyboard.type(text)
    await expect(list).toHaveValue(text, { timeout: 2000 })
  }).toPass()
}

/** The card step with the keyboard: first a declined card, then one that works. */
async function addCard(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/add-card$/)
  await heading(page, 'Payment details')
  await expect(page.getByRole('link', { name: 'terms of use' })).toBeVisible()
  await typeInto(page, 'Name on card', 'Grace Hopper')
  await typeInto(page, 'Card number', '4000000000000002')
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002')
  await chooseByTyping(page, 'Expiry month', '12')
  await chooseByTyping(page, 'Expiry year', String(new Date().getFullYear() + 2))
  await typeInto(page, 'CVC', '123')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expectAccessible(page)
  for (let stops = 0; stops < 3; stops++) await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Card added')).toBeVisible()
  await expect(page).toHaveURL(/\/create-agency\/1$/)
}

/** Fills in the sign-up form's fields by their labels, in order, then the card. */
async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup')
  const fields = [
    ['First name', 'Grace'],
    ['Last name', 'Hopper'],
    ['Email', email],
    ['Password', newcomerPassword],
    ['Confirm password', newcomerPassword],
    ['Phone number', '+49 30 1234567'],
    ['Company', 'Harbor Works'],
  ] as const
  for (const [label, text] of fields) await typeInto(page, label, text)
  await page.keyboard.press('Enter')
  await addCard(page)
}

/** Goes to the first option, once this one is shown. A list that has just opened forgets, one turn later, which one was reached. */
async function reachFirstOption(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  await page.evaluate(() => new Promise(done => setTimeout(done, 0)))
  await page.keyboard.press('ArrowDown')
}

test('a new customer gets from sign-up to the first project using only the keyboard', async ({
  page,
  galley,
  consoleErrors,
}) => {
  consoleErrors.expect(/422 .*\/pay\/payment-process/, 'the first card is declined')
  consoleErrors.watch(page)
  const [colleague, client] = [freshAddress('carl'), freshAddress('cleo')]
  await signUp(page, freshAddress('grace'))

  await test.step('the agency: its name is prefilled from the sign-up', async () => {
    await heading(page, 'Company details')
    await expect(page.getByLabel('Company name')).toHaveValue('Harbor Works')
    await expectAccessible(page)
    await pressButton(page, 'Next')
  })

  await test.step('a colleague is invited by email', async () => {
    await heading(page, 'Invite team members')
    await pressButton(page, 'Submit')
    for (const text of ['Name is required', 'Email is required', 'Role is required'])
      await expect(page.getByText(text)).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await page.keyboard.type('Carl Brandt')
    await typeInto(page, 'Email', colleague)
    await tabTo(page, page.getByRole('combobox', { name: 'Agency role' }))
    await page.keyboard.press('Enter')
    await reachFirstOption(page, page.getByRole('option').first())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Agency role' })).not.toHaveValue('')
    await pressButton(page, 'Submit')
    await expect(page).toHaveURL(/\/create-project\/1$/)
    linkIn(await mailTo(galley, colleague, /invites you/), '/signup')
  })

  await test.step('the project', async () => {
    await heading(page, 'Create a project')
    await typeInto(page, 'Project name', 'Harbor Coffee')
    await tabTo(page, page.getByRole('combobox', { name: 'Timezone' }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('auckland')
    await reachFirstOption(page, page.getByRole('option', { name: 'Pacific - Auckland' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Timezone' })).toHaveValue('Pacific - Auckland')
    await tabTo(page, page.getByRole('checkbox'))
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox')).toBeChecked()
    await pressButton(page, 'Next')
    await expect(page).toHaveURL(/\/create-project\/2\?project=\d+$/)
  })

  await test.step('members later, a client now', async () => {
    await heading(page, 'Invite members to your project')
    await expectAccessible(page)
    await pressButton(page, 'Skip')
    await heading(page, 'Invite client')
    await typeInto(page, 'Name', 'Cleo Client')
    await typeInto(page, 'Email', client)
    await pressButton(page, 'Submit')
    linkIn(await mailTo(galley, client, /invites you/), '/signup')
  })

  await test.step('the accounts, and then the calendar', async () => {
    await heading(page, 'Connect Social Accounts')
    await expect(page.getByRole('link', { name: 'Connect Facebook' })).toBeVisible()
    await expectAccessible(page)
    await tabTo(page, page.getByRole('link', { name: 'Skip' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/\d+\/calendar/)
  })
})
