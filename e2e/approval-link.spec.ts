import type { APIRequestContext } from '@playwright/test'
import { addDays } from '#domain/kernel/days.ts'
import { expect, phone, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { callerAs } from './pages/caller.ts'
import { writePhoto } from './photo.ts'
import { today } from './time.ts'

/** Posts of project 1 that wait for its client alone. */
const sendToClient = async (request: APIRequestContext, galley: string, texts: readonly string[]) => {
  const write = await callerAs(request, galley, 'agency-admin')
  const { projectUsers } = await write('/projects/1', null, 'get')
  const client = projectUsers.find(({ role }: { role: string }) => role === 'external-approver')
  for (const [index, message] of texts.entries()) {
    const { post } = await write('/posts', {
      project_id: 1,
      social_networks: ['facebook'],
      type: 'text',
      is_temporary: false,
    })
    const post_socials = [{ id: post.post_socials[0].id, message, follows_shared: true }]
    await write('/postssocials', { post_id: post.id, project_id: 1, post_socials }, 'put')
    // Before anything else of the project.
    const when = { date: addDays(today(), 1), time: `0${index}:05`, is_autoposting: true }
    await write('/posts/schedules', { post_id: post.id, ...when })
    await write('/posts/approvals/skip', { post_id: post.id, skipped_approvals: ['internal'] })
    await write('/posts/approvals/batch', {
      posts_ids: [post.id],
      concrete_external_approver_id: [client.id],
    })
  }
  return { client: client as { id: number; name: string }, write }
}

test('an admin copies a link, the client decides a batch on a phone, and the revoked link says so', async ({
  openAs,
  browser,
  galley,
  request,
  consoleErrors,
}, testInfo) => {
  const [first, second, third] = [1, 2, 3].map(n => `By link ${n} ${uniqueWord()}`) as [
    string,
    string,
    string,
  ]
  const { client } = await sendToClient(request, galley, [first, second, third])
  const agency = await openAs('agency-admin', {}, 'settings/client')
  const row = agency.getByRole('listitem').filter({ hasText: client.name })
  await row.getByRole('button', { name: `Approval links of ${client.name}` }).click()
  const dialog = agency.getByRole('dialog', { name: 'Approval links' })
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const address = dialog.getByRole('textbox', { name: `Link for ${client.name}` })
  await expect(address).toHaveValue(/\/approve#[\w-]{43}$/)
  await expect(dialog.getByText(/Copied by .+ on/)).toBeVisible()
  await expectAccessible(agency)
  const link = await address.inputValue()

  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  const page = await context.newPage()
  consoleErrors.watch(page)
  const foreign: string[] = []
  page.on('request', asked => {
    if (!asked.url().startsWith(galley) && !/^(data|blob):/.test(asked.url())) foreign.push(asked.url())
  })
  await page.goto(link)
  const decision = page.getByRole('group', { name: 'Decision' })

  await test.step('the first post is approved with one tap, undone, and approved again', async () => {
    await expect(page.getByText(first)).toBeVisible()
    await expectAccessible(page)
    await decision.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText(second)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Approval undone')).toBeVisible()
    await expect(page.getByText(first)).toBeVisible()
    await decision.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText(second)).toBeVisible()
  })

  await test.step('a revision is requested with a message, an item and a picture', async () => {
    const picture = testInfo.outputPath('photo.jpg')
    await writePhoto(picture)
    await decision.getByRole('button', { name: 'Request revision' }).click()
    const form = page.getByRole('dialog', { name: 'Request revision: Facebook' })
    await form.getByRole('textbox', { name: 'What should be changed?' }).fill('The logo is too small')
    await form.getByRole('textbox', { name: 'Checklist item' }).fill('Larger logo')
    const choosing = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Attach images' }).click()
    await (await choosing).setFiles(picture)
    await expect(form.getByRole('img', { name: 'photo.jpg' })).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Request revision' }).click()
    await expect(page.getByText('Revision requested').first()).toBeVisible()
    await expect(page.getByText(third)).toBeVisible()
  })

  await test.step('what was decided stays in its place', async () => {
    await page.getByRole('button', { name: 'Previous post' }).click()
    await expect(decision.getByText('Revision requested')).toBeVisible()
    await page.getByRole('button', { name: 'Previous post' }).click()
    await expect(decision.getByText('Approved')).toBeVisible()
  })

  await test.step('offline nothing can be decided, and the page says so', async () => {
    await page.getByRole('button', { name: 'Next post' }).click()
    await page.getByRole('button', { name: 'Next post' }).click()
    await expect(decision.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await context.setOffline(true)
    await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
    await expect(decision.getByRole('button', { name: 'Approve' })).toBeDisabled()
    await context.setOffline(false)
    await expect(decision.getByRole('button', { name: 'Approve' })).toBeEnabled()
  })

  await test.step('the agency sees that it was by link', async () => {
    const write = await callerAs(request, galley, 'agency-admin')
    const posts = await write('/projects/1/posts/approved', null, 'get')
    const { id } = posts.find(({ message }: { message: string }) => message === first)
    await agency.goto(`/1/manage-post/facebook?postId=${id}`)
    await agency.getByRole('tab', { name: 'Activity' }).click()
    await expect(agency.getByText('approved by link', { exact: false }).first()).toBeVisible()
  })

  await test.step('a revoked link approves nothing more, and leads to signing in', async () => {
    consoleErrors.expect(/404/, 'the link has ended')
    await agency.goto('/1/settings/client')
    await row.getByRole('button', { name: `Approval links of ${client.name}` }).click()
    await dialog.getByRole('button', { name: 'Revoke all' }).click()
    await agency
      .getByRole('dialog', { name: 'Revoke all links?' })
      .getByRole('button', { name: 'Revoke all' })
      .click()
    await expect(agency.getByText('Links revoked')).toBeVisible()
    await decision.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  })
  expect(foreign).toEqual([])
})

test('a client approves all of a grid on a desk by link, after each was on the screen', async ({
  browser,
  galley,
  request,
  consoleErrors,
}) => {
  const texts = [1, 2].map(n => `All by link ${n} ${uniqueWord()}`)
  const { client, write } = await sendToClient(request, galley, texts)
  const { url } = await write('/projects/1/approval-links', { user_id: client.id })
  const page = await (await browser.newContext()).newPage()
  consoleErrors.watch(page)
  // The demo's own posts wait for other journeys: all of these are approved, and none of those.
  await page.route('**/api/approval-link', async route => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    const posts = data.posts.filter((post: object) => texts.some(text => JSON.stringify(post).includes(text)))
    await route.fulfill({ response: answer, json: { data: { ...data, posts } } })
  })
  await page.goto(`${galley}/approve${new URL(url).hash}`)
  for (const text of texts) await page.getByText(text).scrollIntoViewIfNeeded()
  for (const card of await page.getByRole('article').all()) await card.scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Approve all \d+$/ }).click()
  await expect(page.getByText(/^All done\. Thank you/)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
})
