import { expect, phone, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { startPost, waitUntilSaved } from './pages/manage-post.ts'

test('a hashtag pool is made of a pasted text, changed on a phone, copied and deleted', async ({
  openAs,
  consoleErrors,
}) => {
  const name = `Fair ${crypto.randomUUID().slice(0, 8)}`
  const page = await openAs('content-creator')
  const other = await openAs('agency-admin', phone)
  const modal = page.getByRole('dialog')
  const toast = (text: string) => expect(page.getByText(text).last()).toBeVisible()
  const row = (on: typeof page) => on.getByRole('listitem').filter({ hasText: name })
  await other.goto('/1/settings/hashtag')
  await expect(other.getByRole('heading', { name: 'Hashtag Pools', level: 1 })).toBeVisible()

  await test.step('a creator adds it with the keyboard', async () => {
    await page.goto('/1/settings/hashtag')
    await expect(page).toHaveTitle(/^Hashtag Pools · /)
    await page.getByRole('button', { name: 'Add pool' }).first().press('Enter')
    await expect(modal.getByLabel('Pool name')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(modal.getByText('Pool Name is a required field')).toBeVisible()
    await expect(modal.getByText('Hashtag is a required field')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await expect(modal.getByLabel('Hashtags')).toBeFocused()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text', 'See you at the #fair, it is #great fun! #Fair')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect(modal.getByText('Took 3 hashtags from the pasted text')).toBeVisible()
    await expect(modal.getByText('2 hashtags · 1 repeated one is left out')).toBeVisible()
    await modal.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await toast('Hashtag updated')
    await expect(row(page)).toContainText('2 hashtags')
    await expect(row(page)).toContainText('#fair #great')
    await expectAccessible(page)
  })

  await test.step('an admin sees it at once on a phone, and changes it while the creator does', async () => {
    await expect(row(other)).toContainText('2 hashtags')
    await expectAccessible(other, 'phone')
    consoleErrors.expect(/409/, 'the second of two people who save the same pool is refused')
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await modal.getByLabel('Hashtags').fill('#fair #mine')
    await other.getByRole('button', { name: `Edit ${name}` }).click()
    await other.getByRole('dialog').getByLabel('Hashtags').fill('#fair #theirs')
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(row(other)).toContainText('#fair #theirs')
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(modal.getByText('Someone else has changed this pool')).toBeVisible()
    await expectAccessible(page)
    await modal.getByRole('button', { name: 'Keep my version' }).click()
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(modal).toHaveCount(0)
    await expect(row(page)).toContainText('#fair #mine')
    await expect(row(other)).toContainText('#fair #mine')
  })

  await test.step('its hashtags are copied, alone or with those of other pools', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: `Copy ${name}` }).click()
    await toast('2 hashtags copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('#fair #mine')
    await other.getByRole('button', { name: 'Copy pools' }).click()
    await other.getByRole('checkbox', { name }).check()
    await expect(other.getByText('Instagram takes 30 hashtags in a post')).toBeVisible()
    await expectAccessible(other, 'phone')
    await other.keyboard.press('Escape')
    await expect(other.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('they are copied into a post at the caret, and the editor undoes it', async () => {
    await startPost(page, ['instagram'], 'single_photo')
    const message = page.getByRole('textbox', { name: 'Message on Instagram' })
    await message.click()
    await page.keyboard.type('Come and see us! #fair')
    await page.getByRole('button', { name: 'Copy from Hashtag Pool' }).click()
    await modal.getByRole('checkbox', { name }).check()
    await expect(modal.getByText('1 hashtag · the message already has 1 more')).toBeVisible()
    await expect(modal.getByText('Instagram takes 30 hashtags in a post')).toBeVisible()
    await expectAccessible(page)
    await modal.getByRole('button', { name: 'Into message' }).click()
    await expect(modal).toHaveCount(0)
    await expect(message).toHaveText('Come and see us! #fair #mine')
    await expect(message).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(message).toHaveText('Come and see us! #fair')
    await page.keyboard.press('Control+y')
    await expect(message).toHaveText('Come and see us! #fair #mine')
    await waitUntilSaved(page)
    await page.reload()
    await expect(message).toHaveText('Come and see us! #fair #mine')
    await page.goto('/1/settings/hashtag')
  })

  await test.step('it is deleted after confirmation, restored, and deleted', async () => {
    const remove = async () => {
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
      await expect(row(page)).toHaveCount(0)
    }
    await remove()
    await toast('Hashtag deleted')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page)).toContainText('#fair #mine')
    await remove()
    await expect(row(other)).toHaveCount(0)
  })
})
