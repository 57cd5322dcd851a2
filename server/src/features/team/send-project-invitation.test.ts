import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signUp } from '#domain/accounts/contract.ts'
import { listProjectUsers } from '#domain/projects/contract.ts'
import { listProjectInvitations, sendAgencyInvitation, sendProjectInvitation } from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { lastToken, readMails } from '#testing/mails.ts'
import { buildCast, buildPerson, buildProject, type Cast, nextNumber } from '#testing/people.ts'
import { teamRoutes } from './routes.ts'

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

  it('adds somebody of the agency at once, and mails them', async () => {
    const sibling = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const colleague = await buildPerson(test.db, sibling, 'content-creator')
    const email = await emailOf(colleague.userId)
    const { data } = await invite({ email })
    expect(data).toEqual({ result: 'added', user_id: colleague.userId, invitation: null })
    expect((await people()).find(one => one.email === email)?.role).toBe('content-creator')
    expect((await readMails(test, email)).map(mail => mail.kind)).toEqual(['added'])
    expect(await pending()).toEqual([])
  })

  it('asks somebody outside the agency, with the same answer and mail whether or not they have an account', async () => {
    const email = await emailOf(cast.stranger.userId)
    const answers = [await invite({ email }), await invite({ email: newEmail() })]
    const shapes = answers.map(({ status, data }) => ({
      status,
      ...data,
      invitation: { ...data.invitation, id: 0, email: '' },
    }))
    expect(shapes[0]).toEqual(shapes[1])
    expect((await people()).map(one => one.id)).not.toContain(cast.stranger.userId)
    const name = (await pending()).find(one => one.email === email)?.name
    expect(name).toBe('Zoë O’Brien')
    expect((await readMails(test, email)).map(mail => mail.kind)).toEqual(['invitation'])
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
