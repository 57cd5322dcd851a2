import { beforeAll, describe, expect, it } from 'vitest'
import { approveRound, getApprovals, startNextRound } from '#domain/approvals/contract.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, setProject, useCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestSocial } from '#testing/posts.ts'
import { approvalRoutes } from './routes.ts'

let second: TestPerson
const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)
beforeAll(async () => {
  second = await buildPerson(app.db, cast.project, 'internal-approver')
})

const schedule = { date: '2026-06-10', time: '12:00' }
const buildOne = async (social: Partial<TestSocial> = {}, of = cast) => {
  const { postId, socialIds } = await buildPost(app.db, of.project, {
    status: 'pending_internal_approval',
    socials: [{ network: 'facebook', media: [await buildMedia(app.db, of.project)], ...social }],
    schedule,
  })
  return { postId, social: socialIds[0] ?? 0 }
}
const waitingFor = (...people: TestPerson[]): Partial<TestSocial> => ({
  rounds: [{ type: 'internal', status: 'open', chosen: people.map(person => person.userId) }],
})
const approveAs = (
  person: TestPerson,
  social: number,
  more: {
    version?: number
    approval_id?: number
    versions?: { post_social_id: number; version: number }[]
  } = {},
) => app.ask(person, approveRound, { body: { post_social_id: social, ...more } })
const statusOf = async (social: number) =>
  (
    await app.db
      .selectFrom('post_socials')
      .select('status')
      .where('id', '=', social)
      .executeTakeFirstOrThrow()
  ).status
const actionsOf = async (social: number) =>
  (
    await app.db
      .selectFrom('approval_actions')
      .select(['type', 'created_by'])
      .where('post_social_id', '=', social)
      .orderBy('id')
      .execute()
  ).map(action => [action.type, action.created_by])

describe('Approving', () => {
  it('passes the post from the internal approver to the client, and then approves it with its current content', async () => {
    const { postId, social } = await buildOne()
    const internal = await approveAs(cast.internal, social)
    expect(internal.status).toBe(200)
    expect(internal.data.post_socials[0]).toMatchObject({
      status: 'pending_external_approval',
      is_approved: false,
    })
    const external = await approveAs(cast.external, social)
    expect(external.data.post_socials[0]).toMatchObject({
      status: 'approved',
      is_approved: true,
      is_unapproved: false,
    })
    expect(await actionsOf(social)).toEqual([
      ['approved', cast.internal.userId],
      ['external_approval_started', cast.internal.userId],
      ['approved', cast.external.userId],
    ])
    const row = await app.db
      .selectFrom('post_socials')
      .select('cleared_digest')
      .where('id', '=', social)
      .executeTakeFirstOrThrow()
    expect(row.cleared_digest).toBe((await readDigests(app.db, [social])).get(social))
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'actor_id'])
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { type: 'approval.round_approved', actor_id: cast.internal.userId },
      { type: 'approval.approved', actor_id: cast.external.userId },
    ])
  })

  it('is refused in a round of the other role', async () => {
    const { social } = await buildOne()
    expect((await approveAs(cast.creator, social)).status).toBe(403)
    expect((await approveAs(cast.external, social)).status).toBe(404)
    expect(await statusOf(social)).toBe('pending_internal_approval')
    const external = await buildOne({
      rounds: [{ type: 'external', status: 'open' }],
      status: 'pending_external_approval',
    })
    expect(await approveAs(cast.internal, external.social)).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('returns 404 for another agency', async () => {
    const { social } = await buildOne()
    expect((await approveAs(cast.stranger, social)).status).toBe(404)
    expect((await approveAs(cast.admin, 999_999)).status).toBe(404)
  })

  it('is refused when the version has changed since it was read', async () => {
    const { social } = await buildOne()
    expect(await approveAs(cast.internal, social, { version: 7 })).toMatchObject({
      status: 409,
      code: 'stale_version',
    })
    expect(await statusOf(social)).toBe('pending_internal_approval')
    expect((await approveAs(cast.internal, social, { version: 1 })).status).toBe(200)
  })

  it('is refused before the post is sent for approval, and after a revision request', async () => {
    for (const status of ['draft', 'requires_revision', 'scheduled'] as const) {
      const { social } = await buildOne({ status })
      expect(await approveAs(cast.internal, social)).toMatchObject({
        status: 409,
        code: 'illegal_transition',
      })
    }
  })

  it('tells a second click that the round is already closed', async () => {
    const { social } = await buildOne()
    await approveAs(cast.internal, social)
    expect(await approveAs(cast.internal, social)).toMatchObject({ status: 409, code: 'already_decided' })
    expect(await statusOf(social)).toBe('pending_external_approval')
    await approveAs(cast.external, social)
    for (const person of [cast.external, cast.admin])
      expect(await approveAs(person, social)).toMatchObject({ status: 409, code: 'already_decided' })
  })

  it('does not let an admin’s second click decide for the client as well', async () => {
    const { postId, social } = await buildOne()
    const { data } = await app.ask(cast.admin, getApprovals, { params: { postId } })
    const approval_id = data.approvals[0]?.approvals[0]?.id ?? 0
    expect((await approveAs(cast.admin, social, { approval_id })).status).toBe(200)
    expect(await approveAs(cast.admin, social, { approval_id })).toMatchObject({ code: 'already_decided' })
    expect(await statusOf(social)).toBe('pending_external_approval')
    expect((await approveAs(cast.admin, social, { approval_id: 999_999 })).status).toBe(404)
  })

  it('ends with the internal round in a project without clients', async () => {
    const alone = await buildCast(app.db)
    await app.db.deleteFrom('project_members').where('user_id', '=', alone.external.userId).execute()
    const { social } = await buildOne({}, alone)
    await approveAs(alone.internal, social)
    expect(await statusOf(social)).toBe('approved')
  })

  it('ends with the internal round when the external one is skipped', async () => {
    const { postId, social } = await buildOne()
    await app.db
      .updateTable('posts')
      .set({ skipped_approvals: ['external'] })
      .where('id', '=', postId)
      .execute()
    await approveAs(cast.internal, social)
    expect(await statusOf(social)).toBe('approved')
  })
})

