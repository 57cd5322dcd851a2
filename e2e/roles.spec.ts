import { expect, projectOf, test } from './fixtures.ts'
import { signInAs } from './pages/login.ts'

test('a client who types the address of a creator’s page is told they may not open it and returned to their own', async ({
  openAs,
}) => {
  const page = await openAs('external-approver')
  const project = projectOf(page)
  for (const address of ['calendar', 'manage-post/facebook', 'manage-post/facebook?postId=1']) {
    await page.goto(`/${project}/${address}`)
    await expect(page.getByText('You are not allowed to open this page.')).toBeVisible()
    await expect(page).toHaveURL(`/${project}/calendar-approval`)
    await expect(page.getByRole('button', { name: 'Create content' })).toBeHidden()
  }
})

test('a link to a post to approve leads through the login back to that post', async ({
  openAs,
  browser,
  consoleErrors,
}) => {
  const insider = await openAs('external-approver')
  await insider.getByRole('link', { name: 'To approve' }).click()
  await insider.getByRole('list', { name: 'Posts to approve' }).getByRole('link').first().click()
  await expect(insider.getByRole('region', { name: 'Post', exact: true })).toBeVisible()
  const address = insider.url()
  // Its place among the others is read after the post.
  await expect(insider.getByRole('heading', { level: 1 })).toContainText('post 1 of')
  const title = await insider.getByRole('heading', { level: 1 }).textContent()

  const stranger = await (await browser.newContext()).newPage()
  consoleErrors.watch(stranger)
  await stranger.goto(address)
  await signInAs(stranger, 'external-approver')
  await expect(stranger).toHaveURL(address)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
})
