import { addDays } from '#domain/kernel/days.ts'
import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { callerAs } from './pages/caller.ts'
import { today } from './time.ts'

test('an approver is told of a post while they look elsewhere, and opens it from the bell', async ({
  openAs,
  galley,
  request,
}) => {
  const text = `Look at this ${uniqueWord()}`
  const write = await callerAs(request, galley, 'content-creator')
  const read = await callerAs(request, galley, 'internal-approver')
  await read('/notifications/read', { is_all: true })
  const { post } = await write('/posts', {
    project_id: 1,
    social_networks: ['facebook'],
    type: 'text',
    is_temporary: false,
  })
  const post_socials = [{ id: post.post_socials[0].id, message: text, follows_shared: true }]
  await write('/postssocials', { post_id: post.id, project_id: 1, post_socials }, 'put')
  const when = { date: addDays(today(), 40), time: '10:00', is_autoposting: true }
  await write('/posts/schedules', { post_id: post.id, ...when })

  const page = await openAs('internal-approver')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await write('/posts/approvals/batch', { posts_ids: [post.id] })

  await test.step('the bell counts it once the sending can no longer be undone', async () => {
    const bell = page.getByRole('button', { name: /^Notifications, \d+ unread/ })
    await expect(bell).toBeVisible({ timeout: 40_000 })
    await bell.click()
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    await expect(dialog.getByRole('link').first()).toContainText(text)
    await expect(dialog.getByRole('link').first()).toContainText('asked for your approval')
    await expectAccessible(page)
    await dialog.getByRole('link').first().click()
  })

  await test.step('it leads to the post, and is read from then on', async () => {
    await expect(page).toHaveURL(/approval\/facebook/)
    await expect(page.getByText(text).first()).toBeVisible()
    const { notifications } = await read('/notifications?is_unread=true', null, 'get')
    expect(notifications.filter((one: { post_id: number }) => one.post_id === post.id)).toEqual([])
  })
})
