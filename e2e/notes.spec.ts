import { demo } from './demo-posts.ts'
import { expect, phone, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { openToApprove } from './pages/approval.ts'
import { writePhoto } from './photo.ts'

test('people talk about a post in notes; the client reads and answers only what is for them', async ({
  openAs,
}) => {
  const picture = test.info().outputPath('cup.jpg')
  await writePhoto(picture)
  const word = crypto.randomUUID().slice(0, 8)
  const client = await openAs('external-approver', phone)
  await openToApprove(client, demo.waiting.text)
  const postId = new URL(client.url()).searchParams.get('postId')
  const creator = await openAs('content-creator', undefined, `manage-post/facebook?postId=${postId}`)
  const approver = await openAs('internal-approver', undefined, `approval/facebook?postId=${postId}`)
  const pages = [client, creator, approver]
  for (const page of pages) await page.getByRole('tab', { name: 'Notes' }).click()
  const note = (page: typeof client, text: string) =>
    page.getByRole('list', { name: 'Notes' }).getByRole('listitem').filter({ hasText: text })

  await test.step('an internal note with a mention and a picture reaches the agency at once, and not the client', async () => {
    const form = creator.getByRole('form', { name: 'Send note' })
    await form.getByLabel('Note', { exact: true }).pressSequentially('@In')
    await creator.getByRole('listbox').getByRole('option').first().click()
    await form.getByLabel('Note', { exact: true }).pressSequentially(`is the cup right? ${word}-inside`)
    await form.locator('input[type=file][multiple]').setInputFiles(picture)
    await form.getByRole('button', { name: 'Send note' }).click()
    await expect(creator.getByText('Note was sent')).toBeVisible()
    await expect(note(approver, `${word}-inside`)).toContainText('Internal')
    await expect(
      note(approver, `${word}-inside`).getByRole('button', { name: 'Show picture 1 of 1' }),
    ).toBeVisible()
    await expectAccessible(approver)
  })

  await test.step('the client reads what is for them and answers', async () => {
    const form = creator.getByRole('form', { name: 'Send note' })
    await form.getByText('For the client').click()
    await form.getByLabel('Note', { exact: true }).fill(`Is this your new cup? ${word}-outside`)
    await form.getByRole('button', { name: 'Send note' }).click()
    await expect(note(client, `${word}-outside`)).toContainText('The agency')
    await expect(note(client, `${word}-inside`)).toHaveCount(0)
    await expectAccessible(client, 'phone')
    await client.getByLabel('Note', { exact: true }).fill(`It is. ${word}-answer`)
    await client.getByRole('button', { name: 'Send note' }).click()
    for (const page of [creator, approver])
      await expect(note(page, `${word}-answer`)).toContainText('For the client')
  })

  await test.step('its author changes a note and deletes it', async () => {
    const own = note(creator, `${word}-outside`)
    await own.getByRole('button', { name: 'Edit note' }).click()
    await creator
      .getByRole('form', { name: 'Save' })
      .getByLabel('Note', { exact: true })
      .fill(`Your cup? ${word}-changed`)
    await creator.getByRole('form', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()
    await expect(note(client, `${word}-changed`)).toContainText('edited')
    await note(creator, `${word}-changed`).getByRole('button', { name: 'Delete note' }).click()
    await creator.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(note(client, `${word}-changed`)).toHaveCount(0)
    await expect(note(client, `${word}-answer`)).toBeVisible()
  })
})
