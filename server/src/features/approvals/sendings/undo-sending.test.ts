import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { approveRound, requestRevision, startApprovals, undoSending } from '#domain/approvals/contract.ts'
import { deletePost, savePostSocials } from '#domain/posts/contract.ts'
import { unsentStatuses } from '#domain/posts/status.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { startTestApp, type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, useCast } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'

const app = useTestApp({ routes: [...postRoutes, ...writingRoutes, ...approvalRoutes] })
const cast = useCast(app)

const later = (seconds: number) => app.clock.advance(seconds * 1000)
const build = (socials: readonly TestSocial[] = [{ network: 'facebook', status: 'draft' }], of = cast) =>
  buildPost(app.db, of.project, { type: 'text', socials, schedule: { date: '2027-06-20', time: '12:00' } })
/** Sends these posts. @returns the id of the sending */
const send = async (postIds: readonly number[], body = {}, person: TestPerson = cast.creator) => {
  const answer = await app.ask(person, startApprovals, { body: { posts_ids: [...postIds], ...body } })
  expect(answer.status).toBe(200)
  expect(answer.data[0]?.undo?.seconds).toBe(10)
  return answer.data[0]?.undo?.send_id ?? 0
}
const undo = (send_id: number, person: TestPerson = cast.creator, of = cast) =>
  app.ask(person, undoSending, { body: { project_id: of.project.projectId, send_id } })
const statusesOf = async (postId: number) =>
  (
    await app.db
      .selectFrom('post_socials')
      .select('status')
      .where('post_id', '=', postId)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status)

/** Everything that sending may change, as it is stored. */
const stateOf = async (postId: number) => {
  const { db } = app
  const plan = ['skipped_approvals', 'concrete_internal_approver', 'concrete_external_approver'] as const
  const version = [
    ...(['id', 'status', 'is_approved', 'is_unapproved'] as const),
    ...(['cleared_digest', 'sent_back_in', 'skipped_approvals'] as const),
  ] as const
  const socials = await db
    .selectFrom('post_socials')
    .select(version)
    .where('post_id', '=', postId)
    .orderBy('id')
    .execute()
  const ids = socials.map(({ id }) => id)
  const rounds = await db
    .selectFrom('approvals')
    .selectAll()
    .where('post_social_id', 'in', ids)
    .orderBy('id')
    .execute()
  const roundIds = [0, ...rounds.map(({ id }) => id)]
  return {
    plan: await db.selectFrom('posts').select(plan).where('id', '=', postId).executeTakeFirstOrThrow(),
    socials,
    rounds,
    approvers: await db
      .selectFrom('approval_approvers')
      .selectAll()
      .where('approval_id', 'in', roundIds)
      .orderBy('approval_id')
      .orderBy('user_id')
      .execute(),
    history: await db
      .selectFrom('approval_actions')
      .selectAll()
      .where('post_social_id', 'in', ids)
      .orderBy('id')
      .execute(),
  }
}

