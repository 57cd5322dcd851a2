import { startApprovals } from '#domain/approvals/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { listNotifications, markRead } from '#domain/notifications/contract.ts'
import { getMute } from '#domain/notifications/mute-contract.ts'
import { moveClock } from './clock.ts'
import { expect, phone, test } from './fixtures.ts'
import { demoPerson, demoProject, givenMember, givenPost } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

test('an approver is notified of a post while they look elsewhere, and opens it from the bell', async ({
  openAs,
}) => {
  const approver = await demoPerson('internal-approver')
  await approver.call(markRead, { body: { is_all: true } })
  const creator = await demoPerson('content-creator')
  const post = await givenPost({ at: { date: addDays(today(), 40), time: '10:00' }, by: creator })
  const page = await openAs('internal-approver')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await creator.call(startApprovals, { body: { posts_ids: [post.id] } })

  await test.step('the bell counts it once the sending can no longer be undone', async () => {
    const bell = page.getByRole('button', { name: /^Notifications, \d+ unread/ })
    await moveClock(60_000)
    await expect(bell).toBeVisible()
    await bell.click()
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    await expect(dialog.getByRole('link').first()).toContainText(post.message)
    await expect(dialog.getByRole('link').first()).toContainText('asked for your approval')
    await expectAccessible(page)
    await dialog.getByRole('link').first().click()
  })

  await test.step('it leads to the post, and is read from then on', async () => {
    await expect(page).toHaveURL(/approval\/facebook/)
    await expect(page.getByText(post.message).first()).toBeVisible()
    const unread = async () => {
      const { notifications } = await approver.call(listNotifications, { query: { is_unread: 'true' } })
      return notifications.filter(one => 'post_id' in one && one.post_id === post.id)
    }
    await expect.poll(unread).toEqual([])
  })
})

test('one switch turns all mails and push messages off in all projects, and on again', async ({ openAs }) => {
  const person = await givenMember('internal-approver')
  const page = await openAs(person, phone, `/${demoProject}/settings/notifications`)
  const everything = page.getByRole('switch', { name: 'Mails and push, in all your projects' })
  await expect(everything).toBeChecked()
  await everything.click()
  const question = page.getByRole('dialog', { name: 'Turn off all mails and push messages?' })
  await expect(question.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('All are off.')).toBeVisible()
  await expect(everything).not.toBeChecked()
  await expectAccessible(page)
  const elsewhere = await openAs(person, {}, `/${demoProject}/settings/notifications`)
  await expect(elsewhere.getByText('All are off.')).toBeVisible()
  await elsewhere.getByRole('switch', { name: 'Mails and push, in all your projects' }).click()
  await expect(elsewhere.getByText('Comes as you choose below.')).toBeVisible()
  expect(await person.call(getMute, {})).toEqual({ is_muted: false })
})
