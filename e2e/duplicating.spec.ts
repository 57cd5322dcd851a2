import { addDays } from '#domain/kernel/days.ts'
import { expect, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { callerAs } from './pages/caller.ts'
import { today } from './time.ts'

const day = addDays(today(), 170)
const nextDay = addDays(day, 1)

test('a post is duplicated to another network, and cloned to another day', async ({
  openAs,
  galley,
  request,
}) => {
  const call = await callerAs(request, galley, 'agency-admin')
  const { post: written } = await call('/posts', {
    project_id: 1,
    social_networks: ['facebook'],
    type: 'text',
    is_temporary: false,
  })
  const text = `Written once for two, ${uniqueWord()}`
  const post_socials = [{ id: written.post_socials[0].id, message: text, follows_shared: true }]
  await call('/postssocials', { post_id: written.id, project_id: 1, post_socials }, 'put')
  await call('/posts/schedules', { post_id: written.id, date: day, time: '10:00', is_autoposting: true })

  const page = await openAs('agency-admin')
  await page.goto(`/1/calendar?date=${day}&view=week&open=${day}`)
  const card = page.locator(`[role="cell"][data-date="${day}"] [data-entry]`, { hasText: text })
  await card.getByLabel('Select').check()

  await test.step('the dialog offers what takes the post, and wants a choice', async () => {
    await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Duplicate the content' })
    await expect(dialog.getByRole('button', { name: 'Yes' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.locator('label', { hasText: 'LinkedIn' }).first().click()
    await dialog.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Post duplicated as a draft without a time')).toBeVisible()
  })

  await test.step('the copy has the words, and is found among the drafts without a time', async () => {
    await page.goto('/1/content?span=unscheduled')
    await expect(page.getByText(text).first()).toBeVisible()
  })

  await test.step('a clone goes to another day', async () => {
    await page.goto(`/1/calendar?date=${day}&view=week&open=${day}`)
    await card.getByLabel('Select').check()
    await page.getByRole('button', { name: 'Clone Posts' }).click()
    const dialog = page.getByRole('dialog', { name: /Clone/ })
    await expectAccessible(page)
    // Another project has its own networks, which other journeys connect and remove.
    await expect(dialog.getByRole('combobox', { name: /Project/ })).toHaveValue('Harbor Coffee Roasters')
    await dialog.getByLabel('Day').fill(nextDay)
    await dialog.getByRole('button', { name: 'Clone', exact: true }).click()
    await expect(page.getByText('Post cloned')).toBeVisible()
    const listed = await call(`/posts/schedules/1/${nextDay}/${nextDay}`, null, 'get')
    const texts = listed.post_schedules.map(({ post }: { post: { message: string } }) => post.message)
    expect(texts).toContain(text)
  })
})
