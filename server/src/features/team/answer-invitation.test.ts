import { beforeEach, describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import { createAgency, leaveAgency, removeAgencyUser } from '#domain/agencies/contract.ts'
import { getProject } from '#domain/projects/contract.ts'
import {
  allowAgency,
  answerInvitation,
  leaveProject,
  listOwnInvitations,
  listUnwantedAgencies,
  refuseInvitation,
  resendInvitation,
  sendAgencyInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { lastToken, readMails } from '#testing/mails.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { teamRoutes } from './routes.ts'

const routes = [...accountRoutes, ...agencyRoutes, ...projectRoutes, ...teamRoutes]
const test = useTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
let cast: Cast
beforeEach(async () => {
  test.clock.set(testNow)
  cast = await buildCast(test.db)
})

const DAY_MS = 86_400_000
const emailOf = async ({ userId }: TestPerson) =>
  (await test.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email

/** The admin of the one agency invites the admin of the other. */
const invite = async (project = cast.project) => {
  const email = await emailOf(cast.stranger)
  const body = { project_id: project.projectId, name: 'Ann Other', email, role: 'content-creator' } as const
  const { data } = await test.ask(cast.admin, sendProjectInvitation, { body })
  return { email, id: data.invitation?.id ?? 0, status: data.result }
}
const own = async (person = cast.stranger) => (await test.ask(person, listOwnInvitations, {})).data
const answer = (id: number, said: 'accept' | 'refuse', person = cast.stranger) =>
  test.ask(person, answerInvitation, { params: { invitationId: id }, body: { answer: said } })
const sees = async (person: TestPerson, { projectId } = cast.project) =>
  (await test.ask(person, getProject, { params: { projectId } })).status

describe('Who is invited by another agency', () => {
  it('is in its project only once they have accepted, and twice changes nothing', async () => {
    const { id } = await invite()
    expect(await own()).toMatchObject([{ id, role: 'content-creator', invited_by: cast.admin.name }])
    expect((await test.ask(cast.stranger, getMe, {})).data.open_invitations).toBe(1)
    expect(await sees(cast.stranger)).toBe(404)
    expect((await answer(id, 'accept')).status).toBe(200)
    expect((await answer(id, 'accept')).status).toBe(200)
    expect(await sees(cast.stranger)).toBe(200)
    expect(await own()).toEqual([])
    expect(await answer(id, 'refuse')).toMatchObject({ status: 409, code: 'invitation_ended' })
    expect((await test.ask(cast.stranger, getMe, {})).data.agency?.id).toBe(cast.elsewhere.agencyId)
  })

  it('is told that it has ended when they accept it once more after they were removed, and is not let in', async () => {
    const toAgency = {
      email: await emailOf(cast.stranger),
      name: 'Ann Other',
      role: 'content-creator',
    } as const
    const asked = await test.ask(cast.admin, sendAgencyInvitation, { body: toAgency })
    const { id } = await invite()
    const ids = [id, asked.data.invitation?.id ?? 0]
    for (const each of ids) expect((await answer(each, 'accept')).status).toBe(200)
    const params = { agencyId: cast.project.agencyId, userId: cast.stranger.userId }
    expect((await test.ask(cast.admin, removeAgencyUser, { params })).status).toBe(200)
    for (const each of ids)
      expect(await answer(each, 'accept')).toMatchObject({ status: 409, code: 'invitation_ended' })
    expect(await sees(cast.stranger)).toBe(404)
  })

  it('may refuse, and be invited again', async () => {
    const { id } = await invite()
    expect((await answer(id, 'refuse')).status).toBe(200)
    expect((await answer(id, 'refuse')).status).toBe(200)
    expect(await answer(id, 'accept')).toMatchObject({ status: 409, code: 'invitation_ended' })
    const resend = { params: { invitationId: id } }
    expect(await test.ask(cast.admin, resendInvitation, resend)).toMatchObject({ status: 409 })
    const again = await invite()
    expect((await answer(again.id, 'accept')).status).toBe(200)
    expect(await sees(cast.stranger)).toBe(200)
  })

  it('cannot accept what has expired, or a place in a project that was deleted', async () => {
    const { id } = await invite()
    const { id: gone } = await invite(await buildProject(test.db, { agencyId: cast.project.agencyId }))
    await test.db
      .updateTable('projects')
      .set({ deleted_at: testNow })
      .where('id', '<>', cast.project.projectId)
      .where('agency_id', '=', cast.project.agencyId)
      .execute()
    expect((await own()).map(one => one.id)).toEqual([id])
    expect(await answer(gone, 'accept')).toMatchObject({ status: 409, code: 'invitation_ended' })
    test.clock.advance(14 * DAY_MS)
    expect(await own()).toEqual([])
    expect(await answer(id, 'accept')).toMatchObject({ status: 409, code: 'invitation_ended' })
  })

  it('cannot be anybody else, or somebody whose address is not confirmed', async () => {
    const { id } = await invite()
    for (const person of [cast.creator, cast.admin, cast.external])
      expect((await answer(id, 'accept', person)).status).toBe(404)
    await test.db
      .updateTable('users')
      .set({ is_confirmed: false })
      .where('id', '=', cast.stranger.userId)
      .execute()
    expect(await own()).toEqual([])
    expect((await answer(id, 'accept')).status).toBe(404)
  })
})

describe('The link of an invitation', () => {
  const refuse = (token: string, is_unknown = false) =>
    test.ask(null, refuseInvitation, { body: { token, is_unknown } })

  it('refuses without a session, twice alike', async () => {
    const { email, id } = await invite()
    const token = await lastToken(test, email, 'invitation')
    expect((await refuse(token)).status).toBe(200)
    expect((await refuse(token)).status).toBe(200)
    expect(await answer(id, 'accept')).toMatchObject({ code: 'invitation_ended' })
    expect(await refuse('no such token')).toMatchObject({ status: 409, code: 'invitation_ended' })
  })

  it('refuses nothing that was accepted', async () => {
    const { email, id } = await invite()
    await answer(id, 'accept')
    expect((await refuse(await lastToken(test, email, 'invitation'), true)).status).toBe(409)
    expect(await sees(cast.stranger)).toBe(200)
  })

  it('that has expired refuses itself, but not the agency', async () => {
    const { email } = await invite()
    const token = await lastToken(test, email, 'invitation')
    test.clock.advance(14 * DAY_MS)
    const { id } = await invite(await buildProject(test.db, { agencyId: cast.project.agencyId }))
    expect(await refuse(token, true)).toMatchObject({ status: 409, code: 'invitation_ended' })
    expect((await refuse(token)).status).toBe(200)
    expect((await own()).map(one => one.id)).toEqual([id])
  })

  it('ends everything of an agency that its reader does not know: no mail follows, and the agency is not told', async () => {
    const sibling = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const { email } = await invite()
    await invite(sibling)
    expect((await refuse(await lastToken(test, email, 'invitation'), true)).status).toBe(200)
    expect(await own()).toEqual([])
    const mails = (await readMails(test, email)).length
    const again = await invite()
    expect(again.status).toBe('invited')
    const resent = await test.ask(cast.admin, resendInvitation, { params: { invitationId: again.id } })
    expect(resent.status).toBe(200)
    expect((await readMails(test, email)).length).toBe(mails)
    expect(await own()).toEqual([])
  })
})

describe('An agency that the person does not know', () => {
  const refuseAll = async () => {
    const { email } = await invite()
    const body = { token: await lastToken(test, email, 'invitation'), is_unknown: true }
    expect((await test.ask(null, refuseInvitation, { body })).status).toBe(200)
    return email
  }
  const unwanted = async (person = cast.stranger) => (await test.ask(person, listUnwantedAgencies, {})).data
  const allow = (person = cast.stranger, { agencyId } = cast.project) =>
    test.ask(person, allowAgency, { params: { agencyId } })
  const openToMe = async () => (await test.ask(cast.stranger, getMe, {})).data.open_invitations

  it('is shown to them, and what it sent in the meantime once they allow it again', async () => {
    const email = await refuseAll()
    const { agencyId } = cast.project
    expect(await unwanted()).toMatchObject([{ agency_id: agencyId, since: testNow.toISOString() }])
    const { id } = await invite()
    expect([await own(), await openToMe()]).toEqual([[], 0])
    const mails = (await readMails(test, email)).length
    expect((await allow()).status).toBe(200)
    expect((await allow()).status).toBe(200)
    expect([await unwanted(), (await own()).map(one => one.id), await openToMe()]).toEqual([[], [id], 1])
    await test.ask(cast.admin, resendInvitation, { params: { invitationId: id } })
    expect((await readMails(test, email)).length).toBe(mails + 1)
    expect((await answer(id, 'refuse')).status).toBe(200)
    expect(await openToMe()).toBeUndefined()
  })

  it('is neither shown to others nor allowed by them, nor by people who have not confirmed the address', async () => {
    await refuseAll()
    for (const person of [cast.admin, cast.creator]) {
      expect(await unwanted(person)).toEqual([])
      expect((await allow(person)).status).toBe(200)
    }
    expect(await unwanted()).toHaveLength(1)
    const account = test.db.updateTable('users').where('id', '=', cast.stranger.userId)
    await account.set({ is_confirmed: false }).execute()
    await allow()
    expect([await unwanted(), await openToMe()]).toEqual([[], undefined])
    await account.set({ is_confirmed: true }).execute()
    expect(await unwanted()).toHaveLength(1)
  })
})

describe('Leaving', () => {
  const leave = (person: TestPerson) =>
    test.ask(person, leaveProject, { params: { projectId: cast.project.projectId } })
  const leaveAll = (person: TestPerson, agencyId = cast.project.agencyId) =>
    test.ask(person, leaveAgency, { params: { agencyId } })

  it.each(['creator', 'internal', 'external'] as const)('a project is open to the %s', async who => {
    expect((await leave(cast[who])).status).toBe(200)
    expect(await sees(cast[who])).toBe(404)
    expect((await leave(cast[who])).status).toBe(404)
  })

  it('a project is not for admins, who leave the agency, nor for strangers', async () => {
    expect(await leave(cast.admin)).toMatchObject({ status: 409, code: 'illegal_transition' })
    expect((await leave(cast.stranger)).status).toBe(404)
  })

  it('a project is not for an admin who was a member before either', async () => {
    const { projectId } = cast.project
    const before = { project_id: projectId, user_id: cast.admin.userId, role: 'internal-approver' } as const
    await test.db.insertInto('project_members').values(before).execute()
    expect(await leave(cast.admin)).toMatchObject({ status: 409, code: 'illegal_transition' })
    const kept = await test.db
      .selectFrom('project_members')
      .select('role')
      .where('user_id', '=', cast.admin.userId)
      .execute()
    expect(kept).toEqual([{ role: 'internal-approver' }])
  })

  it('an agency takes a person out of all its projects', async () => {
    const sibling = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const both = { project_id: sibling.projectId, user_id: cast.external.userId }
    await test.db
      .insertInto('project_members')
      .values({ ...both, role: 'external-approver' })
      .execute()
    expect((await leaveAll(cast.external)).status).toBe(200)
    expect([await sees(cast.external), await sees(cast.external, sibling)]).toEqual([404, 404])
    expect((await leaveAll(cast.stranger)).status).toBe(404)
  })

  it('an agency in which a person has no project is named to them, and left there', async () => {
    const own = async (person: TestPerson) =>
      (await test.ask(person, getMe, {})).data.agencies_without_project
    const { agencyId } = cast.project
    await test.db
      .insertInto('agency_members')
      .values({ agency_id: agencyId, user_id: cast.creator.userId, role: 'content-creator' })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    expect(await own(cast.creator)).toBeUndefined()
    expect((await leave(cast.creator)).status).toBe(200)
    expect(await own(cast.creator)).toEqual([{ id: agencyId, name: expect.any(String) }])
    expect((await leaveAll(cast.creator)).status).toBe(200)
    expect(await own(cast.creator)).toBeUndefined()
    expect(await own(cast.admin)).toBeUndefined()
    const inBin = test.db.updateTable('projects').where('agency_id', '=', agencyId)
    await inBin.set({ deleted_at: new Date() }).execute()
    expect(await own(cast.admin)).toEqual([{ id: agencyId, name: expect.any(String) }])
    expect(await own(cast.stranger)).toBeUndefined()
  })

  it('an agency is open to an admin once there is another', async () => {
    expect(await leaveAll(cast.admin)).toMatchObject({ status: 409, code: 'last_admin' })
    await buildPerson(test.db, cast.project, 'agency-admin')
    expect((await leaveAll(cast.admin)).status).toBe(200)
    expect(await sees(cast.admin)).toBe(404)
  })
})

it('A guest of another agency may found an agency of their own', async () => {
  const { data } = await test.ask(cast.external, getMe, {})
  expect(data).toMatchObject({ can_create_agency: false, may_found_agency: true })
  const created = await test.ask(cast.external, createAgency, { body: { name: 'Guest House' } })
  expect(created.status).toBe(200)
  const me = (await test.ask(cast.external, getMe, {})).data
  expect(me.agency?.id).toBe(created.data.id)
  expect(me.may_found_agency).toBeUndefined()
  expect(await sees(cast.external)).toBe(200)
})
