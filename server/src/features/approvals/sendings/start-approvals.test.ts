import { describe, expect, it } from 'vitest'
import { approveRound, getApprovals, requestRevision, startApprovals } from '#domain/approvals/contract.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, setProject, useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)

const ahead = { date: '2026-06-10', time: '12:00' }

/** A post with a photo on each of these networks, ready to be sent. */
const buildReady = async (
  status: PostSocialStatus = 'draft',
  {
    networks = ['facebook', 'linkedin'] as SocialNetwork[],
    schedule = ahead as typeof ahead | null,
    of = cast,
  } = {},
) => {
  const media = [await buildMedia(app.db, of.project)]
  return buildPost(app.db, of.project, {
    status,
    socials: networks.map(network => ({ network, media })),
    ...(schedule ? { schedule } : {}),
  })
}
type Body = Omit<Request<typeof startApprovals>['body'], 'posts_ids'>
const sendAs = (person: TestPerson, postIds: number[], body: Body = {}) =>
  app.ask(person, startApprovals, { body: { posts_ids: postIds, ...body } })
const statusesOf = async (postId: number) =>
  (
    await app.db
      .selectFrom('post_socials')
      .select('status')
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
  ).map(row => row.status)
const roundsOf = (postSocialId: number) =>
  app.db
    .selectFrom('approvals')
    .select(['type', 'status', 'round'])
    .where('post_social_id', '=', postSocialId)
    .orderBy('id')
    .execute()

