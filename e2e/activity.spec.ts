import { demo } from './demo-posts.ts'
import { expect, phone, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { openToApprove } from './pages/approval.ts'

test('a maker reads what happened to a post, a client only what concerns them', async ({ openAs }) => {
  const word = crypto.randomUUID().slice(0, 8)
  const client = await openAs('external-approver', phone)
  await openToApprove(client, demo.waiting.text)
  const postId = new URL(client.url()).searchParams.get('postId')
  const creator = await openAs('content-creator', undefined, `manage-post/facebook?postId=${postId}`)
  const ask = async (text: string, round: string) => {
    await creator.getByRole('tab', { name: 'Approval' }).click()
    await creator.getByRole('button', { name: 'Ask a question' }).click()
    await creator.getByRole('radiogroup', { name: 'Which round' }).getByText(round).click()
    await creator.getByLabel('Question', { exact: true }).fill(text)
    await creator.getByRole('button', { name: 'Send question' }).click()
    await expect(creator.getByText('Question was sent').last()).toBeVisible()
  }
  const entry = (page: typeof client, text: string) =>
    page.getByRole('list', { name: 'Activity' }).getByRole('listitem').filter({ hasText: text })

  await client.getByRole('tab', { name: 'Activity' }).click()
  await ask(`${word}-inside`, 'Internal round')
  await ask(`${word}-outside`, 'External round')
  await expect(entry(client, `${word}-outside`)).toContainText('asked a question')
  await expect(client.getByText(`${word}-inside`)).toHaveCount(0)
  await expectAccessible(client, 'phone')
  await creator.getByRole('tab', { name: 'Activity' }).click()
  await expect(entry(creator, `${word}-inside`)).toBeVisible()
  await creator.getByLabel('Show').selectOption('Approval')
  await expect(entry(creator, `${word}-outside`)).toBeVisible()
  await expectAccessible(creator)
})
