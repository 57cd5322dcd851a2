import { describe, expect, it } from 'vitest'
import { listAuditLog, removeAgencyUser } from '#domain/agencies/contract.ts'
import { getProject } from '#domain/projects/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { agencyRoutes } from './routes.ts'

const test = useTestApp({ routes: [...accountRoutes, ...agencyRoutes, ...projectRoutes] })
const cast = useNewCast(test)
const params = () => ({ agencyId: cast.project.agencyId })
const log = async (query: Record<string, unknown> = {}, person = cast.admin) =>
  test.ask(person, listAuditLog, { params: params(), query: query as never })

describe('Removing a person from an agency', () => {
  const remove = (who: TestPerson, by: TestPerson = cast.admin) =>
    test.ask(by, removeAgencyUser, { params: { ...params(), userId: who.userId } })
  const admins = async () =>
    test.db.selectFrom('agency_admins').select('user_id').where('agency_id', '=', params().agencyId).execute()

  it('removes them from all its projects, and from no other agency’s', async () => {
    const second = await buildProject(test.db, { agencyId: params().agencyId })
    for (const projectId of [second.projectId, cast.elsewhere.projectId])
      await test.db
        .insertInto('project_members')
        .values({ project_id: projectId, user_id: cast.creator.userId, role: 'content-creator' })
        .execute()
    expect((await remove(cast.creator)).status).toBe(200)
    const statusOf = async (projectId: number) =>
      (await test.ask(cast.creator, getProject, { params: { projectId } })).status
    expect(await statusOf(cast.project.projectId)).toBe(404)
    expect(await statusOf(second.projectId)).toBe(404)
    expect(await statusOf(cast.elsewhere.projectId)).toBe(200)
    expect((await log()).data.entries.map(entry => entry.action)).toEqual([
      'member.removed',
      'member.removed',
    ])
    expect((await remove(cast.creator)).status).toBe(404)
  })

  it('removes an admin, who is a member of no project, from every plan that names them', async () => {
    const other = await buildPerson(test.db, cast.project, 'agency-admin')
    const second = await buildProject(test.db, { agencyId: params().agencyId })
    const { postId } = await buildPost(test.db, second)
    const chosen = { concrete_internal_approver: [other.userId, cast.admin.userId] }
    await test.db.updateTable('posts').set(chosen).where('id', '=', postId).execute()
    expect((await remove(other)).status).toBe(200)
    const plan = test.db.selectFrom('posts').select('concrete_internal_approver').where('id', '=', postId)
    expect(await plan.executeTakeFirst()).toEqual({ concrete_internal_approver: [cast.admin.userId] })
  })

  it('never leaves it without an admin', async () => {
    expect(await remove(cast.admin)).toMatchObject({ status: 409, code: 'last_admin' })
    const blocked = await buildPerson(test.db, cast.project, 'agency-admin')
    await test.db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked.userId).execute()
    expect(await remove(cast.admin)).toMatchObject({ code: 'last_admin' })
    expect((await remove(blocked)).status).toBe(200)
    expect(await admins()).toHaveLength(1)
  })

  it('leaves one admin when all remove each other at once', async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, () => buildPerson(test.db, cast.project, 'agency-admin')),
    )
    const all = [cast.admin, ...others]
    await Promise.all(all.map(({ userId }) => test.tokenOf({ userId, name: '' })))
    const answers = await Promise.all(
      all.map((person, index) => remove(person, all[(index + 1) % all.length] ?? person)),
    )
    expect((await admins()).length).toBeGreaterThanOrEqual(1)
    expect(answers.every(({ status }) => [200, 403, 404, 409].includes(status))).toBe(true)
  })

  it('is refused for others, and allowed for the super-admin', async () => {
    const other = await buildPerson(test.db, cast.project, 'agency-admin')
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await remove(other, person)).status).toBe(403)
    expect((await remove(other, cast.stranger)).status).toBe(404)
    expect((await remove(cast.stranger)).status).toBe(404)
    const operator = await buildPerson(test.db, cast.project, 'super-admin')
    expect((await remove(other, operator)).status).toBe(200)
  })
})
