import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { listApprovalLinks, requestRevisionByLink } from '#domain/approval-links/contract.ts'
import { getApprovals } from '#domain/approvals/contract.ts'
import { listActivities } from '#domain/approvals/conversation-contract.ts'
import type { Post } from '#domain/posts/model.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { keepingApprovals } from '#server/features/social-accounts/approved-accounts.ts'
import { isSignedUrl } from '#server/platform/storage/signed-url.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { byLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { sendForm } from '#testing/files/forms.ts'
import { buildCast, buildPerson, type Cast, connect } from '#testing/people.ts'
import { buildMedia } from '#testing/posts.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalLinkRoutes, ...approvalRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const {
  inProject,
  copied,
  open,
  build,
  versionOf,
  approvalOf,
  approve,
  undo,
  revise,
  statusOf,
  logged,
  emailOf,
} = byLink(
  () => kit,
  () => cast,
)

describe('What an approval link opens', () => {
  it('is what waits for its person in its project, with dates and accounts, and nothing else', async () => {
    const waiting = await build()
    const other = await buildPerson(kit.db, cast.project, 'external-approver')
    await build({ rounds: [{ type: 'external', status: 'open', chosen: [other.userId] }] })
    await build({ status: 'pending_internal_approval' })
    await build({ status: 'approved' })
    await build({ status: 'draft' })
    await build({}, cast.elsewhere)
    const { status, data } = await open(await copied())
    expect(status).toBe(200)
    expect(data.posts.map(({ id }) => id)).toEqual([waiting.postId])
    expect(data.person).toEqual({ id: cast.external.userId, name: cast.external.name })
    expect(data.project).toMatchObject({ id: cast.project.projectId, timezone: 'Europe/Berlin' })
    expect(data.posts[0]?.latest_schedule?.datetime).toBe('2026-06-20T10:00:00.000Z')
    expect(data.socials).toHaveLength(4)
    expect([data.has_more, data.code_goes_to]).toEqual([false, null])
  })

  it('is read without changing anything, however often a mail scanner opens it', async () => {
    await build()
    const token = await copied()
    const before = await countWrites(kit.db)
    await open(token)
    await open(token)
    expect(await countWrites(kit.db)).toBe(before)
  })

  it('has pictures whose addresses work without a session', async () => {
    const mediaId = await buildMedia(kit.db, cast.project)
    await build({ media: [mediaId], message: `${kit.services.config.publicUrl}/media/x/original` })
    const { data } = await open(await copied())
    const [social] = data.posts[0]?.post_socials ?? []
    const url = new URL(social?.attachments[0]?.object_data?.public_url ?? '')
    const query = Object.fromEntries(url.searchParams)
    expect(isSignedUrl(kit.services.config, url.pathname, query, testNow)).toBe(true)
    expect(social?.message).not.toContain('signature')
  })

  it('has logos that are stored here, and none whose network would learn who decides when', async () => {
    const own = `${kit.services.config.publicUrl}/media/${'a'.repeat(32)}/small`
    const { projectId } = cast.project
    const show = (logo_url: string) =>
      kit.db.updateTable('social_accounts').set({ logo_url }).where('project_id', '=', projectId).execute()
    const token = await copied()
    const logos = async () => new Set((await open(token)).data.socials.map(({ logo }) => logo?.split('?')[0]))
    await show('https://network.example/logo.png')
    expect(await logos()).toEqual(new Set([undefined]))
    await show(own)
    expect(await logos()).toEqual(new Set([own]))
  })

  it('names the account of before where another one was connected since, until the client has decided', async () => {
    const built = await build({ network: 'facebook' })
    const seenBefore = await approvalOf(built)
    const slot = { projectId: cast.project.projectId, network: 'facebook' } as const
    const ofSlot = () =>
      kit.db
        .updateTable('social_accounts')
        .where('project_id', '=', slot.projectId)
        .where('social_network', '=', slot.network)
    const before = await ofSlot().set({ removed_at: testNow }).returning('name').executeTakeFirstOrThrow()
    await kit.db
      .transaction()
      .execute(tx =>
        keepingApprovals(tx, slot, async () => ({ id: await connect(kit.db, slot.projectId, slot.network) })),
      )
    await ofSlot().where('removed_at', 'is', null).set({ name: 'Another page' }).execute()
    const token = await copied()
    const { data } = await open(token)
    expect(data.posts[0]?.post_socials[0]).toMatchObject({ account_before: before.name })
    expect(data.posts[0]?.post_socials[0]).not.toHaveProperty('approved_for')
    expect(data.socials.find(({ social_network }) => social_network === 'facebook')?.name).toBe(
      'Another page',
    )
    // What was on the screen before then was for the other account.
    expect(await approve(token, built, seenBefore)).toMatchObject({ status: 409, code: 'stale_version' })
    const decided = (await approve(token, built)).data.post_socials[0]
    expect(decided).toMatchObject({ status: 'approved' })
    expect(decided).not.toHaveProperty('account_before')
    expect(decided).not.toHaveProperty('approved_for')
  })

  it('comes a hundred posts at a time', async () => {
    for (let n = 0; n < 101; n += 1) await build()
    const { data } = await open(await copied())
    expect([data.posts.length, data.has_more]).toEqual([100, true])
  })

  it('takes nothing that waits for somebody else for more that is to come', async () => {
    for (let n = 0; n < 100; n += 1) await build()
    const { roundId } = await build()
    const colleague = await buildPerson(kit.db, cast.project, 'external-approver')
    const chosen = { approval_id: roundId, user_id: colleague.userId, is_chosen: true }
    await kit.db.insertInto('approval_approvers').values(chosen).execute()
    const { data } = await open(await copied())
    expect([data.posts.length, data.has_more]).toEqual([100, false])
    expect((await open(await copied(colleague))).data.has_more).toBe(true)
  })
})

