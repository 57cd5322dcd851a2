import { describe, expect, it } from 'vitest'
import { approveRound, getApprovals, startApprovals } from '#domain/approvals/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { buildCast, type Cast, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { approvalRoutes } from './routes.ts'

const app = useTestApp({ routes: approvalRoutes })
const cast = useCast(app)

const schedule = { date: '2026-06-10', time: '12:00' }
const read = (person: Cast['admin'], postId: number) => app.ask(person, getApprovals, { params: { postId } })

describe('The approvals of a post', () => {
  it('show the team both rounds and the whole history, newest first', async () => {
    const { postId, socialIds } = await buildPost(app.db, cast.project, { type: 'text', schedule })
    await app.ask(cast.creator, startApprovals, { body: { posts_ids: [postId], message: 'Ready' } })
    await app.ask(cast.internal, approveRound, { body: { post_social_id: socialIds[0] ?? 0 } })
    for (const person of [cast.admin, cast.creator, cast.internal]) {
      const { data } = await read(person, postId)
      expect(
        data.approvals.map(history => history.approvals.map(({ type, status }) => [type, status])),
      ).toEqual([
        [
          ['internal', 'approved'],
          ['external', 'open'],
        ],
      ])
      expect(data.approvals[0]?.actions.map(action => action.type)).toEqual([
        'external_approval_started',
        'approved',
        'approval_started',
      ])
    }
  })

  it('show a client only the external round, and nothing before it has started', async () => {
    const { postId, socialIds } = await buildPost(app.db, cast.project, { type: 'text', schedule })
    const chosen = { concrete_internal_approver_id: [cast.internal.userId] }
    await app.ask(cast.creator, startApprovals, {
      body: { posts_ids: [postId], message: 'Between us', ...chosen },
    })
    expect((await read(cast.external, postId)).status).toBe(404)
    const { data: sent } = await app.ask(cast.internal, approveRound, {
      body: { post_social_id: socialIds[0] ?? 0 },
    })
    const { data } = await read(cast.external, postId)
    expect(data.approvals[0]?.approvals.map(round => round.type)).toEqual(['external'])
    expect(data.approvals[0]?.actions.map(action => action.type)).toEqual(['external_approval_started'])
    const internalId = sent.post_socials[0]?.internal_approval_id
    expect(internalId).toBeTypeOf('number')
    expect(JSON.stringify(data)).not.toContain('Between us')
    expect(data.approvals.flatMap(history => history.approvals.map(round => round.id))).not.toContain(
      internalId,
    )
  })

  it('contain the plan', async () => {
    const settings = {
      'single-round-internal-approve': 'true',
      'post-master-content-social-network-id': 'instagram',
    }
    const other = await buildCast(app.db, { settings })
    const { postId } = await buildPost(app.db, other.project, {
      socials: [{ network: 'facebook' }, { network: 'instagram' }],
    })
    expect((await read(other.creator, postId)).data.approval_plan).toEqual({
      postId,
      isMasterContent: true,
      isSingleRoundInternalApprove: true,
      masterSocialNetwork: 'instagram',
      rounds: { internal: { isSkipped: false }, external: { isSkipped: false } },
    })
    await app.db.deleteFrom('project_members').where('user_id', '=', other.external.userId).execute()
    const without = await buildPost(app.db, other.project)
    expect((await read(other.creator, without.postId)).data.approval_plan).toMatchObject({
      isMasterContent: false,
      masterSocialNetwork: null,
      rounds: { internal: { isSkipped: false }, external: { isSkipped: true } },
    })
  })

  it('return 404 for another agency and for a post that does not exist', async () => {
    const { postId } = await buildPost(app.db, cast.project)
    expect((await read(cast.stranger, postId)).status).toBe(404)
    expect((await read(cast.admin, 999_999)).message).toBe('The post id=999999 does not exist')
    expect((await app.send(null, 'GET', `/posts/approvals/${postId}`)).status).toBe(401)
    expect((await app.send(cast.admin, 'GET', '/posts/approvals/seven')).status).toBe(404)
  })
})
