import { addDays } from '#domain/kernel/days.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { openToApprove, requestRevision } from './pages/approval.ts'
import { versionOf, write } from './pages/manage-post.ts'
import { today } from './time.ts'

test('the sender corrects their message, the approver their request, and the activity tells the words that changed', async ({
  openAs,
}) => {
  const word = crypto.randomUUID().slice(0, 8)
  const day = addDays(today(), 2)
  const path = `manage-post/facebook?socials=facebook&type=text&date=${day}T18:00`
  const sender = await openAs('agency-admin', undefined, path)
  const historyOf = (page: typeof sender, text: string) =>
    page.getByRole('list', { name: 'Approval history' }).getByRole('listitem').filter({ hasText: text })
  await expect(sender).toHaveURL(/postId=\d+/)
  await write(sender, 'facebook', `Fresh beer for everybody, ${word}`)

  await test.step('the sender corrects the message to the approvers', async () => {
    await sender.getByRole('button', { name: 'Send to approval' }).click()
    const send = sender.getByRole('dialog', { name: 'Send to approval' })
    await send.getByRole('textbox', { name: 'Message' }).fill(`Until non, ${word}`)
    await send.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(versionOf(sender, 'facebook')).toContainText('Sent for Approval')
    await sender.getByRole('button', { name: 'Edit message' }).click()
    const form = sender.getByRole('form', { name: 'Edit message' })
    await form.getByLabel('Message').fill(`Until noon, ${word}`)
    await expectAccessible(sender)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(historyOf(sender, `Until noon, ${word}`)).toBeVisible()
  })

  const approver = await openAs('internal-approver')
  await test.step('the approver corrects a request for revision, and only that', async () => {
    await openToApprove(approver, word)
    const item = approver.url()
    await expect(historyOf(approver, `Until noon, ${word}`)).toBeVisible()
    await expect(approver.getByRole('button', { name: 'Edit message' })).toHaveCount(0)
    await requestRevision(approver, { message: `Bread, not ber ${word}`, checklist: ['The picture'] })
    await approver.goto(item)
    await approver.getByRole('button', { name: 'Edit revision' }).click()
    const form = approver.getByRole('form', { name: 'Edit revision' })
    await form.getByLabel('What to change').fill(`Bread, not beer ${word}`)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(historyOf(approver, `Bread, not beer ${word}`)).toContainText('The picture')
    await expect(historyOf(sender, `Bread, not beer ${word}`)).toContainText('The picture')
    // Somebody has acted since.
    await expect(sender.getByRole('button', { name: 'Edit message' })).toHaveCount(0)
  })

  await test.step('the activity tells the words that the sender then changed', async () => {
    await write(sender, 'facebook', `Fresh bread for everybody, ${word}`)
    await sender.getByRole('tab', { name: 'Activity' }).click()
    const entries = sender.getByRole('list', { name: 'Activity' }).getByRole('listitem')
    const edit = entries.filter({ hasText: 'edited the post' }).first()
    await expect(edit.getByRole('deletion')).toContainText('beer')
    await expect(edit.getByRole('insertion')).toContainText('bread')
    await expect(entries.filter({ hasText: 'changed the message to the approvers' })).toBeVisible()
    await expect(entries.filter({ hasText: 'changed a request for revision' })).toBeVisible()
    await expectAccessible(sender)
  })
})
