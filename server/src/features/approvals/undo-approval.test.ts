import { describe, expect, it } from 'vitest'
import { approveRound, requestRevision, undoApproval } from '#domain/approvals/contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, useCast } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'
import { approvalRoutes } from './routes.ts'

const app = useTestApp({ routes: [...postRoutes, ...writingRoutes, ...approvalRoutes] })
const cast = useCast(app)

const later = (seconds: number) => app.clock.advance(seconds * 1000)
const build = async (social: Partial<TestSocial>, of = cast) => {
  const { postId, socialIds } = await buildPost(app.db, of.project, {
    type: 'text',
    socials: [{ network: 'facebook', ...social }],
    schedule: { date: '2026-06-20', time: '12:00' },
  })
  return { postId, social: socialIds[0] ?? 0 }
}
const roundsOf = (social: number) =>
  app.db
    .selectFrom('approvals')
    .select(['id', 'type', 'status'])
    .where('post_social_id', '=', social)
    .orderBy('id')
    .execute()
const openRoundOf = async (social: number) =>
  (await roundsOf(social)).find(({ status }) => status === 'open')?.id ?? 0
const stateOf = async (social: number) => ({
  status: (
    await app.db
      .selectFrom('post_socials')
      .select('status')
      .where('id', '=', social)
      .executeTakeFirstOrThrow()
  ).status,
  rounds: (await roundsOf(social)).map(({ type, status }) => `${type} ${status}`),
})
const actionsOf = async (social: number) =>
  (
    await app.db
      .selectFrom('approval_actions')
      .select('type')
      .where('post_social_id', '=', social)
      .orderBy('id')
      .execute()
  ).map(({ type }) => type)
/** Approves the open round as this person. @returns the id of the round */
const approve = async (person: TestPerson, social: number) => {
  const round = await openRoundOf(social)
  const answer = await app.ask(person, approveRound, { body: { post_social_id: social } })
  expect(answer.status).toBe(200)
  return round
}
const undo = (person: TestPerson, social: number, approval_id: number) =>
  app.ask(person, undoApproval, { body: { post_social_id: social, approval_id } })
const ended = { status: 409, code: 'undo_ended' }

describe('undoing an approval', () => {
  it('gives the client their round back as it was, and stays in the history', async () => {
    const { social } = await build({ status: 'pending_external_approval' })
    const round = await approve(cast.external, social)
    later(12)
    const { status, data } = await undo(cast.external, social, round)
    expect(status).toBe(200)
    expect(data.post_socials[0]).toMatchObject({ status: 'pending_external_approval', is_approved: false })
    expect(data.can_approve_post_socials).toEqual([social])
    expect(await actionsOf(social)).toEqual(['approved', 'approval_undone'])
    const row = await app.db
      .selectFrom('post_socials')
      .select('cleared_digest')
      .where('id', '=', social)
      .executeTakeFirstOrThrow()
    expect(row.cleared_digest).toBeNull()
    await approve(cast.external, social)
    expect((await stateOf(social)).status).toBe('approved')
  })

  it('takes the client’s round away that an internal approval has started', async () => {
    const { social } = await build({ status: 'pending_internal_approval' })
    const round = await approve(cast.internal, social)
    later(1)
    expect((await undo(cast.internal, social, round)).status).toBe(200)
    expect(await stateOf(social)).toEqual({
      status: 'pending_internal_approval',
      rounds: ['internal open', 'external superseded'],
    })
    await approve(cast.internal, social)
    expect((await stateOf(social)).rounds).toEqual([
      'internal approved',
      'external superseded',
      'external open',
    ])
  })

  it('undoes one of several approvals and leaves the others', async () => {
    const second = await buildPerson(app.db, cast.project, 'internal-approver')
    const chosen = [cast.internal.userId, second.userId]
    const { social } = await build({
      status: 'pending_internal_approval',
      rounds: [{ type: 'internal', status: 'open', chosen }],
    })
    const round = await approve(cast.internal, social)
    expect((await undo(cast.internal, social, round)).status).toBe(200)
    await approve(second, social)
    expect((await stateOf(social)).status).toBe('pending_internal_approval')
    expect(await undo(cast.internal, social, round)).toMatchObject(ended)
    await approve(cast.internal, social)
    expect((await stateOf(social)).status).toBe('pending_external_approval')
  })

  it('covers what the approval covered, and no other version', async () => {
    const led = await buildCast(app.db, { settings: { 'post-master-content-social-network-id': 'linkedin' } })
    const status = 'pending_external_approval'
    const { socialIds } = await buildPost(app.db, led.project, {
      socials: [
        { network: 'facebook', status, rounds: [] },
        { network: 'instagram', status: 'approved' },
        { network: 'linkedin', status },
        // Cleared before, without a round of its own.
        { network: 'twitter', status: 'approved', rounds: [] },
      ],
    })
    const [facebook = 0, instagram = 0, linkedin = 0, twitter = 0] = socialIds
    const versions = [facebook, linkedin].map(id => ({ post_social_id: id, version: 1 }))
    const round = await openRoundOf(linkedin)
    const body = { post_social_id: linkedin, versions }
    expect((await app.ask(led.external, approveRound, { body })).status).toBe(200)
    expect((await undo(led.external, linkedin, round)).status).toBe(200)
    const statuses: PostSocialStatus[] = []
    for (const id of [facebook, instagram, linkedin, twitter]) statuses.push((await stateOf(id)).status)
    expect(statuses).toEqual([status, 'approved', status, 'approved'])
  })
})

