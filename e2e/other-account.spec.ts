import { addDays } from '#domain/kernel/days.ts'
import { onDatabase } from './database.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenAgency, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

/** As if they had been approved before the connected page took the place of this one. */
const approvedFor = (name: string, project: number) =>
  onDatabase(client =>
    client.query(
      `with former as (
         insert into social_accounts (project_id, social_network, external_id, name, removed_at)
         values ($1, 'facebook', 'former page', $2, now()) returning id)
       update post_socials set approved_account_id = former.id from former where project_id = $1`,
      [project, name],
    ),
  )

test('posts that were approved for a page in whose place another one is connected say so, and are confirmed', async ({
  openAs,
}) => {
  const admin = await givenAgency()
  const project = await givenProject({ by: admin, networks: ['facebook'] })
  const at = { date: addDays(today(), 1), time: '18:00' } as const
  const [first, second] = [
    await givenPost({ by: admin, project, at, stage: 'scheduled' }),
    await givenPost({ by: admin, project, at, stage: 'scheduled' }),
  ]
  await approvedFor('Former Page', project)
  const page = await openAs(admin, {}, `/${project}/calendar?date=${at.date}`)
  const cards = page.getByRole('group', { name: /Approved for another account/ })
  await test.step('the calendar counts them as at risk', async () => {
    await expect(cards).toHaveCount(2)
    await expectAccessible(page)
  })
  const notice = page.getByRole('alert').filter({ hasText: 'approved for another account' })
  await test.step('the editor says for which page one was approved, and it is confirmed', async () => {
    await page.goto(`/${project}/${first.path}`)
    await expect(notice).toContainText('It was approved for Former Page')
    await expectAccessible(page)
    await notice.getByRole('button', { name: /^Confirm for/ }).click()
    await expect(notice).toBeHidden()
  })
  await test.step('on a phone the rest is confirmed at once', async () => {
    const small = await openAs(admin, phone, `/${project}/${second.path}`)
    await small.getByRole('button', { name: 'Confirm all posts' }).click()
    await small.getByRole('dialog').getByRole('button', { name: 'Confirm all' }).click()
    await expect(small.getByText('approved for another account')).toBeHidden()
    await page.goto(`/${project}/calendar?date=${at.date}`)
    await expect(page.getByRole('group', { name: second.message })).toBeVisible()
    await expect(cards).toHaveCount(0)
  })
})
