import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { createWithPlus } from './pages/calendar.ts'
import { startPost, versionOf, waitUntilSaved } from './pages/manage-post.ts'
import { today } from './time.ts'

test('a new post that is left is saved on request, or offered when the next one is added', async ({
  openAs,
}) => {
  const page = await openAs('content-creator')
  const text = `Half a thought, ${uniqueWord()}.`
  const question = page.getByRole('dialog', { name: 'Would you like to save your content before leaving?' })
  const leave = () => page.getByRole('link', { name: 'Back' }).click()
  const add = () => createWithPlus(page, today())

  await test.step('staying keeps the page', async () => {
    await startPost(page, ['facebook'], 'text')
    // A new post is ready to be written.
    await expect(page.getByRole('textbox', { name: 'Message on Facebook' })).toBeFocused()
    await page.keyboard.type(text)
    await waitUntilSaved(page)
    await leave()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(versionOf(page, 'facebook')).toContainText(text)
  })
  await test.step('left without saving, it is offered with the next post', async () => {
    await leave()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page).toHaveURL(/\/calendar/)
    await add()
    const offer = page.getByRole('region', { name: 'The post you left' })
    await expect(offer).toContainText(text)
    await expectAccessible(page)
    await offer.getByRole('link', { name: 'Continue writing' }).click()
    await expect(versionOf(page, 'facebook')).toContainText(text)
  })
  await test.step('saved as a draft, it asks no more and is offered no more', async () => {
    await leave()
    await question.getByRole('button', { name: 'Save as draft' }).click()
    await expect(page).toHaveURL(/\/calendar/)
    await add()
    await expect(page.getByRole('dialog', { name: 'Add Post' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'The post you left' })).toHaveCount(0)
  })
})
