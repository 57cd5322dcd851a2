import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { signUp } from './pages/newcomer.ts'
import { sandboxUrl } from './pages/sandbox.ts'

test('a card whose bank asks its owner is confirmed on the bank’s page, and begins a subscription with the agency', async ({
  page,
  galley,
}) => {
  await signUp(page, '/signup', ['Ines', 'Duarte'])

  const addCard = async (answer: 'Confirm' | 'Refuse') => {
    await expect(page).toHaveURL(/\/add-card/)
    await page.getByLabel('Name on card', { exact: true }).fill('Ines Duarte Tidewater')
    await page.getByLabel('Card number', { exact: true }).fill('4000 0025 0000 3155')
    await page.getByLabel('Expiry month', { exact: true }).selectOption('12')
    await page.getByLabel('Expiry year', { exact: true }).selectOption(String(new Date().getFullYear() + 2))
    await page.getByLabel('CVC', { exact: true }).fill('123')
    await page.getByRole('button', { name: 'Add card' }).click()
    await expect(page.getByRole('heading', { name: 'Your bank asks' })).toBeVisible()
    await page.getByRole('button', { name: answer }).click()
  }
  await test.step('refused there, the form comes back', async () => {
    await addCard('Refuse')
    await expect(page.getByRole('alert')).toContainText('payment method')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enter a card' }).click()
  })
  await test.step('confirmed there, the card is added', async () => {
    await addCard('Confirm')
    await expect(page.getByText('Card added')).toBeVisible()
    await expect(page).toHaveURL(/\/create-agency\/1$/)
  })
  await test.step('with the agency, its subscription begins at the gateway', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: 'Invite team members' })).toBeVisible()
    await expect(async () => {
      await page.goto(`${sandboxUrl(galley)}/cards/customers`)
      await page.getByRole('link', { name: 'Ines Duarte Tidewater' }).first().click()
      await expect(page.getByText('trialing')).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 30_000 })
  })
})
