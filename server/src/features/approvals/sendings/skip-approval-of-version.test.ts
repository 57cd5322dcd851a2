import { describe, expect, it } from 'vitest'
import {
  approveRound,
  skipApproval,
  skipApprovalOfVersion,
  startApprovals,
  startNextRound,
  undoSending,
} from '#domain/approvals/contract.ts'
import type { ApprovalType, PostSocialStatus } from '#domain/posts/status.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, setProject, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)

const ahead = { date: '2027-06-10', time: '12:00' }
const both: ApprovalType[] = ['internal', 'external']
const build = async (
  statuses: readonly [PostSocialStatus, PostSocialStatus] = ['draft', 'draft'],
  of = cast,
  schedule: typeof ahead | null = ahead,
) => {
  const { postId, socialIds } = await buildPost(app.db, of.project, {
    type: 'text',
    socials: [
      { network: 'facebook', status: statuses[0] },
      { network: 'linkedin', status: statuses[1] },
    ],
    ...(schedule ? { schedule } : {}),
  })
  return { postId, facebook: socialIds[0] ?? 0, linkedin: socialIds[1] ?? 0 }
}
const skipAs = (person: TestPerson, post_social_id: number, skipped_approvals: ApprovalType[]) =>
  app.ask(person, skipApprovalOfVersion, { body: { post_social_id, skipped_approvals } })
const send = (postId: number, of = cast) =>
  app.ask(of.creator, startApprovals, { body: { posts_ids: [postId] } })
const approve = (person: TestPerson, post_social_id: number) =>
  app.ask(person, approveRound, { body: { post_social_id } })
const versionsOf = (postId: number) =>
  app.db
    .selectFrom('post_socials')
    .select(['status', 'skipped_approvals', 'cleared_digest'])
    .where('post_id', '=', postId)
    .orderBy('id')
    .execute()
const statusesOf = async (postId: number) => (await versionsOf(postId)).map(({ status }) => status)
const skipsOf = async (social: number) =>
  (
    await app.db
      .selectFrom('approval_actions')
      .select('round')
      .where('post_social_id', '=', social)
      .where('type', '=', 'approval_skipped')
      .orderBy('id')
      .execute()
  ).map(action => action.round)
/** A project whose only client has left. */
const buildWithoutClients = async () => {
  const alone = await buildCast(app.db)
  await app.db.deleteFrom('project_members').where('user_id', '=', alone.external.userId).execute()
  return alone
}

