import { addDays } from '#domain/kernel/days.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenApprovalLink, givenMember, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

test('a client asks by a link on a phone, reads the answer there, and approves with a comment', async ({
  openAs,
  browser,
  consoleErrors,
}) => {
  const project = await givenProject({ networks: ['facebook'] })
  const client = await givenMember('external-approver', { project })
  const at = { date: addDays(today(), 8), time: '18:00' }
  const post = await givenPost({ project, message: 'Our new cold brew', at, stage: 'sent to the client' })
  const link = await givenApprovalLink(client, project)
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  const page = await context.newPage()
  consoleErrors.watch(page)

  await test.step('the question is ready to be written after one tap', async () => {
    await page.goto(link)
    await page.getByRole('button', { name: 'Ask a question' }).tap()
    await expect(page.getByLabel('Your question')).toBeFocused()
    await page.keyboard.type('Is it cold?')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send question' }).tap()
    await expect(page.getByText('Question was sent')).toBeVisible()
  })

  const agency = await openAs('agency-admin', {}, `/${project}/${post.path}`)
  await test.step('the agency answers with a note for the client', async () => {
    await agency.getByRole('tab', { name: /Notes/ }).click()
    await expect(agency.getByText('Is it cold?')).toBeVisible()
    const form = agency.getByRole('form', { name: 'Send note' })
    await form.getByText('Answer the client').click()
    await form.getByLabel('Note', { exact: true }).fill('Very cold.')
    await form.getByRole('button', { name: 'Send note' }).click()
    await expect(agency.getByText('Note was sent')).toBeVisible()
  })

  await test.step('the page has the answer, and the approval takes a comment', async () => {
    await page.reload()
    await expect(page.getByText('Very cold.')).toBeVisible()
    await page.getByRole('button', { name: 'Add a comment' }).tap()
    const form = page.getByRole('dialog', { name: 'Approve with a comment' })
    await expect(form.getByLabel('Your comment')).toBeFocused()
    await page.keyboard.type('Lovely, thank you!')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Approve' }).tap()
    await expect(page.getByText('All done.')).toBeVisible()
    await agency.getByRole('tab', { name: 'Approval' }).click()
    await expect(agency.getByText('Lovely, thank you!')).toBeVisible()
  })
})
