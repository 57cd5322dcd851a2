import { pauseClient } from '#domain/publishing/pauses-contract.ts'
import { onDatabase } from './database.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenAgency, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('an admin pauses a client, resumes it on a phone, and decides about the post that was missed', async ({
  openAs,
}) => {
  const admin = await givenAgency()
  const project = await givenProject({ by: admin, networks: ['facebook'] })
  const post = await givenPost({ by: admin, project })
  const page = await openAs(admin, {}, `/${project}/settings/general`)
  const notice = page.getByRole('status').filter({ hasText: 'A recall of the beans' })
  await test.step('it is paused in its settings', async () => {
    const panel = page.getByRole('region', { name: 'Pause publishing' })
    await panel.getByRole('button', { name: 'Pause this client…' }).click()
    await panel.getByRole('textbox', { name: 'Reason' }).fill('A recall of the beans')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Pause publishing' }).click()
    await expect(notice).toContainText('until somebody resumes it')
  })
  await test.step('the second one who pauses is told of the first', async () => {
    const body = { reason: 'Another', ends_at: null, tells_clients: false }
    await expect(admin.call(pauseClient, { params: { projectId: project }, body })).rejects.toThrow(
      'A recall of the beans',
    )
  })
  // It comes due in the pause.
  await onDatabase(client =>
    client.query(
      `with due as (update post_socials set status = 'on_publishing', cleared_digest = 'x' where post_id = $1 returning *)
       insert into publications (post_social_id, project_id, social_account_id, social_network, status, content_digest, due_at, run_at,
         held_at, started_from)
       select due.id, due.project_id, a.id, due.social_network, 'queued', 'x', now(), now() + interval '1 year', now(), '{"status": "draft"}'
       from due join social_accounts a on a.project_id = due.project_id and a.social_network = due.social_network`,
      [post.id],
    ),
  )
  const small = await openAs(admin, phone, `/${project}/${post.path}`)
  await test.step('it is resumed, and what was missed is asked about', async () => {
    await small.getByRole('button', { name: 'Resume' }).click()
    const dialog = small.getByRole('dialog', { name: 'Missed while paused' })
    await expect(dialog.getByRole('listitem')).toContainText(post.message)
    await expectAccessible(small)
    await dialog.getByRole('button', { name: `Take off the schedule: ${post.message}` }).click()
    await expect(dialog).toBeHidden()
    await expect(small.getByText('Publishing is paused')).toBeHidden()
  })
  await expect(notice).toBeHidden()
})
