import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { startPost, waitUntilSaved, write } from './pages/manage-post.ts'

test('a design is made for a draft, comes back to it, and is edited again in its place', async ({
  openAs,
}) => {
  const page = await openAs('content-creator')
  const text = `Designed for the feed, ${uniqueWord()}.`
  await startPost(page, ['facebook'], 'single_photo')
  await write(page, 'facebook', text)
  await page.getByRole('button', { name: 'Design', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'What do you want to design?' })
  await expectAccessible(page)

  await test.step('a custom size is corrected when the field is left', async () => {
    await dialog.getByLabel('Width').fill('9000')
    await dialog.getByLabel('Height').click()
    await expect(dialog.getByLabel('Width')).toHaveValue('8000')
    await dialog.getByLabel('Width').fill('960')
    await dialog.getByLabel('Height').fill('480')
    await dialog.getByRole('textbox', { name: 'Search design types' }).click()
    await dialog.getByRole('combobox', { name: 'Unit' }).click()
    await page.getByRole('option', { name: 'in', exact: true }).click()
    await expect(dialog.getByLabel('Width')).toHaveValue('10')
    await expect(dialog.getByLabel('Height')).toHaveValue('5')
  })

  await dialog.getByRole('textbox', { name: 'Search design types' }).fill('facebook landscape')
  await dialog.getByRole('button', { name: /Facebook landscape post/ }).click()
  await page.getByRole('button', { name: /Continue as Dana Reed/ }).click()
  await page.getByLabel('Text', { exact: true }).fill('Autumn sale')
  await page.getByRole('button', { name: 'Return to Galley' }).click()

  const picture = page.getByRole('button', { name: /^Edit Facebook landscape post/ })
  await expect(picture).toBeVisible()
  await expect(page.getByText(text).first()).toBeVisible()
  await waitUntilSaved(page)
  const [before] = await picture
    .locator('img')
    .evaluateAll(images => images.map(one => one.getAttribute('src')))

  await picture.click()
  await page.getByRole('button', { name: 'Edit again' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Autumn sale')
  await page.getByLabel('Text', { exact: true }).fill('Winter sale')
  await page.getByRole('button', { name: 'Return to Galley' }).click()
  await expect(picture).toHaveCount(1)
  await expect(picture.locator('img')).not.toHaveAttribute('src', before ?? '')
  await waitUntilSaved(page)
  await page.reload()
  await expect(picture).toHaveCount(1)
  await expect(page.getByText(text).first()).toBeVisible()

  await test.step('and the account at the design tool is disconnected again', async () => {
    await page.getByRole('button', { name: 'Design', exact: true }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog.getByText('asks once whether Galley may')).toBeVisible()
  })
})

test('somebody who declines the design tool finds the draft as it was', async ({ openAs }) => {
  const page = await openAs('agency-admin')
  const text = `Not designed after all, ${uniqueWord()}.`
  await startPost(page, ['facebook'], 'single_photo')
  await write(page, 'facebook', text)
  await page.getByRole('button', { name: 'Design', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'What do you want to design?' })
    .getByRole('button', { name: 'Design this size' })
    .click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('access was not given')).toBeVisible()
  await expect(page.getByText(text).first()).toBeVisible()
})
