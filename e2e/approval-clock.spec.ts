import { addDays } from '#domain/kernel/days.ts'
import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { callerAs } from './pages/caller.ts'
import { today } from './time.ts'

// In the demo's other project, where no journey counts the posts that wait.
const project = 2
const lateRule = 'bypass-external-approval-when-internal-approved'

test('a post is sent with a deadline, its approvers are reminded, and a late client is done without', async ({
  openAs,
  galley,
  request,
  consoleErrors,
}) => {
  consoleErrors.expect(/409 .*approvals\/remind/, 'a second reminder within the hour is refused')
  const word = uniqueWord()
  const call = await callerAs(request, galley, 'agency-admin')
  const set = (name: string, value: string) =>
    call(`/projects/${project}/settings`, { settings: [{ name, value }] })
  const build = async (message: string) => {
    const { post } = await call('/posts', {
      project_id: project,
      social_networks: ['facebook'],
      type: 'text',
    })
    const post_socials = [{ id: post.post_socials[0].id, message }]
    await call('/postssocials', { post_id: post.id, project_id: project, post_socials }, 'put')
    await call('/posts/schedules', {
      post_id: post.id,
      date: addDays(today(), 60),
      time: '18:00',
      is_autoposting: false,
    })
    return { id: post.id as number, social: post.post_socials[0].id as number }
  }
  const sent = await build(`With a deadline ${word}`)
  const page = await openAs('agency-admin')

  await test.step('the deadline is chosen when it is sent, and shown with what happens otherwise', async () => {
    await page.goto(`/${project}/manage-post/facebook?postId=${sent.id}`)
    await page.getByRole('button', { name: 'Send to approval' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to approval' })
    await dialog.getByLabel('Decide by (optional)').fill('2026-01-01T10:00')
    await expect(dialog.getByText('Choose a time in the future')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await dialog.getByLabel('Decide by (optional)').fill(`${addDays(today(), 30)}T17:00`)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(
      page.getByText(/Decide by .+, 5:00 PM \(in (29|30) days\)\. If nobody decides, it will not go out\./),
    ).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('its card in the calendar says how long is left', async () => {
    await page.goto(`/${project}/calendar?date=${addDays(today(), 60)}`)
    const card = page.getByRole('group', { name: new RegExp(`Decide by .+, 5:00 PM .*${word}`) })
    await expect(card.getByText(/^(29|30) days left$/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('its approvers are reminded, once an hour', async () => {
    await page.goBack()
    await page.getByRole('button', { name: 'Remind' }).click()
    await expect(page.getByText('Approvers reminded')).toBeVisible()
    await page.getByRole('button', { name: 'Remind' }).click()
    await expect(page.getByText('The approvers were reminded less than an hour ago.')).toBeVisible()
    const approver = await openAs('internal-approver')
    await approver.goto(`/${project}/approval?q=${word}`)
    await expect(approver.getByText(/Decide by .+, 5:00 PM \(in (29|30) days\)/)).toBeVisible()
    await expectAccessible(approver)
  })

  await test.step('what a late client has not decided is approved by the project’s rule', async () => {
    await set(lateRule, 'true')
    try {
      const late = await build(`For a late client ${word}`)
      const decide_by = new Date(Date.now() + 4000).toISOString()
      await call('/posts/approvals/batch', { posts_ids: [late.id], decide_by })
      await call('/posts/approvals/approve-round', { post_social_id: late.social })
      await expect(async () => {
        await page.goto(`/${project}/manage-post/facebook?postId=${late.id}`)
        await expect(
          page.getByText(/Decision was due by .+ late\)\. If nobody decides, it goes out as scheduled\./),
        ).toBeVisible()
      }).toPass({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Approve without the client' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(page.getByText(/Decision was due by/)).toBeHidden()
      await expect(page.getByRole('button', { name: 'Remind' })).toBeHidden()
    } finally {
      await set(lateRule, 'false')
    }
  })
})