describe('Sending for approval', () => {
  it('shows each version to the internal approvers with a message, and updates open screens', async () => {
    const { postId, socialIds } = await buildReady()
    const sent = await sendAs(cast.creator, [postId], { message: 'Please look by Friday' })
    expect(sent.status).toBe(200)
    expect(sent.data).toMatchObject([{ post_id: postId, post: { id: postId, status: 'pending_approval' } }])
    expect(await statusesOf(postId)).toEqual(['pending_internal_approval', 'pending_internal_approval'])
    const { data } = await app.ask(cast.creator, getApprovals, { params: { postId } })
    expect(
      data.approvals.map(history => history.actions.map(({ type, message }) => [type, message])),
    ).toEqual([
      [['approval_started', 'Please look by Friday']],
      [['approval_started', 'Please look by Friday']],
    ])
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'post_social_id'])
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
    expect(events).toEqual(socialIds.map(id => ({ type: 'approval.started', post_social_id: id })))
  })

  it('is refused for approvers', async () => {
    const { postId } = await buildReady()
    for (const person of [cast.internal, cast.external])
      expect((await sendAs(person, [postId])).status).toBe(403)
    expect(await statusesOf(postId)).toEqual(['draft', 'draft'])
  })

  it('returns 404 for a post of another agency, even together with an own one', async () => {
    const own = await buildReady()
    expect((await sendAs(cast.stranger, [own.postId])).status).toBe(404)
    const foreign = await buildPost(app.db, cast.elsewhere)
    expect((await sendAs(cast.creator, [own.postId, foreign.postId])).status).toBe(404)
    expect(await statusesOf(own.postId)).toEqual(['draft', 'draft'])
  })

  it.each<[PostSocialStatus, string]>([
    ['pending_internal_approval', 'waiting for approval'],
    ['approved', 'approved'],
    ['live', 'live'],
    ['on_publishing', 'being published'],
  ])('is refused for a post that is %s, which the text calls "%s"', async (status, phrase) => {
    const { postId } = await buildReady(status)
    expect(await sendAs(cast.creator, [postId])).toMatchObject({
      status: 409,
      code: 'illegal_transition',
      message: `You can't do this while the post is ${phrase}.`,
    })
  })

  it('needs a future schedule', async () => {
    const unscheduled = await buildReady('draft', { schedule: null })
    expect(await sendAs(cast.creator, [unscheduled.postId])).toMatchObject({
      status: 422,
      code: 'schedule_required',
    })
    const past = await buildReady('draft', { schedule: { date: '2026-05-31', time: '12:00' } })
    expect(await sendAs(cast.creator, [past.postId])).toMatchObject({
      status: 422,
      code: 'schedule_required',
    })
  })

  it('is refused for Twitter until the project allows it', async () => {
    const other = await buildCast(app.db)
    const { postId } = await buildReady('draft', { networks: ['facebook', 'twitter'], of: other })
    expect(await sendAs(other.creator, [postId])).toMatchObject({ status: 422, code: 'barred_from_approval' })
    await setProject(app.db, other.project.projectId, 'twitter-approval', 'true')
    expect((await sendAs(other.creator, [postId])).status).toBe(200)
  })

  it('names what each network would refuse', async () => {
    const { postId } = await buildPost(app.db, cast.project, {
      socials: [{ network: 'facebook' }, { network: 'instagram', message: 'x'.repeat(2201) }],
      schedule: ahead,
    })
    const answer = await sendAs(cast.creator, [postId])
    expect(answer).toMatchObject({ status: 422, code: 'post_has_problems' })
    expect(Object.keys(answer.errors ?? {})).toEqual([
      'facebook.media',
      'instagram.message',
      'instagram.media',
    ])
    expect(answer.errors?.['instagram.message']).toContain(
      'Message length should be less than 2200 characters.',
    )
  })

  it('is refused for Instagram with more than 30 hashtags in message and first comment', async () => {
    const [message, first_comment] = ['#tag '.repeat(20), '#tag '.repeat(11)]
    const social = { network: 'instagram' as const, media: [await buildMedia(app.db, cast.project)] }
    const build = (texts: { message: string; first_comment?: string }) =>
      buildPost(app.db, cast.project, { socials: [{ ...social, ...texts }], schedule: ahead })
    const answer = await sendAs(cast.creator, [(await build({ message, first_comment })).postId])
    expect(answer).toMatchObject({ status: 422, code: 'post_has_problems' })
    expect(answer.errors?.['instagram.first_comment']?.[0]).toContain('Remove 1 of 31.')
    expect((await sendAs(cast.creator, [(await build({ message })).postId])).status).toBe(200)
  })

  it('sends all posts of a batch or none, and names the post that failed', async () => {
    const [first, second] = [await buildReady(), await buildReady('draft', { schedule: null })]
    const answer = await sendAs(cast.creator, [first.postId, second.postId])
    expect(answer).toMatchObject({
      code: 'schedule_required',
      errors: { 'posts_ids.1': ['Choose a date and time first.'] },
    })
    expect(await statusesOf(first.postId)).toEqual(['draft', 'draft'])
    expect(await roundsOf(first.socialIds[0] ?? 0)).toEqual([])
    const third = await buildReady()
    const sent = await sendAs(cast.creator, [third.postId, first.postId])
    expect(sent.data.map(entry => entry.post_id)).toEqual([third.postId, first.postId])
    expect(await statusesOf(first.postId)).toEqual(['pending_internal_approval', 'pending_internal_approval'])
  })

  it('sends those that can be sent if asked to, each of them whole, and says what is wrong with the others', async () => {
    const ready = await buildReady()
    const unscheduled = await buildReady('draft', { schedule: null })
    const sent = await buildReady('pending_internal_approval')
    const { postId: broken, socialIds } = await buildPost(app.db, cast.project, {
      socials: [
        { network: 'facebook', media: [await buildMedia(app.db, cast.project)] },
        { network: 'instagram', message: 'x'.repeat(2201) },
      ],
      schedule: ahead,
    })
    const barred = await buildReady('draft', { networks: ['facebook', 'twitter'] })
    const ids = [unscheduled.postId, ready.postId, broken, sent.postId, barred.postId]
    const { status, data } = await sendAs(cast.creator, ids, { is_partial: true })
    expect(status).toBe(200)
    expect(data.map(({ post_id, refusal }) => [post_id, refusal?.code])).toEqual([
      [unscheduled.postId, 'schedule_required'],
      [ready.postId, undefined],
      [broken, 'post_has_problems'],
      [sent.postId, 'illegal_transition'],
      [barred.postId, 'barred_from_approval'],
    ])
    expect(data[2]).toMatchObject({ undo: null, post: { id: broken, status: 'draft' } })
    expect(Object.keys(data[2]?.refusal?.errors ?? {})).toContain('instagram.message')
    expect(data[1]?.undo).toMatchObject({ seconds: 10 })
    expect(await statusesOf(ready.postId)).toEqual(['pending_internal_approval', 'pending_internal_approval'])
    for (const post of [unscheduled.postId, broken, barred.postId])
      expect(await statusesOf(post)).toEqual(['draft', 'draft'])
    expect(await roundsOf(socialIds[0] ?? 0)).toEqual([])
  })

  it('leaves the plan of a refused post alone', async () => {
    const lonely = await buildCast(app.db)
    await app.db.deleteFrom('agency_admins').where('agency_id', '=', lonely.project.agencyId).execute()
    await app.db.deleteFrom('project_members').where('user_id', '=', lonely.internal.userId).execute()
    const skipping = await buildReady('draft', { of: lonely })
    const other = await buildReady('draft', { of: lonely })
    const set = {
      skipped_approvals: ['internal' as const],
      concrete_external_approver: [lonely.external.userId],
    }
    await app.db.updateTable('posts').set(set).where('id', '=', skipping.postId).execute()
    const former = { skipped_approvals: [], concrete_external_approver: [lonely.external.userId] }
    await app.db.updateTable('posts').set(former).where('id', '=', other.postId).execute()
    const { data } = await sendAs(lonely.creator, [skipping.postId, other.postId], { is_partial: true })
    expect(data.map(({ refusal }) => refusal?.code)).toEqual([undefined, 'no_approvers'])
    const rows = app.db.selectFrom('posts').selectAll().where('id', '=', other.postId)
    expect(await rows.execute()).toMatchObject([former])
  })

  it('sends a single version if one is named', async () => {
    const { postId, socialIds } = await buildReady()
    const [, linkedin = 0] = socialIds
    expect((await sendAs(cast.creator, [postId], { post_social_id: linkedin })).status).toBe(200)
    expect(await statusesOf(postId)).toEqual(['draft', 'pending_internal_approval'])
    expect((await sendAs(cast.creator, [postId], { post_social_id: linkedin })).code).toBe(
      'illegal_transition',
    )
    const other = await buildReady()
    expect((await sendAs(cast.creator, [other.postId], { post_social_id: linkedin })).status).toBe(404)
  })

  it('refuses unknown fields and writes nothing', async () => {
    const { postId } = await buildReady()
    const answer = await app.send(cast.creator, 'POST', '/posts/approvals/batch', {
      posts_ids: [postId],
      approver: 1,
    })
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(await statusesOf(postId)).toEqual(['draft', 'draft'])
  })
})