describe('A decision by link', () => {
  it('approves what was shown, and says in history, activity and audit log that it was by link', async () => {
    const built = await build()
    await copied()
    const token = await copied()
    expect((await approve(token, built)).status).toBe(200)
    expect(await statusOf(built)).toBe('approved')
    const { data } = await kit.ask(cast.admin, getApprovals, { params: { postId: built.postId } })
    expect(data.approvals[0]?.actions[0]).toMatchObject({
      type: 'approved',
      is_by_link: true,
      created_by_user: { id: cast.external.userId },
    })
    const activity = await kit.ask(cast.admin, listActivities, { params: { postId: built.postId } })
    expect(activity.data.activities.find(({ type }) => type === 'approved')?.is_by_link).toBe(true)
    expect(await logged('post.approved_by_link')).toMatchObject([
      {
        actor_id: cast.external.userId,
        subject: await emailOf(cast.external),
        address: '127.0.0.1',
        new: { post_id: built.postId, device: 'A phone' },
      },
    ])
    const links = await kit.ask(cast.admin, listApprovalLinks, inProject())
    expect(links.data.map(({ last_decided_at }) => last_decided_at)).toEqual([testNow.toISOString(), null])
  })

  it('is refused the second time, for another version, and without the version that was seen', async () => {
    const built = await build()
    const token = await copied()
    const stale = await approve(token, built, { version: (await versionOf(built.socialId)) + 1 })
    expect([stale.status, stale.code]).toEqual([409, 'stale_version'])
    const { versions: _, ...blind } = await approvalOf(built)
    const unseen = await sendByLink(kit, token, ['POST', '/approval-link/approve-round'], blind)
    expect(unseen.status).toBe(422)
    expect(await statusOf(built)).toBe('pending_external_approval')
    expect((await approve(token, built)).status).toBe(200)
    const again = await approve(token, built)
    expect([again.status, again.code]).toEqual([409, 'already_decided'])
    expect(await logged('post.approved_by_link')).toHaveLength(1)
  })

  it('can be undone for a moment, and not later', async () => {
    const [built, late] = [await build(), await build()]
    const token = await copied()
    await approve(token, built)
    expect((await undo(token, built)).status).toBe(200)
    expect(await statusOf(built)).toBe('pending_external_approval')
    expect(await logged('post.approval_undone_by_link')).toHaveLength(1)
    await approve(token, late)
    kit.clock.advance(60_000)
    expect((await undo(token, late)).code).toBe('undo_ended')
  })

  it('requests a revision of the version that was seen, with a message and a checklist', async () => {
    const built = await build()
    const token = await copied()
    expect((await revise(token, built, { version: 99 })).code).toBe('stale_version')
    expect((await revise(token, built, { checkboxes: [{ label: 'Logo' }] })).status).toBe(200)
    expect(await statusOf(built)).toBe('requires_revision')
    const { data } = await kit.ask(cast.admin, getApprovals, { params: { postId: built.postId } })
    expect(data.approvals[0]?.actions[0]).toMatchObject({
      type: 'revision_requested',
      message: 'Larger',
      is_by_link: true,
      checkboxes: [{ label: 'Logo' }],
    })
    expect(await logged('post.revision_requested_by_link')).toHaveLength(1)
    expect((await revise(token, built)).code).toBe('already_decided')
  })

  it('takes pictures with a revision, and none from a link that has ended', async () => {
    const [built, other] = [await build(), await build()]
    const token = await copied()
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const files = [{ name: 'idea.png', type: 'image/png', bytes }]
    const form = async (by: string, { roundId, socialId }: typeof built) => {
      const fields = { approval_id: String(roundId), version: String(await versionOf(socialId)) }
      return sendForm<Post>(kit, by, { path: requestRevisionByLink.path, fields, files })
    }
    expect((await form(token, built)).status).toBe(200)
    const { data } = await kit.ask(cast.admin, getApprovals, { params: { postId: built.postId } })
    expect(data.approvals[0]?.actions[0]).toMatchObject({
      type: 'revision_requested',
      is_by_link: true,
      attachments: [{ original_name: 'idea.png' }],
    })
    const before = await countWrites(kit.db)
    expect((await form('x'.repeat(43), other)).status).toBe(404)
    expect(await countWrites(kit.db)).toBe(before)
  })

  it('does not take back what is approved: that needs signing in', async () => {
    const built = await build()
    const token = await copied()
    await approve(token, built)
    expect((await revise(token, built)).code).toBe('already_decided')
    expect(await statusOf(built)).toBe('approved')
  })

  it('is not possible for posts of other projects, other people, inside the agency, or deleted ones', async () => {
    const token = await copied()
    const other = await buildPerson(kit.db, cast.project, 'external-approver')
    const foreign = await build({}, cast.elsewhere)
    const internal = await build({ status: 'pending_internal_approval' })
    const others = await build({ rounds: [{ type: 'external', status: 'open', chosen: [other.userId] }] })
    const deleted = await build()
    const gone = { deleted_at: testNow }
    await kit.db.updateTable('posts').set(gone).where('id', '=', deleted.postId).execute()
    const before = await countWrites(kit.db)
    for (const [built, expected] of [
      [foreign, 404],
      [internal, 404],
      [others, 403],
      [deleted, 404],
    ] as const) {
      expect((await approve(token, built)).status).toBe(expected)
      expect((await revise(token, built)).status).toBe(expected)
      expect((await undo(token, built)).status).toBeGreaterThanOrEqual(400)
    }
    expect(await countWrites(kit.db)).toBe(before)
  })
})
