import { expect, phone, test } from './fixtures.ts'
import { expectAccessible, widen } from './pages/accessibility.ts'

const path = 'settings/notifications'

test('an approver chooses when mails come, on a phone and at a desk', async ({ openAs }) => {
  const page = await openAs('internal-approver', phone, path)
  const turn = page.getByRole('switch').first()
  const change = page.getByRole('button', { name: /^Change when/ }).first()
  await test.step('turned off after asking, on at once', async () => {
    await expect(turn).toBeChecked()
    await expectAccessible(page, 'the list on a phone')
    await turn.press('Space')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(turn).not.toBeChecked()
    await page.reload()
    await expect(turn).not.toBeChecked()
    await turn.press('Space')
    await expect(turn).toBeChecked()
  })
  await test.step('at times of their own', async () => {
    await change.click()
    const dialog = page.getByRole('dialog', { name: 'Notification Settings' })
    await dialog.getByRole('radio', { name: 'At chosen times' }).check()
    await dialog.getByRole('checkbox', { name: 'Monday' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Timeslots are missing')).toBeVisible()
    await expectAccessible(page, 'the modal on a phone')
    await widen(page)
    await expectAccessible(page, 'the modal at a desk')
    await dialog.getByRole('button', { name: 'Add a time on Monday' }).click()
    await dialog.getByRole('combobox', { name: 'Monday, first time' }).selectOption({ value: '00:00' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Mon at 12:00 AM')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Mon at 12:00 AM')).toBeVisible()
    await expectAccessible(page, 'the list at a desk')
  })
  await test.step('and every hour again', async () => {
    await change.click()
    await page.getByRole('radio', { name: 'Every hour' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Mon at 12:00 AM')).toHaveCount(0)
  })
})