describe('Chosen approvers', () => {
  it('are the ones who must decide, round by round', async () => {
    const { postId, socialIds } = await buildReady('draft', { networks: ['facebook'] })
    const answer = await sendAs(cast.creator, [postId], {
      concrete_internal_approver_id: [cast.internal.userId, cast.internal.userId],
      concrete_external_approver_id: [cast.external.userId],
    })
    expect(answer.data[0]?.post).toMatchObject({
      concrete_internal_approver: [cast.internal.userId],
      concrete_external_approver: [cast.external.userId],
    })
    expect(answer.data[0]?.post.post_socials[0]?.approvals).toMatchObject([
      { type: 'internal', concrete_approver_id: [cast.internal.userId] },
    ])
    await app.ask(cast.internal, approveRound, { body: { post_social_id: socialIds[0] ?? 0 } })
    const { data } = await app.ask(cast.external, getApprovals, { params: { postId } })
    expect(data.approvals[0]?.approvals).toMatchObject([
      { type: 'external', status: 'open', concrete_approver_id: [cast.external.userId] },
    ])
  })

  it('must be people of the project with a fitting role', async () => {
    const { postId } = await buildReady()
    const manager = await buildPerson(app.db, cast.project, 'content-creator', { 'content-manager': 'true' })
    const foreigner = await buildPerson(app.db, cast.elsewhere, 'internal-approver')
    const chooseInternal = (ids: number[]) =>
      sendAs(cast.creator, [postId], { concrete_internal_approver_id: ids })
    for (const person of [cast.creator, cast.external, foreigner]) {
      const answer = await chooseInternal([cast.internal.userId, person.userId])
      expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
      expect(Object.keys(answer.errors ?? {})).toEqual(['concrete_internal_approver_id.1'])
    }
    const asClient = { concrete_external_approver_id: [cast.internal.userId] }
    expect((await sendAs(cast.creator, [postId], asClient)).status).toBe(422)
    expect(await statusesOf(postId)).toEqual(['draft', 'draft'])
    expect((await chooseInternal([manager.userId, cast.admin.userId])).status).toBe(200)
  })
})

