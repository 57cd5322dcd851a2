import { addDays } from '#domain/kernel/days.ts'
import { expect, phone, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible, widen } from './pages/accessibility.ts'
import { callerAs } from './pages/caller.ts'
import { mailTo } from './pages/mailbox.ts'
import { today } from './time.ts'

test('an approver chooses when mails come, on a phone and at a desk', async ({ openAs }) => {
  const page = await openAs('internal-approver', phone, 'settings/notifications')
  const turn = page.getByRole('switch', { name: 'A note was written' })
  await test.step('turned off after asking, on at once', async () => {
    await expect(turn).toBeChecked()
    await expectAccessible(page, 'the list on a phone')
    await turn.press('Space')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(turn).not.toBeChecked()
    await page.reload()
    await expect(turn).not.toBeChecked()
    await turn.press('Space')
    await expect(turn).toBeChecked()
  })
  await test.step('at times of their own', async () => {
    await page.getByRole('button', { name: 'Change when: A note was written' }).click()
    const dialog = page.getByRole('dialog', { name: 'Notification Settings' })
    await dialog.getByRole('radio', { name: 'Timeframe' }).check()
    await dialog.getByRole('checkbox', { name: 'Monday' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Timeslots are missing')).toBeVisible()
    await expectAccessible(page, 'the modal on a phone')
    await widen(page)
    await expectAccessible(page, 'the modal at a desk')
    await dialog.getByRole('button', { name: 'Add a time on Monday' }).click()
    await dialog.getByRole('combobox', { name: 'Monday, first time' }).selectOption('12:00AM')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Mon at 12:00AM')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Mon at 12:00AM')).toBeVisible()
    await expectAccessible(page, 'the list at a desk')
  })
  await test.step('and back to every hour', async () => {
    await page.getByRole('button', { name: 'Change when: A note was written' }).click()
    await page.getByRole('radio', { name: 'Hourly' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Mon at 12:00AM')).toHaveCount(0)
  })
})

for (const role of ['agency-admin', 'content-creator', 'external-approver'] as const)
  test(`a person with the role ${role} is offered what they are told of`, async ({ openAs }) => {
    const page = await openAs(role)
    await page.goto(role === 'agency-admin' ? '/1/settings/notifications' : '/1/settings')
    await expect(page).toHaveURL(/settings\/notifications/)
    await expect(page.getByRole('switch', { name: 'A note was written' })).toBeVisible()
    await expect(page.getByRole('switch', { name: 'A post was published' })).toHaveCount(
      role === 'external-approver' ? 0 : 1,
    )
  })

test('an approver who wants mails at once has one with the post, and what to do in its subject', async ({
  galley,
  request,
}) => {
  const text = `Look at this ${uniqueWord()}`
  const write = await callerAs(request, galley, 'content-creator')
  const approve = await callerAs(request, galley, 'internal-approver')
  const setting = { notification_id: 105, type_id: 2, status: 1 }
  await approve('/update-project-notification-setting/105', { ...setting, timeframe_type_id: 1 })
  const { post } = await write('/posts', {
    project_id: 1,
    social_networks: ['facebook'],
    type: 'text',
    is_temporary: false,
  })
  const post_socials = [{ id: post.post_socials[0].id, message: text, follows_shared: true }]
  await write('/postssocials', { post_id: post.id, project_id: 1, post_socials }, 'put')
  const when = { date: addDays(today(), 41), time: '10:00', is_autoposting: true }
  await write('/posts/schedules', { post_id: post.id, ...when })
  await write('/posts/approvals/batch', { posts_ids: [post.id] })
  // The sending can be undone for some seconds; nobody is mailed before.
  await expect(async () => {
    const mail = await mailTo(galley, 'ines@bluebird.example', /^Approve .*post.* for /)
    expect(mail.text).toContain(text)
    expect(mail.text).toContain('asked for your approval')
  }).toPass({ timeout: 60_000 })
  await approve('/update-project-notification-setting/105', { ...setting, timeframe_type_id: 2 })
})
