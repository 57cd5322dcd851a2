import { describe, expect, it } from 'vitest'
import { changeProjectRole, saveMemberSetting } from '#domain/team/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { teamRoutes } from './routes.ts'

const test = useTestApp({ routes: teamRoutes })
const cast = useNewCast(test)

type Role = 'content-creator' | 'internal-approver'
const change = ({ userId }: TestPerson, role: Role, by: TestPerson = cast.admin) =>
  test.ask(by, changeProjectRole, {
    params: { projectId: cast.project.projectId, userId },
    body: { role },
  })
const roleOf = async ({ userId }: TestPerson) =>
  (
    await test.db
      .selectFrom('project_members')
      .select('role')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).role

/** Whom the open rounds of the project wait for. */
const waiting = async (projectId: number): Promise<number[]> => {
  const rows = await test.db
    .selectFrom('approval_approvers as v')
    .innerJoin('approvals as a', 'a.id', 'v.approval_id')
    .select('v.user_id')
    .where('a.project_id', '=', projectId)
    .where('a.status', '=', 'open')
    .execute()
  return rows.map(row => row.user_id)
}

describe('Changing a role in a project', () => {
  it('makes a creator an approver without the settings of creators, and is logged', async () => {
    const { projectId } = cast.project
    const params = { projectId, userId: cast.creator.userId }
    await test.ask(cast.admin, saveMemberSetting, {
      params,
      body: { name: 'content-manager', value: 'true' },
    })
    const { status, data } = await change(cast.creator, 'internal-approver')
    expect([status, data.role, data.setting]).toEqual([200, 'internal-approver', []])
    const log = test.db.selectFrom('audit_log').selectAll().where('project_id', '=', projectId)
    expect((await log.orderBy('id').execute()).at(-1)).toMatchObject({
      action: 'member.setting_changed',
      old: { role: 'content-creator' },
      new: { role: 'internal-approver' },
    })
    expect((await change(cast.creator, 'content-creator')).data).toMatchObject({ setting: [] })
  })

  it('makes an approver a creator, for whom no open round waits', async () => {
    const { projectId } = cast.project
    await buildPost(test.db, cast.project, {
      type: 'text',
      socials: [
        {
          network: 'facebook',
          status: 'pending_internal_approval',
          rounds: [{ type: 'internal', status: 'open', chosen: [cast.internal.userId] }],
        },
      ],
    })
    expect(await waiting(projectId)).toEqual([cast.internal.userId])
    expect((await change(cast.internal, 'content-creator')).status).toBe(200)
    expect(await waiting(projectId)).toEqual([])
  })

  it('leaves clients, admins and people of other projects alone', async () => {
    expect(await change(cast.external, 'content-creator')).toMatchObject({ status: 422 })
    expect(await roleOf(cast.external)).toBe('external-approver')
    expect((await change(cast.admin, 'content-creator')).status).toBe(404)
    expect((await change(cast.stranger, 'content-creator')).status).toBe(404)
  })

  it('is for admins of the agency alone', async () => {
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await change(cast.creator, 'internal-approver', person)).status).toBe(403)
    expect((await change(cast.creator, 'internal-approver', cast.stranger)).status).toBe(404)
    expect(await roleOf(cast.creator)).toBe('content-creator')
  })
})
