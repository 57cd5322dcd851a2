import { describe, expect, it } from 'vitest'
import { changeAgencyRole, listAgencyUsers } from '#domain/agencies/contract.ts'
import { sendAgencyInvitation, sendProjectInvitation } from '#domain/team/contract.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { readMails } from '#testing/mails.ts'
import { buildPerson, nextNumber, useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { agencyRoutes } from './routes.ts'

type Role = 'content-creator' | 'internal-approver' | 'agency-admin'
const test = useTestApp({ routes: [...agencyRoutes, ...teamRoutes] })
const cast = useNewCast(test)

const change = (who: TestPerson, role: Role, by: TestPerson = cast.admin) => {
  const params = { agencyId: cast.project.agencyId, userId: who.userId }
  return test.ask(by, changeAgencyRole, { params, body: { role } })
}
const userOf = async ({ userId }: TestPerson) => {
  const params = { agencyId: cast.project.agencyId }
  const { data } = await test.ask(cast.admin, listAgencyUsers, { params })
  return data.find(({ id }) => id === userId)
}
const emailOf = async ({ userId }: TestPerson) =>
  (await test.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const log = () =>
  test.db
    .selectFrom('audit_log')
    .select(['action', 'old', 'new'])
    .where('agency_id', '=', cast.project.agencyId)
    .orderBy('id', 'desc')
    .execute()

describe('Changing a role in the agency', () => {
  it('makes somebody an admin at once, who is notified by mail and keeps what they were in projects', async () => {
    for (let turn = 0; turn < 2; turn++) expect((await change(cast.creator, 'agency-admin')).status).toBe(200)
    expect((await userOf(cast.creator))?.agency_role).toBe('agency-admin')
    expect((await log())[0]).toMatchObject({ action: 'admin.added', new: { role: 'agency-admin' } })
    expect((await readMails(test, await emailOf(cast.creator))).map(({ kind }) => kind)).toEqual(['added'])
    expect((await change(cast.internal, 'content-creator', cast.creator)).status).toBe(200)
    expect((await change(cast.creator, 'content-creator')).status).toBe(200)
    expect((await userOf(cast.creator))?.projects).toMatchObject([{ role: 'content-creator' }])
  })

  it('takes an admin’s rights at once, their place in plans, and the colleagues whom they have invited', async () => {
    const other = await buildPerson(test.db, cast.project, 'agency-admin')
    const { postId } = await buildPost(test.db, cast.project)
    const chosen = { concrete_internal_approver: [other.userId, cast.admin.userId] }
    await test.db.updateTable('posts').set(chosen).where('id', '=', postId).execute()
    const email = `door${nextNumber()}@example.com`
    await test.ask(other, sendAgencyInvitation, { body: { name: 'Door', email, role: 'agency-admin' } })
    const invite = (role: 'content-creator' | 'external-approver') =>
      test.ask(other, sendProjectInvitation, {
        body: { name: 'Door', email: `${role}-${email}`, role, project_id: cast.project.projectId },
      })
    for (const role of ['content-creator', 'external-approver'] as const)
      expect((await invite(role)).status).toBe(200)

    expect((await change(other, 'internal-approver')).status).toBe(200)
    expect((await userOf(other))?.agency_role).toBe('internal-approver')
    const removed = { old: { role: 'agency-admin' }, new: { role: 'internal-approver' } }
    expect((await log())[0]).toMatchObject({ action: 'admin.removed', ...removed })
    expect([403, 404]).toContain((await change(cast.creator, 'agency-admin', other)).status)
    const plan = test.db.selectFrom('posts').select('concrete_internal_approver').where('id', '=', postId)
    expect(await plan.executeTakeFirst()).toEqual({ concrete_internal_approver: [cast.admin.userId] })
    const invitations = test.db
      .selectFrom('invitations')
      .select(['role', 'revoked_at'])
      .where('email', 'like', `%${email}`)
    expect(await invitations.orderBy('id').execute()).toEqual([
      { role: 'agency-admin', revoked_at: testNow },
      { role: 'content-creator', revoked_at: testNow },
      // A client keeps what was promised.
      { role: 'external-approver', revoked_at: null },
    ])
  })

  it('changes what a member can be chosen for, and writes it down once', async () => {
    for (let turn = 0; turn < 2; turn++)
      expect((await change(cast.internal, 'content-creator')).status).toBe(200)
    expect(await userOf(cast.internal)).toMatchObject({
      agency_role: 'content-creator',
      projects: [{ role: 'internal-approver' }],
    })
    expect((await log()).map(({ action }) => action)).toEqual(['member.setting_changed'])
  })

  it('leaves the last admin who can sign in', async () => {
    expect(await change(cast.admin, 'content-creator')).toMatchObject({ status: 409, code: 'last_admin' })
    const blocked = await buildPerson(test.db, cast.project, 'agency-admin')
    await test.db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked.userId).execute()
    expect(await change(cast.admin, 'content-creator')).toMatchObject({ code: 'last_admin' })
  })

  it('leaves one admin when two change each other at once', async () => {
    const other = await buildPerson(test.db, cast.project, 'agency-admin')
    await Promise.all([cast.admin, other].map(person => test.tokenOf(person)))
    const answers = await Promise.all([
      change(other, 'content-creator', cast.admin),
      change(cast.admin, 'content-creator', other),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const admins = test.db.selectFrom('agency_admins').selectAll()
    expect(await admins.where('agency_id', '=', cast.project.agencyId).execute()).toHaveLength(1)
  })

  it('is the admin’s, in the own agency, with a role of the agency', async () => {
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await change(cast.creator, 'agency-admin', person)).status).toBe(403)
    expect((await change(cast.creator, 'agency-admin', cast.stranger)).status).toBe(404)
    expect((await change(cast.stranger, 'agency-admin')).status).toBe(404)
    const path = `/agencies/${cast.project.agencyId}/users/${cast.creator.userId}/role`
    for (const role of ['external-approver', 'super-admin'])
      expect((await test.send(cast.admin, 'POST', path, { role })).status).toBe(422)
    const operator = await buildPerson(test.db, cast.project, 'super-admin')
    expect((await change(cast.creator, 'agency-admin', operator)).status).toBe(200)
  })
})
