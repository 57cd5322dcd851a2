import { expect, phone, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

// In the demo's other project, where no journey counts the entries of a day.
test('a label added in the settings appears in everybody’s calendar, and is changed and deleted there', async ({
  openAs,
}) => {
  const day = today()
  const name = `Fair ${crypto.randomUUID().slice(0, 8)}`
  const page = await openAs('agency-admin')
  const other = await openAs('content-creator', phone)
  const modal = page.getByRole('dialog')
  const chip = (text: string) => page.getByRole('button', { name: `Edit label ${text}` })
  const toast = (text: string) => expect(page.getByText(text).last()).toBeVisible()
  await other.goto(`/2/calendar?date=${day}`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('an admin adds it in the settings', async () => {
    await page.goto('/2/settings/labels')
    await expect(page).toHaveTitle(/^Labels · /)
    await page.getByRole('button', { name: 'Add label' }).first().click()
    await modal.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(modal.getByText('Label is required')).toBeVisible()
    await expect(modal.getByLabel('Label', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type(name)
    await modal.getByRole('radio', { name: 'Yellow' }).press('Space')
    await modal.getByRole('textbox', { name: 'Color code' }).fill('rgb(255, 255, 255)')
    await modal.getByRole('button', { name: 'Add', exact: true }).click()
    await toast('Label added')
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Today')
    await expectAccessible(page)
  })

  await test.step('another person sees it at once, dark enough to read', async () => {
    const seen = other.getByRole('button', { name: `Edit label ${name}` })
    await expect(seen).toHaveCSS('background-color', 'rgb(155, 155, 155)')
    await expect(seen).toHaveCSS('color', 'rgb(0, 0, 0)')
  })

  await test.step('it is renamed in the calendar with the keyboard', async () => {
    await page.goto(`/2/calendar?date=${day}`)
    await chip(name).focus()
    await page.keyboard.press('Enter')
    await expect(modal.getByLabel('Label', { exact: true })).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type(' week')
    await page.keyboard.press('Enter')
    await toast('Label added')
    await expect(modal).toHaveCount(0)
    await expect(chip(`${name} week`)).toBeFocused()
    await expect(other.getByRole('button', { name: `Edit label ${name} week` })).toBeVisible()
  })

  await test.step('it is deleted after confirmation, and restored', async () => {
    const renamed = `${name} week`
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete the label?' })
    await chip(renamed).click()
    await modal.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await toast('Label deleted')
    await expect(chip(renamed)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(chip(renamed)).toBeVisible()
  })
})
