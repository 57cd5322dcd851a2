import { expect, phone, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { chooseMore, startPost, waitUntilSaved, write } from './pages/manage-post.ts'

test('a deleted post is found in the bin, restored by its writer, and deleted for good by an admin', async ({
  openAs,
}) => {
  const text = `Not to be lost, ${uniqueWord()}.`
  const page = await openAs('content-creator')
  const admin = await openAs('agency-admin', phone)
  const project = new URL(page.url()).pathname.split('/')[1]
  const rowOn = (window: typeof page) => window.getByRole('listitem').filter({ hasText: text })
  const remove = async () => {
    await chooseMore(page, 'Delete')
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete the content?' })
    await expect(question).toContainText('restore it from the bin')
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Post deleted')).toBeVisible()
  }

  await startPost(page, ['facebook'], 'text')
  await write(page, 'facebook', text)
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await waitUntilSaved(page)
  const address = page.url()
  await admin.goto(`/${project}/settings/bin`)
  await expect(admin.getByRole('heading', { level: 1, name: 'Bin' })).toBeVisible()
  await remove()

  await test.step('it appears in the open bin of a colleague, with who deleted it', async () => {
    await expect(rowOn(admin)).toContainText('30 days left')
    await expect(rowOn(admin)).toContainText(/Deleted by \S+/)
    await expectAccessible(admin)
  })

  await test.step('its writer restores it, and cannot delete for good', async () => {
    await page.goto(`/${project}/settings/bin`)
    await expect(rowOn(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /for good/ })).toHaveCount(0)
    await expectAccessible(page)
    await rowOn(page)
      .getByRole('button', { name: /^Restore/ })
      .click()
    await expect(page.getByText('Post restored')).toBeVisible()
    await expect(rowOn(page)).toHaveCount(0)
    await expect(rowOn(admin)).toHaveCount(0)
    await page.goto(address)
    await expect(page.getByText(text).first()).toBeVisible()
  })

  await test.step('an admin deletes it for good, after a question', async () => {
    await remove()
    await rowOn(admin).getByRole('checkbox').check()
    await admin.getByRole('button', { name: 'Delete for good', exact: true }).click()
    const question = admin.getByRole('dialog', { name: 'Delete 1 post for good?' })
    await expectAccessible(admin)
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await expect(admin.getByText('1 post deleted for good')).toBeVisible()
    await expect(rowOn(admin)).toHaveCount(0)
  })
})
