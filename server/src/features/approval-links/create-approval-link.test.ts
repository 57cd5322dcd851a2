import { beforeEach, describe, expect, it } from 'vitest'
import { changeAgencyRole, removeAgencyUser } from '#domain/agencies/contract.ts'
import {
  createApprovalLink,
  listApprovalLinks,
  revokeApprovalLinks,
} from '#domain/approval-links/contract.ts'
import { deleteProject, saveProjectSettings } from '#domain/projects/contract.ts'
import { removeProjectUser } from '#domain/team/contract.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { addLink, byLink } from '#testing/approvals/approval-links.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { linkForMail } from './link-for-mail.ts'
import { approvalLinkRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({
  routes: [...approvalLinkRoutes, ...teamRoutes, ...agencyRoutes, ...projectRoutes],
})
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const { inProject, copied, open, build, logged, emailOf } = byLink(
  () => kit,
  () => cast,
)

describe('An approval link ends', () => {
  const refused = async (token: string) => {
    const answer = await open(token)
    return [answer.status, answer.code, answer.message]
  }
  const never = [404, 'not_found', 'Not found.']

  it('after 30 days, or the days of its project, with the answer of one that never was', async () => {
    const token = await copied()
    const body = { settings: [{ name: 'approval-link-days' as const, value: '2' }] }
    expect((await kit.ask(cast.admin, saveProjectSettings, { ...inProject(), body })).status).toBe(200)
    const short = await copied()
    kit.clock.advance(2 * 86_400_000)
    expect((await open(token)).status).toBe(200)
    expect(await refused(short)).toEqual(never)
    kit.clock.advance(28 * 86_400_000)
    expect(await refused(token)).toEqual(never)
    expect(await refused('x'.repeat(43))).toEqual(never)
  })

  it('when it is revoked: one alone, or all of a person', async () => {
    const others = await copied(await buildPerson(kit.db, cast.project, 'external-approver'))
    const elsewhere = await buildProject(kit.db)
    const member = { project_id: elsewhere.projectId, user_id: cast.external.userId }
    await kit.db
      .insertInto('project_members')
      .values({ ...member, role: 'external-approver' })
      .execute()
    const ownElsewhere = await addLink(kit.db, elsewhere, cast.external.userId)
    const [first, second, third] = [await copied(), await copied(), await copied()]
    const { data } = await kit.ask(cast.admin, listApprovalLinks, inProject())
    const user_id = cast.external.userId
    const revoke = (body: { user_id: number; link_id?: number }) =>
      kit.ask(cast.admin, revokeApprovalLinks, { ...inProject(), body })
    expect((await revoke({ user_id, link_id: data[0]?.id ?? 0 })).data).toEqual({ revoked: 1 })
    expect(await refused(third)).toEqual(never)
    expect((await open(second)).status).toBe(200)
    expect((await revoke({ user_id })).data).toEqual({ revoked: 2 })
    expect([await refused(first), await refused(second)]).toEqual([never, never])
    expect((await revoke({ user_id })).status).toBe(404)
    expect([(await open(others)).status, (await open(ownElsewhere)).status]).toEqual([200, 200])
    expect((await logged('approval_link.revoked')).map(({ old }) => old)).toEqual([
      { links: 1 },
      { links: 2 },
    ])
  })

  it('for good when its person leaves the project, also if they come back', async () => {
    const { userId } = cast.external
    const token = await copied()
    const params = { projectId: cast.project.projectId, userId }
    expect((await kit.ask(cast.admin, removeProjectUser, { params })).status).toBe(200)
    expect(await refused(token)).toEqual(never)
    const member = { project_id: params.projectId, user_id: userId, role: 'external-approver' as const }
    await kit.db.insertInto('project_members').values(member).execute()
    expect(await refused(token)).toEqual(never)
  })

  it('for good when its person gets another role', async () => {
    const { userId } = cast.external
    const [token, params] = [await copied(), { agencyId: cast.project.agencyId, userId }]
    const become = (role: 'agency-admin' | 'content-creator') =>
      kit.ask(cast.admin, changeAgencyRole, { params, body: { role } })
    await become('agency-admin')
    expect(await refused(token)).toEqual(never)
    await become('content-creator')
    expect(await refused(token)).toEqual(never)
    const setRole = (role: 'internal-approver' | 'external-approver') =>
      kit.db.updateTable('project_members').set({ role }).where('user_id', '=', userId).execute()
    await setRole('external-approver')
    const second = await addLink(kit.db, cast.project, userId)
    await setRole('internal-approver')
    expect(await refused(second)).toEqual(never)
    await setRole('external-approver')
    expect(await refused(second)).toEqual(never)
  })

  it('for good when the admin who copied it is one no longer, and one in a mail stays', async () => {
    const admin = await buildPerson(kit.db, cast.project, 'agency-admin')
    const token = await copied(cast.external, admin)
    const mailed = await addLink(kit.db, cast.project, cast.external.userId)
    expect((await open(token)).status).toBe(200)
    const params = { agencyId: cast.project.agencyId, userId: admin.userId }
    const become = (role: 'agency-admin' | 'content-creator') =>
      kit.ask(cast.admin, changeAgencyRole, { params, body: { role } })
    expect((await become('content-creator')).status).toBe(200)
    expect([await refused(token), (await open(mailed)).status]).toEqual([never, 200])
    await become('agency-admin')
    expect(await refused(token)).toEqual(never)
    const again = await copied(cast.external, admin)
    expect((await kit.ask(cast.admin, removeAgencyUser, { params })).status).toBe(200)
    expect([await refused(again), (await open(mailed)).status]).toEqual([never, 200])
  })

  it('while the admin who copied it is blocked, and is not listed then', async () => {
    const admin = await buildPerson(kit.db, cast.project, 'agency-admin')
    const token = await copied(cast.external, admin)
    const block = (is_blocked: boolean) =>
      kit.db.updateTable('users').set({ is_blocked }).where('id', '=', admin.userId).execute()
    const listed = async () => (await kit.ask(cast.admin, listApprovalLinks, inProject())).data.length
    await block(true)
    expect([await refused(token), await listed()]).toEqual([never, 0])
    await block(false)
    expect([(await open(token)).status, await listed()]).toEqual([200, 1])
  })

  it('while its person is blocked, and with its project', async () => {
    const token = await copied()
    const block = (is_blocked: boolean) =>
      kit.db.updateTable('users').set({ is_blocked }).where('id', '=', cast.external.userId).execute()
    await block(true)
    expect(await refused(token)).toEqual(never)
    await block(false)
    expect((await open(token)).status).toBe(200)
    await kit.ask(cast.admin, deleteProject, inProject())
    expect(await refused(token)).toEqual(never)
  })
})

describe('Making approval links', () => {
  it('keeps the secret out of the database and the path, and is recorded', async () => {
    const token = await copied()
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await kit.db.selectFrom('approval_links').selectAll().execute()
    expect(JSON.stringify(rows.map(row => row.token_hash.toString('base64url')))).not.toContain(token)
    expect(await logged('approval_link.created')).toMatchObject([
      { actor_id: cast.admin.userId, subject: await emailOf(cast.external) },
    ])
    const { data } = await kit.ask(cast.admin, listApprovalLinks, inProject())
    expect(data).toMatchObject([
      { user_id: cast.external.userId, is_for_mail: false, created_by: cast.admin.name },
    ])
  })

  it('is only for external approvers of the project', async () => {
    for (const { userId } of [cast.internal, cast.creator, cast.admin, cast.stranger]) {
      const body = { user_id: userId }
      expect((await kit.ask(cast.admin, createApprovalLink, { ...inProject(), body })).status).toBe(404)
    }
  })

  it('gives a mail a link of its own for a client, and none for other people', async () => {
    const built = await build()
    const forMail = ({ userId }: TestPerson) =>
      kit.db.transaction().execute(tx => linkForMail(tx, { userId }, cast.project, kit.services))
    const [first, second] = [await forMail(cast.external), await forMail(cast.external)]
    expect(first).not.toBe(second)
    for (const url of [first, second]) {
      expect(url).toContain(`${kit.services.config.publicUrl}/approve#`)
      expect((await open(new URL(url ?? '').hash.slice(1))).data.posts.map(({ id }) => id)).toEqual([
        built.postId,
      ])
    }
    expect(await forMail(cast.creator)).toBeNull()
    expect(await forMail(cast.stranger)).toBeNull()
  })
})
