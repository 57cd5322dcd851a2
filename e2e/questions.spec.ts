import { demo } from './demo-posts.ts'
import { expect, phone, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { openToApprove } from './pages/approval.ts'

test('the maker asks and the client answers, each in their own browser; nothing internal reaches the client', async ({
  openAs,
}) => {
  const word = crypto.randomUUID().slice(0, 8)
  const client = await openAs('external-approver', phone)
  await openToApprove(client, demo.waiting.text)
  const postId = new URL(client.url()).searchParams.get('postId')
  const creator = await openAs('content-creator', undefined, `manage-post/facebook?postId=${postId}`)
  const entry = (page: typeof client, text: string) =>
    page.getByRole('list', { name: 'Approval history' }).getByRole('listitem').filter({ hasText: text })
  const ask = async (text: string, round: 'Internal round' | 'External round') => {
    await creator.getByRole('button', { name: 'Ask a question' }).click()
    await creator.getByRole('radiogroup', { name: 'Which round' }).getByText(round).click()
    await creator.getByLabel('Question', { exact: true }).fill(text)
    await creator.getByRole('button', { name: 'Send question' }).click()
    await expect(entry(creator, text)).toBeVisible()
  }

  await test.step('a question in the internal round stays inside', async () => {
    await ask(`Is the price right? ${word}-inside`, 'Internal round')
    await expect(creator.getByText('Question was sent')).toBeVisible()
  })

  await test.step('one in the external round reaches the client at once, who answers', async () => {
    await ask(`Which cup is yours? ${word}-outside`, 'External round')
    await expect(entry(client, `${word}-outside`)).toContainText('asked a question')
    await expect(client.getByText(`${word}-inside`)).toHaveCount(0)
    await expectAccessible(client, 'phone')
    await client.getByRole('button', { name: 'Answer the question' }).click()
    await client.getByLabel('Answer', { exact: true }).fill(`The white one. ${word}-answer`)
    await client.getByRole('button', { name: 'Send answer' }).click()
    await expect(client.getByText('Answer was sent')).toBeVisible()
    await expect(entry(creator, `${word}-answer`)).toContainText('answered')
    await expectAccessible(creator)
  })
})
