import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signUp } from '#domain/accounts/contract.ts'
import { listAgencyInvitations, listAgencyUsers } from '#domain/agencies/contract.ts'
import { listProjectUsers } from '#domain/projects/contract.ts'
import {
  addProjectUser,
  listProjectInvitations,
  resendInvitation,
  revokeInvitation,
  saveMemberSetting,
  sendAgencyInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { lastToken, readMails } from '#testing/mails.ts'
import { buildCast, buildPerson, buildProject, type Cast, nextNumber } from '#testing/people.ts'
import { acceptInvitations } from './accept-invitations.ts'
import { teamRoutes } from './routes.ts'

const DAY_MS = 86_400_000
let test: TestApp
let cast: Cast
beforeAll(async () => {
  const routes = [...accountRoutes, ...agencyRoutes, ...projectRoutes, ...teamRoutes]
  test = await startTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.set(testNow)
  cast = await buildCast(test.db)
})

const newEmail = () => `zoe${nextNumber()}@example.com`
type Row = {
  name?: string
  email: string
  role?: 'content-creator' | 'internal-approver' | 'external-approver'
}
const invite = ({ name = 'Zoë O’Brien', email, role = 'content-creator' }: Row, person = cast.admin) =>
  test.ask(person, sendProjectInvitation, {
    body: { project_id: cast.project.projectId, name, email, role },
  })
const params = () => ({ projectId: cast.project.projectId })
const pending = async () => (await test.ask(cast.admin, listProjectInvitations, { params: params() })).data
const people = async () => (await test.ask(cast.admin, listProjectUsers, { params: params() })).data
const emailOf = async (userId: number) =>
  (await test.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const logOf = async (agencyId = cast.project.agencyId) =>
  test.db.selectFrom('audit_log').selectAll().where('agency_id', '=', agencyId).orderBy('id').execute()
const accept = (email: string, token: string | null) =>
  test.db.transaction().execute(async tx => {
    const values = { name: 'Zoë', email, is_confirmed: false, came_by_invitation: true }
    const { id: userId } = await tx
      .insertInto('users')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    return acceptInvitations(tx, { userId, email, token, now: test.clock.now() })
  })

describe('Inviting to a project', () => {
  it('mails someone without an account a sign-up link with email address and name filled in', async () => {
    const email = newEmail()
    const { status, data } = await invite({ email: email.toUpperCase(), role: 'external-approver' })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      result: 'invited',
      user_id: null,
      invitation: { email, role: 'external-approver', status: 'pending', project_id: cast.project.projectId },
    })
    const [mail] = await readMails(test, email)
    expect(mail?.link?.pathname).toBe('/signup')
    expect(mail?.link?.searchParams.get('email')).toBe(email)
    expect(mail?.link?.searchParams.get('name')).toBe('Zoë O’Brien')
    expect(mail?.link?.origin).toBe(new URL(test.services.config.publicUrl).origin)
    expect((await pending()).map(one => one.email)).toEqual([email])
    expect(await logOf()).toMatchObject([
      { action: 'invitation.sent', actor_id: cast.admin.userId, subject: email, address: '127.0.0.1' },
    ])
  })

  it('builds its link from the configuration, whatever host the request names', async () => {
    const email = newEmail()
    await test.app.inject({
      method: 'POST',
      url: '/api/userinvitations/project/send',
      headers: {
        authorization: `Bearer ${await test.tokenOf(cast.admin)}`,
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
        origin: 'https://evil.test',
      },
      payload: { project_id: cast.project.projectId, name: 'Zoë', email, role: 'content-creator' },
    })
    const [mail] = await readMails(test, email)
    expect(mail?.link?.origin).toBe(new URL(test.services.config.publicUrl).origin)
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.test')
  })

  it('is accepted by signing up with the link, and is no longer pending afterwards', async () => {
    const email = newEmail()
    await invite({ email, role: 'internal-approver' })
    const password = 'a long fine one'
    const { status } = await test.ask(null, signUp, {
      body: {
        name: 'Zoë',
        last_name: 'O’Brien',
        email,
        password,
        password_confirmation: password,
        phone_number: '+49 30 123456',
        company: 'Bluebird',
        invitation: await lastToken(test, email, 'invitation'),
      },
    })
    expect(status).toBe(200)
    expect(await pending()).toEqual([])
    expect(await people()).toContainEqual(expect.objectContaining({ email, role: 'internal-approver' }))
    expect((await logOf()).map(line => line.action)).toEqual(['invitation.sent', 'invitation.accepted'])
  })

  it('adds someone with an account at once, and mails them', async () => {
    const email = await emailOf(cast.stranger.userId)
    const { data } = await invite({ email })
    expect(data).toEqual({ result: 'added', user_id: cast.stranger.userId, invitation: null })
    expect((await people()).find(one => one.email === email)?.role).toBe('content-creator')
    expect((await readMails(test, email)).map(mail => mail.kind)).toEqual(['added'])
    expect(await pending()).toEqual([])
  })

  it('does not find an account by an unconfirmed address', async () => {
    const email = newEmail()
    await test.db.insertInto('users').values({ name: 'Thief', email, is_confirmed: false }).execute()
    expect((await invite({ email })).data.result).toBe('invited')
  })

  it.each([true, false])('refuses the admin’s own address, confirmed: %s', async is_confirmed => {
    const email = await emailOf(cast.admin.userId)
    await test.db.updateTable('users').set({ is_confirmed }).where('email', '=', email).execute()
    const own = { errors: { email: ['This is your own email address'] }, status: 422 }
    expect(await invite({ email: email.toUpperCase() })).toMatchObject(own)
    const body = { name: 'Zoë', email, role: 'content-creator' } as const
    expect(await test.ask(cast.admin, sendAgencyInvitation, { body })).toMatchObject(own)
    expect(await readMails(test, email)).toEqual([])
    expect(await pending()).toEqual([])
  })

  it('refuses people who are already in or already invited', async () => {
    const member = await invite({ email: await emailOf(cast.creator.userId), role: 'internal-approver' })
    expect(member).toMatchObject({ status: 409, code: 'already_member' })
    const other = await buildPerson(test.db, cast.project, 'agency-admin')
    const admin = await invite({ email: await emailOf(other.userId) })
    expect(admin).toMatchObject({ status: 409, code: 'already_member' })
    const email = newEmail()
    const answers = await Promise.all([invite({ email }), invite({ email }), invite({ email })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await invite({ email })).toMatchObject({
      code: 'already_invited',
      message: `${email} has already been invited. Resend or revoke that invitation.`,
    })
    expect(await readMails(test, email)).toHaveLength(1)
  })

  it.each([
    [
      { name: '', email: '', role: '' },
      { name: 'Name is required', email: 'Email is required', role: 'Role is required' },
    ],
    [
      { name: 'R2D2 unit', email: 'nobody', role: 'agency-admin' },
      {
        name: 'Field should not contain numbers and special symbols',
        email: 'Invalid email',
        role: 'Role is required',
      },
    ],
    [
      { name: 'Al', email: 'al@example.com', role: 'super-admin' },
      {
        name: 'Please enter a name between 3 and 255 characters',
        role: 'Role is required',
      },
    ],
  ])('reports what is wrong with %j under each field', async (row, texts) => {
    const body = { project_id: cast.project.projectId, ...row }
    const { status, errors } = await test.send(cast.admin, 'POST', '/userinvitations/project/send', body)
    expect(status).toBe(422)
    expect(errors).toEqual(Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, [text]])))
  })

  it('is for admins only, and answers 404 for another agency’s project', async () => {
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await invite({ email: newEmail() }, person)).status).toBe(403)
    expect((await invite({ email: newEmail() }, cast.stranger)).status).toBe(404)
  })
})

