import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listProjectUsers } from '#domain/projects/contract.ts'
import {
  listProjectInvitations,
  resendInvitation,
  revokeInvitation,
  sendAgencyInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { lastToken } from '#testing/mails.ts'
import { buildCast, type Cast, nextNumber } from '#testing/people.ts'
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

const logOf = async (agencyId = cast.project.agencyId) =>
  test.db.selectFrom('audit_log').selectAll().where('agency_id', '=', agencyId).orderBy('id').execute()

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