describe('The plan of a sent post', () => {
  it('starts with the client if the internal round is skipped', async () => {
    const { postId, socialIds } = await buildReady()
    await app.db
      .updateTable('posts')
      .set({ skipped_approvals: ['internal'] })
      .where('id', '=', postId)
      .execute()
    await sendAs(cast.creator, [postId], { concrete_internal_approver_id: [cast.internal.userId] })
    expect(await statusesOf(postId)).toEqual(['pending_external_approval', 'pending_external_approval'])
    expect(await roundsOf(socialIds[0] ?? 0)).toEqual([{ type: 'external', status: 'open', round: 1 }])
    const post = await app.db
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', postId)
      .executeTakeFirstOrThrow()
    expect(post.concrete_internal_approver).toEqual([])
  })

  it('asks everyone again if every round had been skipped', async () => {
    const { postId } = await buildReady()
    await app.db
      .updateTable('posts')
      .set({ skipped_approvals: ['internal', 'external'] })
      .where('id', '=', postId)
      .execute()
    const { data } = await sendAs(cast.creator, [postId])
    expect(data[0]?.post).toMatchObject({ skipped_approvals: [], status: 'pending_approval' })
  })

  it('cannot start with a round that nobody may decide', async () => {
    const lonely = await buildCast(app.db)
    await app.db.deleteFrom('agency_admins').where('agency_id', '=', lonely.project.agencyId).execute()
    await app.db.deleteFrom('project_members').where('user_id', '=', lonely.internal.userId).execute()
    const { postId } = await buildReady('draft', { of: lonely })
    expect(await sendAs(lonely.creator, [postId])).toMatchObject({ status: 422, code: 'no_approvers' })
  })
})

describe('Resending', () => {
  it('opens a new round and keeps the history', async () => {
    const { postId, socialIds } = await buildReady('draft', { networks: ['facebook'] })
    const [social = 0] = socialIds
    await sendAs(cast.creator, [postId])
    await app.ask(cast.internal, approveRound, { body: { post_social_id: social } })
    const { data: before } = await app.ask(cast.external, getApprovals, { params: { postId } })
    const approval_id = before.approvals[0]?.approvals[0]?.id ?? 0
    await app.ask(cast.external, requestRevision, { body: { approval_id, message: 'The logo is old' } })
    expect((await sendAs(cast.creator, [postId], { message: 'New logo' })).status).toBe(200)
    expect(await roundsOf(social)).toEqual([
      { type: 'internal', status: 'superseded', round: 1 },
      { type: 'external', status: 'revision_requested', round: 1 },
      { type: 'internal', status: 'open', round: 2 },
    ])
    const { data } = await app.ask(cast.creator, getApprovals, { params: { postId } })
    expect(data.approvals[0]?.actions.map(({ type, round, message }) => [type, round, message])).toEqual([
      ['approval_started', 'internal', 'New logo'],
      ['revision_requested', 'external', 'The logo is old'],
      ['external_approval_started', 'external', null],
      ['approved', 'internal', null],
      ['approval_started', 'internal', null],
    ])
  })

  it('sends only the versions that came back; an approved one stays approved', async () => {
    const { postId } = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [
        { network: 'facebook', status: 'approved' },
        { network: 'linkedin', status: 'requires_revision' },
      ],
      schedule: ahead,
    })
    expect((await sendAs(cast.creator, [postId])).status).toBe(200)
    expect(await statusesOf(postId)).toEqual(['approved', 'pending_internal_approval'])
  })
})

describe('Master content', () => {
  const withMaster = async () => {
    const project = await buildCast(app.db, {
      settings: { 'post-master-content-social-network-id': 'facebook' },
    })
    return {
      project,
      post: await buildReady('draft', { of: project, networks: ['facebook', 'instagram', 'linkedin'] }),
    }
  }

  it('carries the only round, and every version is pending with it', async () => {
    const { project, post } = await withMaster()
    const { data } = await sendAs(project.creator, [post.postId])
    expect(
      data[0]?.post.post_socials.map(social => [
        social.status,
        social.approvals.length,
        social.is_master_content,
      ]),
    ).toEqual([
      ['pending_internal_approval', 1, true],
      ['pending_internal_approval', 0, false],
      ['pending_internal_approval', 0, false],
    ])
  })

  it('is the only version that can be named', async () => {
    const { project, post } = await withMaster()
    const [facebook = 0, instagram = 0] = post.socialIds
    expect((await sendAs(project.creator, [post.postId], { post_social_id: instagram })).status).toBe(422)
    expect((await sendAs(project.creator, [post.postId], { post_social_id: facebook })).status).toBe(200)
    expect(new Set(await statusesOf(post.postId))).toEqual(new Set(['pending_internal_approval']))
  })
})
