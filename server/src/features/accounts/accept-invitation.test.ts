import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acceptInvitation, checkInvitation, signUp } from '#domain/accounts/contract.ts'
import {
  removeProjectUser,
  resendInvitation,
  revokeInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import { hashInvitationToken } from '#server/features/team/invitations.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { startTestApp, type TestApp, type TestPerson, testNow } from '#testing/app.ts'
import { lastToken } from '#testing/mails.ts'
import { buildCast, type Cast, nextNumber } from '#testing/people.ts'
import { accountRoutes } from './routes.ts'

const DAY_MS = 86_400_000
const password = 'a long fine one'
let test: TestApp
let cast: Cast
let email: string
let token: string
let invitationId: number
let where: string
let agency: string
beforeAll(async () => {
  const routes = [...accountRoutes, ...teamRoutes]
  test = await startTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.set(testNow)
  cast = await buildCast(test.db)
  email = `zoe${nextNumber()}@example.com`
  const { projectId } = cast.project
  const projects = test.db.selectFrom('projects').select('name').where('id', '=', projectId)
  where = (await projects.executeTakeFirstOrThrow()).name
  const agencies = test.db.selectFrom('agencies').where('id', '=', cast.project.agencyId)
  agency = (await agencies.select('name').executeTakeFirstOrThrow()).name
  const { data } = await test.ask(cast.admin, sendProjectInvitation, {
    body: { project_id: projectId, name: 'Zoë', email, role: 'external-approver' },
  })
  invitationId = data.invitation?.id ?? 0
  token = await lastToken(test, email, 'invitation')
})

const check = async (given = token) =>
  (await test.ask(null, checkInvitation, { body: { token: given } })).data
const accept = (person: TestPerson | null, given = token) =>
  test.ask(person, acceptInvitation, { body: { token: given } })
const buildAccount = async (values: { email?: string; is_confirmed?: boolean } = {}): Promise<TestPerson> => {
  const users = test.db.insertInto('users').values({ name: 'Zoë', email, ...values })
  return { userId: (await users.returning('id').executeTakeFirstOrThrow()).id, name: 'Zoë' }
}
const isMember = async ({ userId }: TestPerson) =>
  (await test.db.selectFrom('project_members').selectAll().where('user_id', '=', userId).execute()).length > 0
const ended = { status: 409, code: 'invitation_ended' }

describe('The page of an invitation', () => {
  it('learns that it is open, where it leads, and whether the address has an account', async () => {
    expect(await check()).toEqual({ status: 'open', email, where, agency, has_account: false })
    await buildAccount({ is_confirmed: false })
    expect((await check()).has_account).toBe(false)
    await buildAccount()
    expect((await check()).has_account).toBe(true)
  })

  it('learns that it was accepted', async () => {
    const form = { name: 'Zoë', last_name: 'O’Brien', email, password, password_confirmation: password }
    const more = { phone_number: '+49 30 123456', company: 'Bluebird', invitation: token }
    await test.ask(null, signUp, { body: { ...form, ...more } })
    expect(await check()).toEqual({ status: 'accepted', email, where, agency, has_account: true })
  })

  it('learns that it has ended: revoked, expired, sent again, of a deleted project, unknown or cut off', async () => {
    test.clock.advance(15 * DAY_MS)
    expect((await check()).status).toBe('ended')
    test.clock.set(testNow)
    const params = { invitationId }
    await test.ask(cast.admin, resendInvitation, { params })
    const unknown = { status: 'ended', email: null, where: null, agency: null, has_account: false }
    for (const given of [token, 'x'.repeat(43), 'cut']) expect(await check(given)).toEqual(unknown)
    token = await lastToken(test, email, 'invitation')
    const projects = test.db.updateTable('projects').where('id', '=', cast.project.projectId)
    await projects.set({ deleted_at: testNow }).execute()
    expect((await check()).status).toBe('ended')
    await projects.set({ deleted_at: null }).execute()
    await test.ask(cast.admin, revokeInvitation, { params })
    expect((await check()).status).toBe('ended')
  })
})

describe('Accepting an invitation while signed in', () => {
  it('takes the person in, and answers the same when the link is opened again', async () => {
    const person = await buildAccount()
    for (let turn = 0; turn < 2; turn++)
      expect(await accept(person)).toMatchObject({ status: 200, data: { where } })
    expect(await isMember(person)).toBe(true)
  })

  it('proves the mailbox of an account that had not done so, in the session that opened the link', async () => {
    const person = await buildAccount({ is_confirmed: false })
    expect((await accept(person)).status).toBe(200)
    const user = test.db.selectFrom('users').select('is_confirmed').where('id', '=', person.userId)
    expect(await user.executeTakeFirst()).toEqual({ is_confirmed: true })
    expect((await accept(person)).status).toBe(200)
  })

  it.each([
    ['has expired', { expires_at: testNow }],
    ['was revoked', { revoked_at: testNow }],
  ])('leaves out another invitation of the agency that %s', async (_end, changes) => {
    const { agencyId } = cast.project
    const values = { agency_id: agencyId, email, name: 'Zoë', role: 'agency-admin' } as const
    const token_hash = hashInvitationToken(`former-${nextNumber()}`)
    const later = new Date(testNow.getTime() + DAY_MS)
    await test.db
      .insertInto('invitations')
      .values({ ...values, token_hash, expires_at: later, ...changes })
      .execute()
    const person = await buildAccount()
    expect((await accept(person)).status).toBe(200)
    expect(await isMember(person)).toBe(true)
    const admins = test.db.selectFrom('agency_admins').select('user_id').where('agency_id', '=', agencyId)
    expect(await admins.where('user_id', '=', person.userId).execute()).toEqual([])
  })

  it('is for the invited address alone, and for people who are signed in', async () => {
    const answer = await accept(cast.stranger)
    expect(answer).toMatchObject({
      status: 409,
      code: 'invitation_for_another',
      message: `This invitation is for ${email}. Sign out first to accept it with that address.`,
    })
    expect(await isMember(cast.stranger)).toBe(false)
    expect((await accept(null)).status).toBe(401)
  })

  it('is refused once the invitation has ended, or when another account has the address', async () => {
    const [person, other] = [await buildAccount(), await buildAccount({ is_confirmed: false })]
    expect(await accept(other)).toMatchObject({ status: 409, code: 'account_exists' })
    expect(await isMember(other)).toBe(false)
    expect(await accept(person, 'x'.repeat(43))).toMatchObject(ended)
    await test.ask(cast.admin, revokeInvitation, { params: { invitationId } })
    expect(await accept(person)).toMatchObject(ended)
  })

  it('brings nobody back who was removed since', async () => {
    const person = await buildAccount()
    await accept(person)
    const { projectId } = cast.project
    await test.ask(cast.admin, removeProjectUser, { params: { projectId, userId: person.userId } })
    await accept(person)
    expect(await isMember(person)).toBe(false)
  })
})
