import { skipApproval } from '#domain/approvals/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { onDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { givenAgency, givenMember, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

test('an admin sees of all clients what will not go out, filters by it, and sees it turn green', async ({
  openAs,
}) => {
  const admin = await givenAgency()
  const [harbor, bakery] = [
    await givenProject({ by: admin, networks: ['facebook'] }),
    await givenProject({ by: admin, networks: ['linkedin'] }),
  ]
  const at = { date: addDays(today(), 3), time: '10:00' } as const
  const draft = await givenPost({ by: admin, project: harbor, at })
  const ready = await givenPost({ by: admin, project: harbor, at, stage: 'scheduled' })
  const refused = await givenPost({
    by: admin,
    project: bakery,
    networks: ['linkedin'],
    at,
    stage: 'scheduled',
  })
  await onDatabase(client =>
    client.query(
      `update social_accounts set needs_reconnecting = true, reconnect_reason = 'refused' where project_id = $1`,
      [bakery],
    ),
  )
  const page = await openAs(admin, {}, `/${harbor}/calendar`)
  const lineOf = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await test.step('each has its state in words', async () => {
    await page.getByRole('link', { name: 'Will it publish?' }).click()
    await expect(lineOf(draft.message)).toContainText('Needs somebody')
    await expect(lineOf(draft.message)).toContainText('Not sent for approval: waits for Grace')
    await expect(lineOf(ready.message)).toContainText('Goes out')
    await expect(lineOf(refused.message)).toContainText('Will not go out')
    await expect(lineOf(refused.message)).toContainText('The account needs to be reconnected')
    await expect(lineOf(refused.message).getByRole('link', { name: /^Reconnect/ })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('what somebody else does appears by itself', async () => {
    const body = { post_id: draft.id, skipped_approvals: ['internal', 'external'] as const }
    await admin.call(skipApproval, { body: { ...body, skipped_approvals: [...body.skipped_approvals] } })
    await expect(lineOf(draft.message)).toContainText('Goes out')
  })
  await test.step('a count filters, and the address keeps it', async () => {
    await page.getByRole('button', { name: /Will not go out/ }).click()
    await expect(page).toHaveURL(/\/board\?risk=red$/)
    await expect(lineOf(ready.message)).toBeHidden()
    await page.reload()
    await expect(lineOf(refused.message)).toBeVisible()
    await expect(lineOf(ready.message)).toBeHidden()
  })
})

test('an admin reminds the people whom the posts of three clients wait for, once', async ({ openAs }) => {
  const admin = await givenAgency()
  const names = ['Emil', 'Mara', 'Nora'] as const
  const at = { date: addDays(today(), 3), time: '10:00' } as const
  for (const name of names) {
    const project = await givenProject({ by: admin, networks: ['facebook'] })
    await givenMember('internal-approver', { by: admin, project, name })
    await givenPost({ by: admin, project, at, stage: 'sent' })
  }
  const page = await openAs(admin, {}, '/board')
  await test.step('all of them are chosen, and a message goes along', async () => {
    await expect(page.getByText('Waiting for 3 people, 3 posts, not reminded yet')).toBeVisible()
    await page.getByRole('button', { name: 'Remind…' }).click()
    const dialog = page.getByRole('dialog')
    for (const name of names) await expect(dialog.getByRole('checkbox', { name })).toBeChecked()
    await dialog.getByRole('textbox').fill('By noon, please.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Remind all 3 people' }).click()
    await expect(page.getByText('Reminded 3 people of 3 posts')).toBeVisible()
  })
  await test.step('nobody can be reminded again within the hour, and what was said can be read', async () => {
    await expect(page.getByText('Waiting for 3 people, 3 posts, last reminded today')).toBeVisible()
    await page.getByRole('button', { name: 'Remind…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('By noon, please.')).toHaveCount(3)
    await expect(dialog.getByRole('button', { name: 'Remind', exact: true })).toBeDisabled()
  })
})