describe('Skipping approval of one version', () => {
  it('of both rounds schedules that version and leaves the other one alone', async () => {
    const { postId, facebook, linkedin } = await build()
    const { data } = await skipAs(cast.admin, linkedin, both)
    expect(data).toMatchObject({
      post_socials: [{ status: 'draft' }, { status: 'scheduled', is_approved: false }],
      approval_plan: { postId, rounds: { internal: { isSkipped: true }, external: { isSkipped: true } } },
    })
    expect(data.post_status).toBe(data.post.status)
    const [other, own] = await versionsOf(postId)
    expect([other?.cleared_digest, other?.skipped_approvals]).toEqual([null, []])
    expect(own?.cleared_digest).not.toBe(null)
    expect([await skipsOf(facebook), await skipsOf(linkedin)]).toEqual([[], both])
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'post_social_id', 'detail'])
      .where('post_id', '=', postId)
      .execute()
    expect(events).toMatchObject([
      {
        type: 'approval.skipped',
        post_social_id: linkedin,
        detail: { skipped: both, is_scheduled: true },
      },
    ])
    await send(postId)
    expect(await statusesOf(postId)).toEqual(['pending_internal_approval', 'scheduled'])
  })

  it('of the internal round sends only that version to the client at once', async () => {
    const { postId, facebook, linkedin } = await build()
    const { data } = await skipAs(cast.admin, linkedin, ['internal'])
    expect(data.approval_plan.rounds).toEqual({
      internal: { isSkipped: true },
      external: { isSkipped: false },
    })
    expect(await statusesOf(postId)).toEqual(['draft', 'draft'])
    await send(postId)
    expect(await statusesOf(postId)).toEqual(['pending_internal_approval', 'pending_external_approval'])
    await approve(cast.external, linkedin)
    await approve(cast.internal, facebook)
    expect(await statusesOf(postId)).toEqual(['pending_external_approval', 'approved'])
  })

  it('of the external round clears only that version after its internal round', async () => {
    const { postId, facebook, linkedin } = await build()
    const { data } = await skipAs(cast.admin, linkedin, ['external'])
    expect(data.approval_plan.rounds).toEqual({
      internal: { isSkipped: false },
      external: { isSkipped: true },
    })
    await send(postId)
    await approve(cast.internal, facebook)
    await approve(cast.internal, linkedin)
    expect(await statusesOf(postId)).toEqual(['pending_external_approval', 'approved'])
    const next = await app.ask(cast.creator, startNextRound, { body: { post_social_id: linkedin } })
    expect(next).toMatchObject({ status: 409, code: 'illegal_transition' })
  })

  it('adds to what the post skips: with no round left the version is scheduled', async () => {
    const { postId, linkedin } = await build()
    await app.ask(cast.admin, skipApproval, { body: { post_id: postId, skipped_approvals: ['internal'] } })
    expect((await skipAs(cast.admin, linkedin, ['external'])).data.approval_plan.rounds).toEqual({
      internal: { isSkipped: true },
      external: { isSkipped: true },
    })
    expect(await statusesOf(postId)).toEqual(['draft', 'scheduled'])
  })

  it('is replaced by a later choice for the version, and by one for the whole post', async () => {
    const { postId, linkedin } = await build()
    await skipAs(cast.admin, linkedin, ['internal'])
    await skipAs(cast.admin, linkedin, ['external'])
    expect((await versionsOf(postId))[1]?.skipped_approvals).toEqual(['external'])
    await app.ask(cast.admin, skipApproval, { body: { post_id: postId, skipped_approvals: ['internal'] } })
    expect((await versionsOf(postId)).map(row => row.skipped_approvals)).toEqual([[], []])
    await send(postId)
    expect(await statusesOf(postId)).toEqual(['pending_external_approval', 'pending_external_approval'])
  })

  it('without clients schedules after the internal round alone, and keeps the internal round otherwise', async () => {
    const alone = await buildWithoutClients()
    const { postId, facebook, linkedin } = await build(['draft', 'draft'], alone)
    await skipAs(alone.admin, facebook, ['internal'])
    expect(await statusesOf(postId)).toEqual(['scheduled', 'draft'])
    await skipAs(alone.admin, linkedin, ['external'])
    expect(await statusesOf(postId)).toEqual(['scheduled', 'draft'])
    await send(postId, alone)
    expect(await statusesOf(postId)).toEqual(['scheduled', 'pending_internal_approval'])
  })

  it('is forgotten when a version that had skipped everything is sent after all', async () => {
    const { postId, linkedin } = await build()
    await skipAs(cast.admin, linkedin, both)
    await app.db.updateTable('post_socials').set({ status: 'draft' }).where('id', '=', linkedin).execute()
    await send(postId)
    expect(await versionsOf(postId)).toMatchObject([
      { status: 'pending_internal_approval', skipped_approvals: [] },
      { status: 'pending_internal_approval', skipped_approvals: [] },
    ])
  })

  it.each<[string, ApprovalType[]]>([
    ['one round', ['internal']],
    ['both rounds', both],
  ])('of %s is as before once the sending is undone', async (_name, skipped) => {
    const { postId, linkedin } = await build()
    await skipAs(cast.admin, linkedin, skipped)
    await app.db.updateTable('post_socials').set({ status: 'draft' }).where('id', '=', linkedin).execute()
    const before = await versionsOf(postId)
    const sent = await send(postId)
    const body = { project_id: cast.project.projectId, send_id: sent.data[0]?.undo?.send_id ?? 0 }
    expect((await app.ask(cast.creator, undoSending, { body })).status).toBe(200)
    expect(await versionsOf(postId)).toEqual(before)
    expect(before[1]?.skipped_approvals).toEqual(skipped)
  })

  it.each<PostSocialStatus>(['draft', 'temporary_draft', 'requires_revision', 'unapproved'])(
    'is possible for a version that is %s, of one round or both',
    async status => {
      const half = await build([status, 'live'])
      expect((await skipAs(cast.admin, half.facebook, ['internal'])).status).toBe(200)
      expect(await statusesOf(half.postId)).toEqual([status, 'live'])
      expect((await skipAs(cast.admin, half.facebook, both)).status).toBe(200)
      expect(await statusesOf(half.postId)).toEqual(['scheduled', 'live'])
    },
  )

  it.each<PostSocialStatus>(['pending_internal_approval', 'pending_external_approval'])(
    'of both rounds ends the approval of a version that is %s, but an open round stays on the plan',
    async status => {
      const { postId, facebook } = await build([status, status])
      expect(await skipAs(cast.admin, facebook, ['external'])).toMatchObject({
        status: 409,
        code: 'illegal_transition',
      })
      expect((await versionsOf(postId))[0]?.skipped_approvals).toEqual([])
      expect((await skipAs(cast.admin, facebook, both)).status).toBe(200)
      expect(await statusesOf(postId)).toEqual(['scheduled', status])
    },
  )

  it.each<PostSocialStatus>(['approved', 'live', 'scheduled', 'on_publishing'])(
    'is refused for a version that is %s, though the other one is a draft',
    async status => {
      const { postId, facebook } = await build([status, 'draft'])
      for (const skipped of [both, ['internal' as const]])
        expect(await skipAs(cast.admin, facebook, skipped)).toMatchObject({
          status: 409,
          code: 'illegal_transition',
        })
      expect(await statusesOf(postId)).toEqual([status, 'draft'])
    },
  )

  it('with master content is for the master only, and for all versions', async () => {
    const project = await buildCast(app.db, {
      settings: { 'post-master-content-social-network-id': 'linkedin' },
    })
    const { postId, facebook, linkedin } = await build(['draft', 'draft'], project)
    expect(await skipAs(project.admin, facebook, both)).toMatchObject({
      status: 409,
      code: 'illegal_transition',
    })
    expect(await statusesOf(postId)).toEqual(['draft', 'draft'])
    await skipAs(project.admin, linkedin, ['internal'])
    await send(postId, project)
    expect(await statusesOf(postId)).toEqual(['pending_external_approval', 'pending_external_approval'])
    await skipAs(project.admin, linkedin, both)
    expect(await statusesOf(postId)).toEqual(['scheduled', 'scheduled'])
  })

  it('is allowed for admins, and for creators if the project or their own rights allow it', async () => {
    const project = await buildCast(app.db)
    const skipper = await buildPerson(app.db, project.project, 'content-creator', {
      'skip-approval-and-schedule': 'true',
    })
    const { postId, facebook, linkedin } = await build(['draft', 'draft'], project)
    for (const person of [project.creator, project.internal, project.external])
      expect((await skipAs(person, facebook, both)).status).toBe(403)
    expect(await statusesOf(postId)).toEqual(['draft', 'draft'])
    expect((await skipAs(skipper, facebook, both)).status).toBe(200)
    await setProject(app.db, project.project.projectId, 'skip-approval-and-schedule', 'true')
    expect((await skipAs(project.external, linkedin, both)).status).toBe(403)
    expect((await skipAs(project.creator, linkedin, both)).status).toBe(200)
  })

  it('returns 404 for another agency and for a version that does not exist', async () => {
    const { postId, facebook } = await build()
    expect((await skipAs(cast.stranger, facebook, both)).status).toBe(404)
    expect((await skipAs(cast.admin, 2_000_000_000, both)).status).toBe(404)
    expect(await statusesOf(postId)).toEqual(['draft', 'draft'])
  })

  it('needs a schedule in the future, no barred network, valid content and a round', async () => {
    const unscheduled = await build(['draft', 'draft'], cast, null)
    expect((await skipAs(cast.admin, unscheduled.facebook, both)).code).toBe('schedule_required')
    const tweet = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [{ network: 'twitter' }],
      schedule: ahead,
    })
    expect((await skipAs(cast.admin, tweet.socialIds[0] ?? 0, both)).code).toBe('barred_from_approval')
    const photoless = await buildPost(app.db, cast.project, { schedule: ahead })
    expect((await skipAs(cast.admin, photoless.socialIds[0] ?? 0, both)).code).toBe('post_has_problems')
    const { facebook } = await build()
    expect((await skipAs(cast.admin, facebook, [])).errors).toEqual({
      skipped_approvals: ['Choose internal, external or both'],
    })
  })
})
