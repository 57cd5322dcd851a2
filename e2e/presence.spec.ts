import { demo } from './demo-posts.ts'
import { expect, phone, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { openToApprove } from './pages/approval.ts'

test('two people on one post see each other before they disturb each other, and a client sees nobody of the agency', async ({
  openAs,
}) => {
  const client = await openAs('external-approver', phone)
  await openToApprove(client, demo.waiting.text)
  const postId = new URL(client.url()).searchParams.get('postId')
  const path = `manage-post/facebook?postId=${postId}`
  const creator = await openAs('content-creator', undefined, path)
  const hereFor = (page: typeof client) => page.getByRole('region', { name: 'Who else is here' })
  // Windows of an earlier journey that were closed without a goodbye are forgotten in half a minute.
  await expect(hereFor(creator)).toHaveText(/^[^·]*\(client\) is here$/, { timeout: 60_000 })

  const admin = await openAs('agency-admin', undefined, path)
  await expect(hereFor(creator)).toContainText(' · ')
  await expect(hereFor(admin)).toContainText(' · ')
  await expectAccessible(creator)

  await test.step('what one writes is said to the other, beside the field', async () => {
    await admin.getByRole('textbox', { name: /^Message/ }).press('End')
    await admin.keyboard.type(' ')
    await expect(hereFor(creator)).toContainText('is writing the Facebook message')
    await expect(creator.getByText(/ is writing here$/)).toBeVisible()
    await admin.keyboard.press('Backspace')
    await expect(hereFor(creator)).not.toContainText('is writing')
    await expect(creator.getByText(/ is writing here$/)).toHaveCount(0)
  })

  await test.step('a client who writes is seen by the agency, and hears of nobody there', async () => {
    await client.getByRole('button', { name: 'Request revision' }).click()
    await client.getByLabel('What should be changed?').pressSequentially('Another')
    await expect(hereFor(creator)).toContainText(/\(client\) is writing what to revise/)
    await expect(hereFor(client)).toHaveCount(0)
  })

  await test.step('whoever closes the page disappears', async () => {
    await admin.close()
    await expect(hereFor(creator)).toHaveText(/^[^·]*\(client\)[^·]*$/)
    await client.close()
    await expect(hereFor(creator)).toHaveCount(0)
  })
})
