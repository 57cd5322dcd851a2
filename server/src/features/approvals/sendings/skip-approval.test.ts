import { describe, expect, it } from 'vitest'
import { approveRound, skipApproval, startApprovals } from '#domain/approvals/contract.ts'
import type { ApprovalType, PostSocialStatus } from '#domain/posts/status.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, setProject, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)

const ahead = { date: '2026-06-10', time: '12:00' }
const both: ApprovalType[] = ['internal', 'external']
const build = async (
  status: PostSocialStatus = 'draft',
  of = cast,
  schedule: typeof ahead | null = ahead,
) => {
  const { postId, socialIds } = await buildPost(app.db, of.project, {
    type: 'text',
    status,
    socials: [{ network: 'facebook' }, { network: 'linkedin' }],
    ...(schedule ? { schedule } : {}),
  })
  return { postId, socialIds, social: socialIds[0] ?? 0 }
}
const skipAs = (person: TestPerson, postId: number, skipped: ApprovalType[]) =>
  app.ask(person, skipApproval, { body: { post_id: postId, skipped_approvals: skipped } })
const statusesOf = async (postId: number) =>
  (
    await app.db
      .selectFrom('post_socials')
      .select('status')
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
  ).map(row => row.status)
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

describe('Skipping approval', () => {
  it('of both rounds schedules the post directly, with its current content', async () => {
    const { postId, socialIds, social } = await build()
    const answer = await skipAs(cast.admin, postId, both)
    expect(answer.data).toMatchObject({
      post_status: 'scheduled',
      post_socials: [{ status: 'scheduled', is_approved: false }, { status: 'scheduled' }],
      approval_plan: { postId, rounds: { internal: { isSkipped: true }, external: { isSkipped: true } } },
    })
    const digests = await readDigests(app.db, socialIds)
    const rows = await app.db
      .selectFrom('post_socials')
      .select(['id', 'cleared_digest'])
      .where('post_id', '=', postId)
      .execute()
    expect(new Map(rows.map(row => [row.id, row.cleared_digest]))).toEqual(digests)
    expect(await skipsOf(social)).toEqual(both)
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'detail'])
      .where('post_id', '=', postId)
      .execute()
    expect(events).toEqual([{ type: 'approval.skipped', detail: { skipped: both, is_scheduled: true } }])
  })

  it.each<[ApprovalType, PostSocialStatus]>([
    ['internal', 'pending_external_approval'],
    ['external', 'pending_internal_approval'],
  ])('of the %s round alone leaves the other one on the plan', async (skipped, pending) => {
    const { postId, social } = await build()
    const answer = await skipAs(cast.admin, postId, [skipped])
    expect(answer.data.post_status).toBe('draft')
    expect(answer.data.approval_plan.rounds).toEqual({
      internal: { isSkipped: skipped === 'internal' },
      external: { isSkipped: skipped === 'external' },
    })
    expect(await skipsOf(social)).toEqual([skipped])
    await app.ask(cast.creator, startApprovals, { body: { posts_ids: [postId] } })
    expect(await statusesOf(postId)).toEqual([pending, pending])
    const person = skipped === 'internal' ? cast.external : cast.internal
    const { data } = await app.ask(person, approveRound, { body: { post_social_id: social } })
    expect(data.post_socials.map(one => one.status)).toEqual(['approved', pending])
  })

  it('schedules directly after the internal round alone in a project without clients', async () => {
    const alone = await buildCast(app.db)
    await app.db.deleteFrom('project_members').where('user_id', '=', alone.external.userId).execute()
    const { postId } = await build('draft', alone)
    expect((await skipAs(alone.admin, postId, ['internal'])).data.post_status).toBe('scheduled')
    // The one remaining round must not be lost because there is no external round.
    const other = await build('draft', alone)
    expect((await skipAs(alone.admin, other.postId, ['external'])).data.post_status).toBe('draft')
  })

  it('ends an approval in progress', async () => {
    const { postId, social } = await build('pending_external_approval')
    expect((await skipAs(cast.admin, postId, both)).data.post_status).toBe('scheduled')
    const rounds = await app.db
      .selectFrom('approvals')
      .select('status')
      .where('post_social_id', '=', social)
      .orderBy('id')
      .execute()
    expect(rounds).toEqual([{ status: 'approved' }, { status: 'superseded' }])
    const half = await build('pending_internal_approval')
    expect(await skipAs(cast.admin, half.postId, ['internal'])).toMatchObject({
      status: 409,
      code: 'illegal_transition',
    })
  })

  it('of one round is refused while another version is in approval', async () => {
    const { postId } = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [
        { network: 'facebook', status: 'draft' },
        { network: 'linkedin', status: 'pending_internal_approval' },
      ],
      schedule: ahead,
    })
    expect(await skipAs(cast.admin, postId, ['internal'])).toMatchObject({
      status: 409,
      code: 'illegal_transition',
    })
    expect((await skipAs(cast.admin, postId, both)).data.post_status).toBe('scheduled')
  })

  it('is allowed for admins, and for creators if the project or their own rights allow it', async () => {
    const project = await buildCast(app.db)
    const skipper = await buildPerson(app.db, project.project, 'content-creator', {
      'skip-approval-and-schedule': 'true',
    })
    const { postId } = await build('draft', project)
    for (const person of [project.creator, project.internal, project.external])
      expect((await skipAs(person, postId, both)).status).toBe(403)
    expect((await skipAs(skipper, postId, both)).status).toBe(200)
    await setProject(app.db, project.project.projectId, 'skip-approval-and-schedule', 'true')
    const other = await build('draft', project)
    expect((await skipAs(project.external, other.postId, both)).status).toBe(403)
    expect((await skipAs(project.creator, other.postId, both)).status).toBe(200)
  })

  it('returns 404 for another agency', async () => {
    const { postId } = await build()
    expect((await skipAs(cast.stranger, postId, both)).status).toBe(404)
    expect(await statusesOf(postId)).toEqual(['draft', 'draft'])
  })

  it.each<PostSocialStatus>(['approved', 'live', 'scheduled', 'on_publishing'])(
    'is refused for a post that is %s',
    async status => {
      const { postId } = await build(status)
      expect(await skipAs(cast.admin, postId, both)).toMatchObject({
        status: 409,
        code: 'illegal_transition',
      })
    },
  )

  it('needs a future schedule, no barred network, and content that the networks accept', async () => {
    const unscheduled = await build('draft', cast, null)
    expect(await skipAs(cast.admin, unscheduled.postId, both)).toMatchObject({
      status: 422,
      code: 'schedule_required',
    })
    const tweet = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [{ network: 'twitter' }],
      schedule: ahead,
    })
    expect(await skipAs(cast.admin, tweet.postId, both)).toMatchObject({
      status: 422,
      code: 'barred_from_approval',
    })
    const photoless = await buildPost(app.db, cast.project, { schedule: ahead })
    expect(await skipAs(cast.admin, photoless.postId, both)).toMatchObject({
      status: 422,
      code: 'post_has_problems',
    })
    expect(await statusesOf(photoless.postId)).toEqual(['draft'])
    const post = await app.db
      .selectFrom('posts')
      .select('skipped_approvals')
      .where('id', '=', photoless.postId)
      .executeTakeFirstOrThrow()
    expect(post.skipped_approvals).toEqual([])
  })

  it('needs at least one round, and only existing ones', async () => {
    const { postId } = await build()
    expect((await skipAs(cast.admin, postId, [])).errors).toEqual({
      skipped_approvals: ['Choose internal, external or both'],
    })
    const odd = await app.send(cast.admin, 'POST', '/posts/approvals/skip', {
      post_id: postId,
      skipped_approvals: ['legal'],
    })
    expect(odd.status).toBe(422)
  })

  it('is recorded once with master content, in the master’s history', async () => {
    const project = await buildCast(app.db, {
      settings: { 'post-master-content-social-network-id': 'linkedin' },
    })
    const { postId, socialIds } = await build('draft', project)
    await skipAs(project.admin, postId, both)
    expect(await statusesOf(postId)).toEqual(['scheduled', 'scheduled'])
    expect(await Promise.all(socialIds.map(skipsOf))).toEqual([[], both])
  })
})
