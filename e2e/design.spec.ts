import { expect, test } from './fixtures.ts'
import { demoPerson, givenPost } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { waitUntilSaved } from './pages/manage-post.ts'

test('a design is made for a draft, comes back to it, and is edited again in its place', async ({
  openAs,
}) => {
  const by = await demoPerson('content-creator')
  const { message: text, path } = await givenPost({ type: 'single_photo', by })
  const page = await openAs('content-creator', {}, path)
  await page.getByRole('button', { name: 'Design', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'What do you want to design?' })
  await expectAccessible(page)

  await test.step('declined at the tool, the draft is as it was', async () => {
    await dialog.getByRole('button', { name: 'Design this size' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('access was not given')).toBeVisible()
    await expect(page.getByText(text).first()).toBeVisible()
  })

  await page.getByRole('button', { name: 'Design', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Search design types' }).fill('facebook landscape')
  await dialog.getByRole('button', { name: /Facebook landscape post/ }).click()
  await page.getByRole('button', { name: /Continue as Dana Reed/ }).click()
  await page.getByLabel('Text', { exact: true }).fill('Autumn sale')
  await page.getByRole('button', { name: 'Return to Galley' }).click()

  const picture = page.getByRole('button', { name: /^Edit Facebook landscape post/ })
  await expect(picture).toBeVisible()
  await expect(page.getByText(text).first()).toBeVisible()
  await waitUntilSaved(page)
  const image = page.getByRole('button', { name: /^Open: / }).locator('img')
  const [before] = await image.evaluateAll(images => images.map(one => one.getAttribute('src')))

  await picture.click()
  await page.getByRole('button', { name: 'Edit again' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Autumn sale')
  await page.getByLabel('Text', { exact: true }).fill('Winter sale')
  await page.getByRole('button', { name: 'Return to Galley' }).click()
  await expect(picture).toHaveCount(1)
  await expect(image).not.toHaveAttribute('src', before ?? '')
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
