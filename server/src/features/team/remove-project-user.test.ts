import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getProject } from '#domain/projects/contract.ts'
import { removeProjectUser, removeProjectUserViaGet, saveMemberSetting } from '#domain/team/contract.ts'
import { registerLive } from '#server/features/projects/live.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { type EventHub, openEventHub } from '#server/platform/events/hub.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, useNewCast } from '#testing/people.ts'
import { buildPost, type TestRound } from '#testing/posts.ts'
import { teamRoutes } from './routes.ts'

let hub: EventHub
const test = useTestApp({ routes: [...projectRoutes, ...teamRoutes] })
beforeAll(async () => {
  hub = await openEventHub(test.url, test.services.log)
  registerLive(test.app, test.services, hub)
})
afterAll(async () => {
  await hub.close()
  test.app.server.closeAllConnections()
})
const cast = useNewCast(test)

const paramsOf = ({ userId }: TestPerson) => ({ params: { projectId: cast.project.projectId, userId } })
const remove = (who: TestPerson, by: TestPerson = cast.admin) =>
  test.ask(by, removeProjectUser, paramsOf(who))
const read = (person: TestPerson) =>
  test.ask(person, getProject, { params: { projectId: cast.project.projectId } })
const isMember = async ({ userId }: TestPerson) =>
  (await test.db.selectFrom('project_members').select('role').where('user_id', '=', userId).execute())
    .length > 0

describe('Removing someone from a project', () => {
  it('takes effect on their open session, and is logged', async () => {
    expect((await read(cast.creator)).status).toBe(200)
    expect((await remove(cast.creator)).status).toBe(200)
    expect(await read(cast.creator)).toMatchObject({ status: 404, code: 'not_found' })
    const log = await test.db
      .selectFrom('audit_log')
      .selectAll()
      .where('project_id', '=', cast.project.projectId)
      .execute()
    expect(log).toMatchObject([
      { action: 'member.removed', actor_id: cast.admin.userId, old: { role: 'content-creator' }, new: null },
    ])
    expect((await remove(cast.creator)).status).toBe(404)
  })

  it('ends their open live stream', async () => {
    // Without the heartbeat, which would notice it anyway.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const response = await fetch(`${address}/api/projects/${cast.project.projectId}/events`, {
      headers: { authorization: `Bearer ${await test.tokenOf(cast.external)}` },
    })
    expect(response.status).toBe(200)
    await remove(cast.external)
    // Read to the end, which would never come if the stream stayed open.
    expect(await response.text()).toContain('retry')
    vi.useRealTimers()
  })

  it('also works through the GET twin', async () => {
    expect((await test.ask(cast.creator, removeProjectUserViaGet, paramsOf(cast.internal))).status).toBe(403)
    expect((await test.ask(cast.stranger, removeProjectUserViaGet, paramsOf(cast.internal))).status).toBe(404)
    expect(await isMember(cast.internal)).toBe(true)
    expect((await test.ask(cast.admin, removeProjectUserViaGet, paramsOf(cast.internal))).status).toBe(200)
    expect(await isMember(cast.internal)).toBe(false)
  })

  it('is refused for admins of the agency, and for callers who are no admins', async () => {
    expect(await remove(cast.admin)).toMatchObject({
      status: 409,
      message: 'An agency admin is in every project. Remove the admin from the agency instead.',
    })
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await remove(cast.creator, person)).status).toBe(403)
    expect((await remove(cast.creator, cast.stranger)).status).toBe(404)
    expect(await isMember(cast.creator)).toBe(true)
  })
})

describe('An open round for which the removed person was chosen', () => {
  const buildRound = async (round: Omit<TestRound, 'type' | 'status'>) => {
    const { postId, socialIds } = await buildPost(test.db, cast.project, {
      type: 'text',
      socials: [
        {
          network: 'facebook',
          status: 'pending_internal_approval',
          rounds: [{ type: 'internal', status: 'open', ...round }],
        },
      ],
    })
    await test.db
      .updateTable('posts')
      .set({ concrete_internal_approver: [...(round.chosen ?? [])] })
      .where('id', '=', postId)
      .execute()
    return { postId, socialId: socialIds[0] ?? 0 }
  }
  const stateOf = async ({ postId, socialId }: { postId: number; socialId: number }) => {
    const social = await test.db
      .selectFrom('post_socials')
      .select('status')
      .where('id', '=', socialId)
      .executeTakeFirstOrThrow()
    const post = await test.db
      .selectFrom('posts')
      .select('concrete_internal_approver as chosen')
      .where('id', '=', postId)
      .executeTakeFirstOrThrow()
    const waiting = await test.db
      .selectFrom('approval_approvers')
      .innerJoin('approvals', 'approvals.id', 'approval_approvers.approval_id')
      .select('user_id')
      .where('post_social_id', '=', socialId)
      .where('approvals.status', '=', 'open')
      .orderBy('user_id')
      .execute()
    return { status: social.status, chosen: post.chosen, waiting: waiting.map(row => row.user_id) }
  }

  it('is open to any approver of its kind if nobody else was chosen', async () => {
    const post = await buildRound({ chosen: [cast.internal.userId] })
    await remove(cast.internal)
    expect(await stateOf(post)).toEqual({ status: 'pending_internal_approval', chosen: [], waiting: [] })
  })

  it('waits for the others who were chosen', async () => {
    const other = await buildPerson(test.db, cast.project, 'internal-approver')
    const post = await buildRound({ chosen: [cast.internal.userId, other.userId] })
    await remove(cast.internal)
    expect(await stateOf(post)).toEqual({
      status: 'pending_internal_approval',
      chosen: [other.userId],
      waiting: [other.userId],
    })
  })

  it('still waits for an admin of the agency who was a member before', async () => {
    const { userId } = cast.admin
    await test.db
      .insertInto('project_members')
      .values({ project_id: cast.project.projectId, user_id: userId, role: 'internal-approver' })
      .execute()
    const post = await buildRound({ chosen: [userId] })
    expect((await remove(cast.admin)).status).toBe(409)
    expect((await stateOf(post)).waiting).toEqual([userId])
  })

  it('is approved if all the others have approved already, and goes on to the client', async () => {
    const other = await buildPerson(test.db, cast.project, 'internal-approver')
    const post = await buildRound({
      chosen: [cast.internal.userId, other.userId],
      approvedBy: [other.userId],
    })
    await remove(cast.internal)
    expect((await stateOf(post)).status).toBe('pending_external_approval')
  })

  it('does not count the approval of the removed person', async () => {
    const other = await buildPerson(test.db, cast.project, 'internal-approver')
    const post = await buildRound({
      chosen: [cast.internal.userId, other.userId],
      approvedBy: [cast.internal.userId],
    })
    await remove(cast.internal)
    await remove(other)
    expect(await stateOf(post)).toEqual({ status: 'pending_internal_approval', chosen: [], waiting: [] })
  })

  it('no longer waits for someone who is no longer a content manager', async () => {
    const manager = await buildPerson(test.db, cast.project, 'content-creator', { 'content-manager': 'true' })
    const post = await buildRound({ chosen: [manager.userId] })
    await test.ask(cast.admin, saveMemberSetting, {
      ...paramsOf(manager),
      body: { name: 'content-manager', value: 'false' },
    })
    expect((await stateOf(post)).waiting).toEqual([])
  })
})