describe('An invitation', () => {
  it('is accepted only by the address that it was sent to', async () => {
    const email = newEmail()
    await invite({ email })
    const token = await lastToken(test, email, 'invitation')
    expect(await accept(newEmail(), token)).toMatchObject({ code: 'invitation_ended' })
    expect(await accept(email, token)).toBe(1)
    expect(await accept(email, token)).toMatchObject({ code: 'invitation_ended' })
  })

  it('also accepts others of the same agency, but not those of another agency', async () => {
    const email = newEmail()
    await invite({ email })
    const toAgency = { name: 'Zoë', email, role: 'content-creator' } as const
    await test.ask(cast.admin, sendAgencyInvitation, { body: toAgency })
    const token = await lastToken(test, email, 'invitation')
    await test.ask(cast.stranger, sendProjectInvitation, {
      body: { project_id: cast.elsewhere.projectId, name: 'Zoë', email, role: 'external-approver' },
    })
    expect(await accept(email, token)).toBe(2)
    expect((await people()).some(one => one.email === email)).toBe(true)
  })

  it('expires after fourteen days, and works again after resending, with the new link only', async () => {
    const email = newEmail()
    const { data } = await invite({ email })
    const first = await lastToken(test, email, 'invitation')
    test.clock.advance(14 * DAY_MS)
    expect(await accept(email, first)).toMatchObject({ code: 'invitation_ended' })
    expect(await pending()).toMatchObject([{ status: 'expired' }])
    const again = { params: { invitationId: data.invitation?.id ?? 0 } }
    expect((await test.ask(cast.admin, resendInvitation, again)).data).toMatchObject({ status: 'pending' })
    expect(await accept(email, first)).toMatchObject({ code: 'invitation_ended' })
    expect(await accept(email, await lastToken(test, email, 'invitation'))).toBe(1)
    expect(await test.ask(cast.admin, resendInvitation, again)).toMatchObject({ code: 'invitation_ended' })
  })

  it('no longer works once revoked, and the person can then be invited again', async () => {
    const email = newEmail()
    const { data } = await invite({ email })
    const token = await lastToken(test, email, 'invitation')
    const one = { params: { invitationId: data.invitation?.id ?? 0 } }
    expect((await test.ask(cast.stranger, revokeInvitation, one)).status).toBe(404)
    expect((await test.ask(cast.stranger, resendInvitation, one)).status).toBe(404)
    expect((await test.ask(cast.creator, revokeInvitation, one)).status).toBe(403)
    expect((await test.ask(cast.admin, revokeInvitation, one)).status).toBe(200)
    expect(await accept(email, token)).toMatchObject({ code: 'invitation_ended' })
    expect(await test.ask(cast.admin, revokeInvitation, one)).toMatchObject({ status: 409 })
    expect((await invite({ email })).status).toBe(200)
  })

  it('no longer works when its project is deleted', async () => {
    const email = newEmail()
    await invite({ email })
    const token = await lastToken(test, email, 'invitation')
    const project = test.db.updateTable('projects').where('id', '=', cast.project.projectId)
    await project.set({ deleted_at: testNow }).execute()
    expect(await accept(email, token)).toMatchObject({ code: 'invitation_ended' })
    expect(await accept(email, null)).toBe(0)
  })

  it('stores only a hash of its token', async () => {
    const email = newEmail()
    await invite({ email })
    const token = await lastToken(test, email, 'invitation')
    const rows = await test.db.selectFrom('invitations').selectAll().where('email', '=', email).execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(await logOf())).not.toContain(token)
  })
})