describe('Undoing a sending', () => {
  it('leaves everything as it was before, with versions of any status and any approvers chosen', async () => {
    const master = await buildCast(app.db, {
      settings: { 'post-master-content-social-network-id': 'facebook' },
    })
    const status = fc.constantFrom(...unsentStatuses, 'approved' as const)
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(status, status).filter(([one]) => one !== 'approved'),
        fc.record({
          internal: fc.boolean(),
          external: fc.boolean(),
          skipped: fc.boolean(),
          led: fc.boolean(),
        }),
        async ([facebook, linkedin], { internal, external, skipped, led }) => {
          const of = led ? master : cast
          const { postId } = await build(
            [
              { network: 'facebook', status: facebook as 'draft' },
              { network: 'linkedin', status: linkedin as 'draft' },
            ],
            of,
          )
          await app.db
            .updateTable('posts')
            .set({
              skipped_approvals: skipped ? ['internal'] : [],
              concrete_internal_approver: [of.admin.userId],
            })
            .where('id', '=', postId)
            .execute()
          const before = await stateOf(postId)
          later(1)
          const chosen = {
            concrete_internal_approver_id: internal ? [of.internal.userId] : [],
            concrete_external_approver_id: external ? [of.external.userId] : [],
          }
          const sent = await send([postId], chosen, of.creator)
          expect(await statusesOf(postId)).not.toEqual([facebook, linkedin])
          later(3)
          expect((await undo(sent, of.creator, of)).status).toBe(200)
          expect(await stateOf(postId)).toEqual(before)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('takes many posts back at once, tells open screens, and keeps both in the activity', async () => {
    const posts = [await build(), await build()]
    const ids = posts.map(({ postId }) => postId)
    const sent = await send(ids)
    later(2)
    const { status, data } = await undo(sent)
    expect(status).toBe(200)
    expect(data).toMatchObject(ids.map(id => ({ post_id: id, post: { status: 'draft' }, refusal: null })))
    const events = await app.db
      .selectFrom('events')
      .select(['type', 'actor_id'])
      .where('post_id', 'in', ids)
      .execute()
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'approval.sending_undone',
      'approval.sending_undone',
      'approval.started',
      'approval.started',
    ])
    expect(events.every(({ actor_id }) => actor_id === cast.creator.userId)).toBe(true)
  })

  it('keeps what was written since', async () => {
    const { postId, socialIds } = await build()
    const sent = await send([postId])
    const post_socials = [{ id: socialIds[0] ?? 0, message: 'Written meanwhile' }]
    const body = { post_id: postId, project_id: cast.project.projectId, post_socials }
    expect((await app.ask(cast.creator, savePostSocials, { body })).status).toBe(200)
    const { data } = await undo(sent)
    expect(data[0]?.post?.post_socials).toMatchObject([{ status: 'draft', message: 'Written meanwhile' }])
  })

  it('leaves posts sent that somebody has acted on, and says so for each', async () => {
    const [free, approved, returned, gone] = [await build(), await build(), await build(), await build()]
    const sent = await send([free, approved, returned, gone].map(({ postId }) => postId))
    await app.ask(cast.internal, approveRound, { body: { post_social_id: approved.socialIds[0] ?? 0 } })
    const { id: approval_id } = await app.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', returned.socialIds[0] ?? 0)
      .executeTakeFirstOrThrow()
    await app.ask(cast.internal, requestRevision, { body: { approval_id, message: 'Larger' } })
    await app.ask(cast.creator, deletePost, { params: { postId: gone.postId } })
    const { status, data } = await undo(sent)
    expect(status).toBe(200)
    const acted = 'This post can no longer be taken back, because somebody has already acted on it.'
    expect(data.map(({ post_id, post, refusal }) => [post_id, post?.status, refusal?.message])).toEqual([
      [free.postId, 'draft', undefined],
      [approved.postId, 'pending_approval', acted],
      [returned.postId, 'requires_revision', acted],
      [gone.postId, undefined, 'This post has been deleted.'],
    ])
    expect(await statusesOf(approved.postId)).toEqual(['pending_external_approval'])
    expect(await statusesOf(returned.postId)).toEqual(['requires_revision'])
  })
})

describe('A sending is not undone', () => {
  const refused = { status: 409, code: 'undo_ended' }

  it('once an approver has acted on its only post', async () => {
    const second = await buildPerson(app.db, cast.project, 'internal-approver')
    const { postId, socialIds } = await build()
    const chosen = { concrete_internal_approver_id: [cast.internal.userId, second.userId] }
    const sent = await send([postId], chosen)
    // One of two has approved: the round is still open.
    await app.ask(second, approveRound, { body: { post_social_id: socialIds[0] ?? 0 } })
    const answer = await undo(sent)
    expect(answer).toMatchObject(refused)
    expect(answer.message).toContain('somebody has already acted on it')
    expect(await statusesOf(postId)).toEqual(['pending_internal_approval'])
  })

  it('after the moment in which approvers hear of nothing', async () => {
    const { postId } = await build()
    const sent = await send([postId])
    later(16)
    expect(await undo(sent)).toMatchObject(refused)
    expect(await statusesOf(postId)).toEqual(['pending_internal_approval'])
  })

  it('twice, nor by a late Undo of a sending before the latest', async () => {
    const { postId } = await build()
    const first = await send([postId])
    const answers = await Promise.all([undo(first), undo(first)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.message).toContain('already been undone')
    const second = await send([postId])
    expect(await undo(first)).toMatchObject(refused)
    expect(await statusesOf(postId)).toEqual(['pending_internal_approval'])
    expect((await undo(second)).status).toBe(200)
  })

  it('by anybody else', async () => {
    const { postId } = await build()
    const sent = await send([postId])
    expect((await undo(sent, cast.admin)).status).toBe(404)
    for (const person of [cast.internal, cast.external]) expect((await undo(sent, person)).status).toBe(403)
    expect((await undo(sent, cast.stranger)).status).toBe(404)
    const elsewhere = { project_id: cast.elsewhere.projectId, send_id: sent }
    expect((await app.ask(cast.stranger, undoSending, { body: elsewhere })).status).toBe(404)
    expect((await undo(999_999)).status).toBe(404)
    expect(await statusesOf(postId)).toEqual(['pending_internal_approval'])
  })

  it('where the installation offers no Undo', async () => {
    const other = await startTestApp({
      routes: approvalRoutes,
      config: { SEND_UNDO_SECONDS: 0 },
    })
    const people = await buildCast(other.db)
    const { postId } = await buildPost(other.db, people.project, {
      type: 'text',
      schedule: { date: '2026-06-20', time: '12:00' },
    })
    const { data } = await other.ask(people.creator, startApprovals, { body: { posts_ids: [postId] } })
    expect(data).toMatchObject([{ post_id: postId, refusal: null, undo: null }])
    await other.close()
  })
})
