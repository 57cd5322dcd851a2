import { getMe } from '#domain/accounts/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { publishPostAsAdmin } from '#domain/publishing/contract.ts'
import { onDatabase } from './database.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenAgency, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { expectResult } from './pages/manage-post.ts'
import { today } from './time.ts'

test('an admin whose publishing is held after a restore releases one post, and then everything', async ({
  openAs,
}) => {
  const admin = await givenAgency()
  const project = await givenProject({ by: admin, networks: ['facebook'] })
  const { agency } = await admin.call(getMe, {})
  const [first, second] = [await givenPost({ by: admin, project }), await givenPost({ by: admin, project })]
  await onDatabase(client =>
    client.query(
      `insert into publishing_holds (scope, agency_id, reason, lost_from, held_at)
       values ('agency', $1, 'long_gap', now() - interval '3 hours', now())`,
      [agency?.id],
    ),
  )
  for (const { id } of [first, second]) await admin.call(publishPostAsAdmin, { params: { postId: id } })
  const page = await openAs(admin, {}, `/${project}/${second.path}`)
  const held = page.getByRole('status').filter({ hasText: 'Publishing is held' })
  await test.step('what comes due waits', async () => {
    await expect(held).toContainText('2 posts and first comments wait.')
    await held.getByRole('button', { name: 'Show' }).click()
    await expect(held.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
  })
  await test.step('one is released, and is published', async () => {
    await held.getByRole('button', { name: `Release: ${second.message}` }).click()
    await expect(held.getByRole('listitem')).toHaveCount(1)
    await expect(held.getByRole('listitem')).toContainText(first.message)
    await expectResult(page, 'Published')
  })
  await test.step('a calendar that was scrolled still says so, and leads back to why', async () => {
    const calendar = await openAs(admin, phone, `/${project}/calendar?date=${addDays(today(), 45)}`)
    await expect(calendar.getByRole('status').filter({ hasText: 'Publishing is held' })).toBeAttached()
    await calendar.mouse.wheel(0, 1_000)
    const strip = calendar.getByRole('button', { name: 'Publishing is held Show' })
    await expect(strip).toBeInViewport()
    await strip.click()
    await expect(calendar.getByRole('status').filter({ hasText: 'Publishing is held' })).toBeInViewport()
    await expect(strip).toBeHidden()
  })
  await test.step('the rest is released on a phone', async () => {
    const small = await openAs(admin, phone, `/${project}/${first.path}`)
    await small.getByRole('button', { name: 'Release all' }).click()
    const dialog = small.getByRole('dialog', { name: 'Release everything?' })
    await expect(dialog).toBeVisible()
    await expectAccessible(small)
    await dialog.getByRole('button', { name: 'Release all' }).click()
    await expect(small.getByText('Publishing is held')).toBeHidden()
    await expectResult(small, 'Published')
  })
})
