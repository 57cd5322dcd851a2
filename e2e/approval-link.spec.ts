import { getMe } from '#domain/accounts/contract.ts'
import { createApprovalLink } from '#domain/approval-links/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { getPost } from '#domain/posts/contract.ts'
import { moveClock } from './clock.ts'
import { expect, phone, test } from './fixtures.ts'
import { demoPerson, givenAgency, givenMailsAtOnce, givenMember, givenPost, givenProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { linkIn, mailTo } from './pages/mailbox.ts'
import { writePhoto } from './photo.ts'
import { today } from './time.ts'

test('an admin copies a link, the client decides a batch on a phone, and the revoked link says so', async ({
  openAs,
  browser,
  galley,
  consoleErrors,
}, testInfo) => {
  const [first, second, third] = ['First', 'Second', 'Third'].map(n => `${n} by link ${uniqueWord()}`) as [
    string,
    string,
    string,
  ]
  const ids: number[] = []
  for (const [index, message] of [first, second, third].entries()) {
    // Before anything else of the project.
    const at = { date: addDays(today(), 1), time: `0${index}:05` }
    ids.push((await givenPost({ message, at, stage: 'internally approved' })).id)
  }
  const client = await (await demoPerson('external-approver')).call(getMe, {})
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
  page.on('request', request => {
    if (!request.url().startsWith(galley) && !/^(data|blob):/.test(request.url())) foreign.push(request.url())
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

  await test.step('the agency sees that it was by a link, and who had copied it', async () => {
    await agency.goto(`/1/manage-post/facebook?postId=${ids[0]}`)
    await agency.getByRole('tab', { name: 'Activity' }).click()
    await expect(agency.getByText(/approved by a link that Ada .*copied/).first()).toBeVisible()
    await expectAccessible(agency)
  })

  await test.step('the client is asked by mail whether it was them', () =>
    mailTo(galley, client.email, /Was it you who decided/))

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

test('where links go by mail only, nobody copies one, and the client decides by the mailed one', async ({
  openAs,
  browser,
  galley,
  consoleErrors,
}) => {
  const admin = await givenAgency()
  const project = await givenProject({ by: admin, networks: ['facebook'] })
  const client = await givenMember('external-approver', { project, by: admin })
  const { id } = await client.call(getMe, {})
  const body = { user_id: id }
  const copied = await admin.call(createApprovalLink, { params: { projectId: project }, body })
  const page = await openAs(admin, {}, `/${project}/settings`)

  await test.step('an admin forbids copying, and is told where links are made', async () => {
    const links = page.getByRole('region', { name: 'Approval links' })
    await links.getByRole('switch', { name: 'Send approval links by mail only' }).click()
    await links.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Settings updated')).toBeVisible()
    await page.goto(`/${project}/settings/client`)
    await page.getByRole('button', { name: /^Approval links of Grace/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Approval links' })
    await expect(dialog.getByText('In this project links go by mail only')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Make a link' })).toBeHidden()
    await expectAccessible(page)
  })

  const phonePage = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
  consoleErrors.watch(phonePage)
  await test.step('the link that was copied before has ended', async () => {
    consoleErrors.expect(/404/, 'the link has ended')
    await phonePage.goto(copied.url)
    await expect(phonePage.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })

  await test.step('the one in the mail decides', async () => {
    await givenMailsAtOnce(client, project)
    const at = { date: addDays(today(), 1), time: '12:05' }
    const post = await givenPost({ by: admin, project, at, stage: 'sent to the client' })
    await moveClock(60_000)
    await phonePage.goto(linkIn(await mailTo(galley, client.email, /approv/i), '/approve'))
    await expect(phonePage.getByText(post.message)).toBeVisible()
    await phonePage.getByRole('group', { name: 'Decision' }).getByRole('button', { name: 'Approve' }).click()
    const status = async () =>
      (await admin.call(getPost, { params: { postId: post.id } })).post_socials[0]?.status
    await expect.poll(status).toBe('approved')
  })
})