describe('an approval is not undone', () => {
  it('after the moment in which Undo is offered', async () => {
    const { social } = await build({ status: 'pending_external_approval' })
    const round = await approve(cast.external, social)
    later(31)
    expect(await undo(cast.external, social, round)).toMatchObject(ended)
    expect((await stateOf(social)).status).toBe('approved')
  })

  it('once the client has decided on it', async () => {
    const approved = await build({ status: 'pending_internal_approval' })
    const round = await approve(cast.internal, approved.social)
    await approve(cast.external, approved.social)
    expect(await undo(cast.internal, approved.social, round)).toMatchObject(ended)
    expect((await stateOf(approved.social)).status).toBe('approved')

    const refused = await build({ status: 'pending_internal_approval' })
    const internal = await approve(cast.internal, refused.social)
    const approval_id = await openRoundOf(refused.social)
    await app.ask(cast.external, requestRevision, { body: { approval_id, message: 'No' } })
    expect(await undo(cast.internal, refused.social, internal)).toMatchObject(ended)
  })

  it('once the content was edited, or the post is on its way or published', async () => {
    const edited = await build({ status: 'pending_external_approval' })
    const round = await approve(cast.admin, edited.social)
    const post_socials = [{ id: edited.social, message: 'Edited' }]
    const body = { post_id: edited.postId, project_id: cast.project.projectId, post_socials }
    expect((await app.ask(cast.creator, savePostSocials, { body })).status).toBe(200)
    expect(await undo(cast.admin, edited.social, round)).toMatchObject(ended)
    for (const status of ['on_publishing', 'live', 'pending_publish'] as const) {
      const { social } = await build({ status: 'pending_external_approval' })
      const own = await approve(cast.external, social)
      await app.db
        .updateTable('post_socials')
        .set({ status, published_at: app.clock.now() })
        .where('id', '=', social)
        .execute()
      expect(await undo(cast.external, social, own)).toMatchObject(ended)
      expect(await stateOf(social)).toMatchObject({ status })
    }
  })

  it('by anybody else, nor where there was none', async () => {
    const { social } = await build({ status: 'pending_external_approval' })
    const open = await openRoundOf(social)
    expect(await undo(cast.external, social, open)).toMatchObject(ended)
    const round = await approve(cast.external, social)
    expect(await undo(cast.admin, social, round)).toMatchObject(ended)
    expect((await undo(cast.creator, social, round)).status).toBe(403)
    expect((await undo(cast.stranger, social, round)).status).toBe(404)
    expect((await undo(cast.external, social, 999_999)).status).toBe(404)
    const internal = (await roundsOf(social)).find(({ type }) => type === 'internal')?.id ?? 0
    expect((await undo(cast.external, social, internal)).status).toBe(404)
  })
})