describe('Inviting to an agency', () => {
  const inviteToAgency = (email: string, role: 'content-creator' | 'agency-admin', person = cast.admin) =>
    test.ask(person, sendAgencyInvitation, { body: { name: 'Zoë O’Brien', email, role } })
  const invitations = async () => {
    const ofAgency = { params: { agencyId: cast.project.agencyId } }
    return (await test.ask(cast.admin, listAgencyInvitations, ofAgency)).data
  }

  it('goes to the admin’s own agency, and lists who has not accepted yet', async () => {
    const email = newEmail()
    expect((await inviteToAgency(email, 'content-creator')).data.invitation).toMatchObject({
      agency_id: cast.project.agencyId,
      project_id: null,
    })
    expect(await invitations()).toMatchObject([
      { user: { id: null, name: 'Zoë O’Brien', email }, agency_role: 'content-creator', status: 'pending' },
    ])
    expect(await accept(email, await lastToken(test, email, 'invitation'))).toBe(1)
    expect(await invitations()).toMatchObject([{ status: 'accepted', invitation_id: null, user: { email } }])
  })

  it('makes another admin, who then has every project', async () => {
    const email = newEmail()
    await inviteToAgency(email, 'agency-admin')
    await accept(email, await lastToken(test, email, 'invitation'))
    expect((await people()).find(one => one.email === email)?.role).toBe('agency-admin')
    await test.db.updateTable('users').set({ is_confirmed: true }).where('email', '=', email).execute()
    expect(await inviteToAgency(email, 'agency-admin')).toMatchObject({ status: 409 })
  })

  it('refuses the client role, and people who are no admins', async () => {
    const body = { name: 'Zoë', email: newEmail(), role: 'external-approver' }
    const client = await test.send(cast.admin, 'POST', '/userinvitations/agency/send', body)
    expect(client.errors).toEqual({ role: ['Role is required'] })
    expect((await inviteToAgency(newEmail(), 'content-creator', cast.creator)).status).toBe(403)
    const { id: userId } = await test.db
      .insertInto('users')
      .values({ name: 'Nobody', email: newEmail() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const nobody = { userId, name: 'Nobody' }
    expect((await inviteToAgency(newEmail(), 'agency-admin', nobody)).status).toBe(403)
  })
})

describe('Adding someone of the agency to a project', () => {
  it('adds them with the role, and lists them with all their roles', async () => {
    const second = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const colleague = await buildPerson(test.db, second, 'internal-approver')
    const body = { user_id: colleague.userId, role: 'content-creator' } as const
    const { data } = await test.ask(cast.admin, addProjectUser, { params: params(), body })
    expect(data).toMatchObject({ id: colleague.userId, role: 'content-creator' })
    const ofAgency = { params: { agencyId: cast.project.agencyId } }
    const { data: users } = await test.ask(cast.admin, listAgencyUsers, ofAgency)
    expect(users.find(({ id }) => id === colleague.userId)?.projects.map(({ role }) => role)).toEqual([
      'content-creator',
      'internal-approver',
    ])
    expect(users.find(({ id }) => id === cast.admin.userId)).toMatchObject({ agency_role: 'agency-admin' })
    expect(users.some(({ id }) => id === cast.stranger.userId)).toBe(false)
    expect(await test.ask(cast.admin, addProjectUser, { params: params(), body })).toMatchObject({
      status: 409,
      code: 'already_member',
    })
  })

  it('refuses people of another agency, and the admin role', async () => {
    const body = { user_id: cast.stranger.userId, role: 'content-creator' } as const
    expect((await test.ask(cast.admin, addProjectUser, { params: params(), body })).status).toBe(422)
    const path = `/projects/${cast.project.projectId}/users`
    const admin = { user_id: cast.creator.userId, role: 'agency-admin' }
    expect((await test.send(cast.admin, 'POST', path, admin)).errors).toEqual({ role: ['Role is required'] })
  })
})

describe('Settings of a content creator', () => {
  const save = (
    userId: number,
    name: 'content-manager' | 'skip-approval-and-schedule',
    value: 'true' | 'false',
    person = cast.admin,
  ) => test.ask(person, saveMemberSetting, { params: { ...params(), userId }, body: { name, value } })

  it('turn on Skip Approval & Schedule together with Content Manager, and log each change', async () => {
    const { data } = await save(cast.creator.userId, 'content-manager', 'true')
    const on = ['content-manager', 'skip-approval-and-schedule'].map(name => ({ name, value: 'true' }))
    expect(data.setting).toEqual(expect.arrayContaining(on))
    expect((await logOf()).map(line => [line.old, line.new])).toEqual([
      [{ 'content-manager': 'false' }, { 'content-manager': 'true' }],
      [{ 'skip-approval-and-schedule': 'false' }, { 'skip-approval-and-schedule': 'true' }],
    ])
    const off = await save(cast.creator.userId, 'content-manager', 'false')
    expect(off.data.setting).toContainEqual({ name: 'skip-approval-and-schedule', value: 'true' })
    expect(off.data.setting).toContainEqual({ name: 'content-manager', value: 'false' })
  })

  it('exist for content creators of the own project only, and are changed by admins only', async () => {
    expect((await save(cast.internal.userId, 'content-manager', 'true')).status).toBe(422)
    expect((await save(cast.stranger.userId, 'content-manager', 'true')).status).toBe(404)
    expect((await save(cast.creator.userId, 'content-manager', 'true', cast.creator)).status).toBe(403)
    expect((await save(cast.creator.userId, 'content-manager', 'true', cast.stranger)).status).toBe(404)
  })
})
