import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAgencyInvitations } from '#domain/agencies/contract.ts'
import { listProjectUsers } from '#domain/projects/contract.ts'
import { sendAgencyInvitation } from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { lastToken } from '#testing/mails.ts'
import { buildCast, type Cast, nextNumber } from '#testing/people.ts'
import { acceptInvitations } from './accept-invitations.ts'
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
const params = () => ({ projectId: cast.project.projectId })
const people = async () => (await test.ask(cast.admin, listProjectUsers, { params: params() })).data

const accept = (email: string, token: string) =>
  test.db.transaction().execute(async tx => {
    const values = { name: 'Zoë', email, is_confirmed: false, came_by_invitation: true }
    const { id: userId } = await tx
      .insertInto('users')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow()
    return acceptInvitations(tx, { userId, email, token, now: test.clock.now() })
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
