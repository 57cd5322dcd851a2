import { addDays } from '#domain/kernel/days.ts'
import { expect, phone, projectOf, test } from './fixtures.ts'
import { givenApprovalLink } from './given.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { approve, requestRevision } from './pages/approval.ts'
import { callerAs } from './pages/caller.ts'
import { today } from './time.ts'

test('a client who asked for changes sees first what changed, approves it, and a restored version stays approved', async ({
  openAs,
  browser,
  galley,
  request,
  consoleErrors,
}) => {
  const word = uniqueWord()
  const client = await openAs('external-approver', phone)
  const project = projectOf(client)
  const creator = await callerAs(request, galley, 'content-creator')
  const internal = await callerAs(request, galley, 'internal-approver')
  const { medias } = await creator(`/projects/${project}/media-library?type=image`, null, 'get')
  const first: number = medias[0].id
  // Other journeys may have uploaded the same picture twice.
  const sizeOf = (media: { object_data: { file_size: number } }) => media.object_data.file_size
  const second: number = medias.find((media: (typeof medias)[0]) => sizeOf(media) !== sizeOf(medias[0])).id
  const made = await creator('/posts', {
    project_id: Number(project),
    social_networks: ['facebook'],
    type: 'single_photo',
  })
  const postId: number = made.post_id
  const [{ id: socialId }] = made.post.post_socials
  const save = (change: object) =>
    creator(
      '/postssocials',
      { post_id: postId, project_id: Number(project), post_socials: [{ id: socialId, ...change }] },
      'put',
    )
  const send = async () => {
    await creator('/posts/approvals/batch', { posts_ids: [postId] })
    await internal('/posts/approvals/approve-round', { post_social_id: socialId })
  }
  const statusNow = async () => (await creator(`/posts/${postId}`, null, 'get')).post_socials[0].status

  const old = await save({
    message: `A very long text about bread ${word}`,
    media_actions: [{ action: 'attach', object_id: first }],
  })
  const when = { date: addDays(today(), 160), time: '18:00', is_autoposting: false }
  await creator('/posts/schedules', { post_id: postId, ...when })
  await send()

  await test.step('the client asks for changes with a checklist', async () => {
    await client.goto(`/${project}/approval/facebook?postId=${postId}`)
    await expect(client.getByRole('region', { name: 'Decision' })).toBeVisible()
    await requestRevision(client, { message: 'Shorter, please', checklist: ['Less text', 'Another picture'] })
  })

  await test.step('the agency changes text and picture, ticks one item, and sends it again', async () => {
    const [attachment] = old.post_socials[0].attachments
    await save({
      message: `A text about bread ${word}`,
      media_actions: [
        { action: 'detach', id: attachment.id },
        { action: 'attach', object_id: second },
      ],
    })
    const { approvals } = await creator(`/posts/approvals/${postId}`, null, 'get')
    const requested = approvals[0].actions.find(({ type }: { type: string }) => type === 'revision_requested')
    const checkboxes = [{ id: requested.checkboxes[0].id, is_checked: true }]
    await creator(
      '/posts/approvals/revision/checkboxes',
      { approval_action_id: requested.id, checkboxes },
      'put',
    )
    await send()
  })

  await test.step('by link the client sees the same', async () => {
    const byLink = await (await browser.newContext()).newPage()
    consoleErrors.watch(byLink)
    await byLink.goto(await givenApprovalLink())
    const card = byLink.getByRole('article', { name: 'Post of' }).filter({ hasText: word })
    const changes = card.getByRole('region', { name: 'What changed since your decision' })
    await expect(changes.getByRole('heading')).toHaveText('Changed since you asked for a revision')
    await expect(changes.getByRole('deletion').first()).toContainText('very long')
    await expect(changes.getByRole('list', { name: 'Media' })).toContainText('Removed')
    await expect(changes.getByText('1 of 2 done')).toBeVisible()
    await expectAccessible(byLink)
  })

  await test.step('the client sees first what changed, beside the checklist, and approves', async () => {
    await client.goto(`/${project}/approval/facebook?postId=${postId}`)
    const changes = client.getByRole('region', { name: 'What changed since your decision' })
    await expect(changes.getByRole('heading')).toHaveText('Changed since you asked for a revision')
    await expect(changes.getByRole('deletion').first()).toContainText('very long')
    await expect(changes.getByRole('list', { name: 'Media' })).toContainText('Added')
    await expect(changes.getByRole('list', { name: 'Media' })).toContainText('Removed')
    await expect(changes.getByText('1 of 2 done')).toBeVisible()
    await expectAccessible(client, 'phone')
    await approve(client, 'Approve')
    expect(await statusNow()).toBe('approved')
  })

  await test.step('a hasty edit takes the approval away, restoring gives it back', async () => {
    await save({ message: `Hasty ${word}` })
    expect(await statusNow()).toBe('pending_internal_approval')
    const maker = await openAs('content-creator', undefined, `manage-post/facebook?postId=${postId}`)
    await maker.getByRole('tab', { name: 'Activity' }).click()
    await maker.getByRole('button', { name: 'Earlier versions' }).click()
    const dialog = maker.getByRole('dialog', { name: 'Earlier versions' })
    await expect(dialog.getByRole('insertion').first()).toContainText('Hasty')
    await expectAccessible(maker)
    await dialog.getByRole('button', { name: 'Restore this version' }).click()
    await expect(maker.getByText('Earlier version restored')).toBeVisible()
    expect(await statusNow()).toBe('approved')
    const entries = maker.getByRole('list', { name: 'Activity' }).getByRole('listitem')
    await expect(entries.filter({ hasText: 'restored an earlier version' })).toHaveCount(1)
    await expect(
      entries.filter({ hasText: 'made the content again what was approved' }).first(),
    ).toBeVisible()
  })
})