describe('Chosen approvers', () => {
  it('must all approve', async () => {
    const { social } = await buildOne(waitingFor(cast.internal, second))
    const first = await approveAs(cast.internal, social)
    expect(first.data.post_socials[0]).toMatchObject({ status: 'pending_internal_approval' })
    expect(first.data.can_approve_post_socials).toEqual([])
    expect(await approveAs(cast.internal, social)).toMatchObject({
      status: 409,
      code: 'already_decided',
      message: `You have approved this already. Waiting for ${second.name}.`,
    })
    await approveAs(second, social)
    expect(await statusOf(social)).toBe('pending_external_approval')
  })

  it('are the only ones: another approver of the same role is refused', async () => {
    const { social } = await buildOne(waitingFor(second))
    expect(await approveAs(cast.internal, social)).toMatchObject({ status: 403, code: 'not_your_turn' })
    expect(await statusOf(social)).toBe('pending_internal_approval')
  })

  it('may be content managers, who otherwise approve nothing', async () => {
    const manager = await buildPerson(app.db, cast.project, 'content-creator', { 'content-manager': 'true' })
    const { social } = await buildOne(waitingFor(manager))
    expect((await approveAs(manager, social)).status).toBe(200)
    const other = await buildOne()
    expect(await approveAs(manager, other.social)).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('do not hold up an admin, whose approval is recorded as the admin’s', async () => {
    const { social } = await buildOne(waitingFor(cast.internal, second))
    await approveAs(cast.admin, social)
    expect(await statusOf(social)).toBe('pending_external_approval')
    await approveAs(cast.admin, social)
    expect(await statusOf(social)).toBe('approved')
    expect((await actionsOf(social)).map(([type]) => type)).toEqual([
      'approved_by_admin',
      'external_approval_started',
      'approved_by_admin',
    ])
  })

  it('decide with one approval if the project allows it, in the internal round only', async () => {
    const single = await buildCast(app.db, { settings: { 'single-round-internal-approve': 'true' } })
    const colleague = await buildPerson(app.db, single.project, 'internal-approver')
    const clients = [single.external, await buildPerson(app.db, single.project, 'external-approver')]
    const { postId, social } = await buildOne(waitingFor(single.internal, colleague), single)
    await app.db
      .updateTable('posts')
      .set({ concrete_external_approver: clients.map(client => client.userId) })
      .where('id', '=', postId)
      .execute()
    await approveAs(colleague, social)
    expect(await statusOf(social)).toBe('pending_external_approval')
    await approveAs(single.external, social)
    expect(await statusOf(social)).toBe('pending_external_approval')
    for (const client of clients.slice(1)) await approveAs(client, social)
    expect(await statusOf(social)).toBe('approved')
  })

  it('who have left the project are no longer needed', async () => {
    const { postId, social } = await buildOne()
    const gone = await buildPerson(app.db, cast.project, 'external-approver')
    await app.db
      .updateTable('posts')
      .set({ concrete_external_approver: [gone.userId] })
      .where('id', '=', postId)
      .execute()
    await app.db.deleteFrom('project_members').where('user_id', '=', gone.userId).execute()
    await approveAs(cast.internal, social)
    expect((await approveAs(cast.external, social)).status).toBe(200)
    expect(await statusOf(social)).toBe('approved')
  })

  it('whose role has changed are no longer needed', async () => {
    const { postId, social } = await buildOne()
    const former = await buildPerson(app.db, cast.project, 'external-approver')
    await app.db
      .updateTable('posts')
      .set({ concrete_external_approver: [former.userId] })
      .where('id', '=', postId)
      .execute()
    await app.db
      .updateTable('project_members')
      .set({ role: 'internal-approver' })
      .where('user_id', '=', former.userId)
      .execute()
    await approveAs(cast.internal, social)
    expect((await approveAs(cast.external, social)).status).toBe(200)
    expect(await statusOf(social)).toBe('approved')
  })

  it('who approved other content must approve again', async () => {
    const { social } = await buildOne({
      rounds: [
        {
          type: 'internal',
          status: 'open',
          chosen: [cast.internal.userId, second.userId],
          approvedBy: [cast.internal.userId],
        },
      ],
    })
    await app.db
      .updateTable('post_socials')
      .set({ message: 'Something else' })
      .where('id', '=', social)
      .execute()
    await approveAs(second, social)
    expect(await statusOf(social)).toBe('pending_internal_approval')
    expect((await approveAs(cast.internal, social)).status).toBe(200)
    expect(await statusOf(social)).toBe('pending_external_approval')
  })
})

describe('With master content, an approval', () => {
  it('covers all versions, each cleared with its own content', async () => {
    const project = await buildCast(app.db, {
      settings: { 'post-master-content-social-network-id': 'linkedin' },
    })
    const follower = { status: 'pending_internal_approval', rounds: [] } as const
    const { postId, socialIds } = await buildPost(app.db, project.project, {
      socials: [
        { network: 'facebook', ...follower },
        { network: 'instagram', ...follower },
        { network: 'linkedin', status: 'pending_internal_approval' },
      ],
      schedule,
    })
    const [facebook = 0, , linkedin = 0] = socialIds
    expect(await approveAs(project.internal, facebook)).toMatchObject({
      status: 409,
      code: 'illegal_transition',
    })
    const versions = socialIds.map(id => ({ post_social_id: id, version: 1 }))
    const internal = await approveAs(project.internal, linkedin, { versions })
    expect(new Set(internal.data.post_socials.map(social => social.status))).toEqual(
      new Set(['pending_external_approval']),
    )
    const external = await approveAs(project.external, linkedin, { versions })
    expect(external.data.post_socials.map(social => [social.status, social.is_approved])).toEqual([
      ['approved', true],
      ['approved', true],
      ['approved', true],
    ])
    const digests = await readDigests(app.db, socialIds)
    const rows = await app.db
      .selectFrom('post_socials')
      .select(['id', 'cleared_digest'])
      .where('post_id', '=', postId)
      .execute()
    expect(new Map(rows.map(row => [row.id, row.cleared_digest]))).toEqual(digests)
  })

  it('replaces the rounds of other versions if the master is named while they are in approval', async () => {
    const project = await buildCast(app.db)
    const { socialIds } = await buildPost(app.db, project.project, {
      status: 'pending_internal_approval',
      socials: [{ network: 'facebook' }, { network: 'linkedin' }],
      schedule,
    })
    const [facebook = 0, linkedin = 0] = socialIds
    await setProject(app.db, project.project.projectId, 'post-master-content-social-network-id', 'facebook')
    expect(await approveAs(project.internal, linkedin)).toMatchObject({ code: 'illegal_transition' })
    const versions = socialIds.map(id => ({ post_social_id: id, version: 1 }))
    await approveAs(project.internal, facebook, { versions })
    expect([await statusOf(facebook), await statusOf(linkedin)]).toEqual([
      'pending_external_approval',
      'pending_external_approval',
    ])
    const rounds = await app.db
      .selectFrom('approvals')
      .select('status')
      .where('post_social_id', '=', linkedin)
      .execute()
    expect(rounds).toEqual([{ status: 'superseded' }])
  })
})

describe('Starting the next round', () => {
  const nextAs = (person: TestPerson, social: number) =>
    app.ask(person, startNextRound, { body: { post_social_id: social } })
  const internallyApproved = {
    status: 'approved',
    rounds: [{ type: 'internal', status: 'approved' }],
  } as const

  it('sends what was approved internally to a client who joined later', async () => {
    const { social } = await buildOne(internallyApproved)
    const answer = await nextAs(cast.creator, social)
    expect(answer.status).toBe(200)
    expect(answer.data.post_socials[0]).toMatchObject({
      status: 'pending_external_approval',
      is_approved: false,
    })
    expect((await approveAs(cast.external, social)).data.post_socials[0]?.status).toBe('approved')
  })

  it('is refused for approvers and for strangers', async () => {
    const { social } = await buildOne(internallyApproved)
    for (const person of [cast.internal, cast.external])
      expect((await nextAs(person, social)).status).toBe(403)
    expect((await nextAs(cast.stranger, social)).status).toBe(404)
  })

  it('is refused while a round is open, after the last one, and if the round was skipped', async () => {
    const open = await buildOne()
    const done = await buildOne({ status: 'approved' })
    const skipped = await buildOne(internallyApproved)
    await app.db
      .updateTable('posts')
      .set({ skipped_approvals: ['external'] })
      .where('id', '=', skipped.postId)
      .execute()
    for (const { social } of [open, done, skipped])
      expect(await nextAs(cast.creator, social)).toMatchObject({ status: 409, code: 'illegal_transition' })
  })

  it('needs someone who may decide it', async () => {
    const alone = await buildCast(app.db)
    await app.db.deleteFrom('project_members').where('user_id', '=', alone.external.userId).execute()
    const { social } = await buildOne(internallyApproved, alone)
    expect(await nextAs(alone.creator, social)).toMatchObject({ status: 422, code: 'no_approvers' })
  })
})
