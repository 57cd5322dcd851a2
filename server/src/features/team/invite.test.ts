import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '#domain/accounts/contract.ts'
import { removeAgencyUser } from '#domain/agencies/contract.ts'
import { listNotifications } from '#domain/notifications/contract.ts'
import {
  addProjectUser,
  removeProjectUser,
  resendInvitation,
  sendAgencyInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { notifyOfEvents } from '#server/features/notifications/notify-of-events.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { startTestApp, type TestApp, type TestPerson, testNow } from '#testing/app.ts'
import { lastToken, readMails } from '#testing/mails.ts'
import { buildCast, buildPerson, buildProject, type Cast, nextNumber } from '#testing/people.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { teamRoutes } from './routes.ts'

let test: TestApp
let cast: Cast
beforeAll(async () => {
  const routes = [...accountRoutes, ...agencyRoutes, ...notificationRoutes, ...teamRoutes]
  test = await startTestApp({ routes, config: { SIGN_IN_PER_MINUTE: 10_000 } })
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.set(testNow)
  cast = await buildCast(test.db)
})

const newEmail = () => `iris${nextNumber()}@example.com`
const invite = (
  email: string,
  person: TestPerson = cast.admin,
  role: 'content-creator' | 'external-approver' = 'content-creator',
) =>
  test.ask(person, sendProjectInvitation, {
    body: { project_id: cast.project.projectId, name: 'Iris', email, role },
  })
const inviteAdmin = (email: string, person: TestPerson) =>
  test.ask(person, sendAgencyInvitation, {
    body: { agency_id: cast.project.agencyId, name: 'Iris', email, role: 'agency-admin' },
  })
const removeAdmin = (person: TestPerson, by: TestPerson) =>
  test.ask(by, removeAgencyUser, { params: { agencyId: cast.project.agencyId, userId: person.userId } })
const tooMany = {
  status: 429,
  code: 'too_many_invitations',
  message: 'Too many invitations. Please try again in 1 hour.',
}
/** As if the agency had sent this many mails already. */
const count = (times: number) =>
  test.db
    .updateTable('attempts')
    .set({ times })
    .where('subject_hash', '=', hashSecret(`mails of agency ${cast.project.agencyId}`))
    .execute()
const inAnHour = () => test.clock.advance(3_600_001)

describe('Somebody of the agency who is added to a project', () => {
  it.each(['content-creator', 'external-approver'] as const)(
    'appears under the bell as %s, with one mail at once, which is the invitation’s own',
    async role => {
      const somebody = await buildPerson(
        test.db,
        await buildProject(test.db, { agencyId: cast.project.agencyId }),
        'content-creator',
      )
      const { email } = await test.db
        .updateTable('users')
        .set({ is_confirmed: true })
        .where('id', '=', somebody.userId)
        .returning('email')
        .executeTakeFirstOrThrow()
      const body = { project_id: cast.project.projectId, name: 'Iris', email, role }
      expect((await test.ask(cast.admin, sendProjectInvitation, { body })).data.result).toBe('added')
      while ((await notifyOfEvents(test.services)) > 0);
      const { data } = await test.ask(somebody, listNotifications, { query: {} })
      expect(data.notifications).toMatchObject([
        { kind: 'invitation', project_id: cast.project.projectId, role, actor: { name: cast.admin.name } },
      ])
      const notifications = await test.db.selectFrom('notifications').select(['user_id', 'mail_at']).execute()
      expect(notifications).toEqual([{ user_id: somebody.userId, mail_at: null }])
      expect(await readMails(test, email)).toHaveLength(1)
      await test.db.deleteFrom('notifications').execute()
    },
  )
})

describe('The mails of an agency', () => {
  it('are limited to a hundred an hour, however often the same invitation is resent', async () => {
    const email = newEmail()
    const { data } = await invite(email)
    const params = { invitationId: data.invitation?.id ?? 0 }
    await count(97)
    for (let sent = 97; sent < 100; sent++)
      expect((await test.ask(cast.admin, resendInvitation, { params })).status).toBe(200)
    expect(await test.ask(cast.admin, resendInvitation, { params })).toMatchObject(tooMany)
    expect(await invite(newEmail())).toMatchObject(tooMany)
    expect(await readMails(test, email)).toHaveLength(4)
    inAnHour()
    expect((await test.ask(cast.admin, resendInvitation, { params })).status).toBe(200)
  })

  it('are limited to a hundred an hour, however often someone is removed and added again', async () => {
    const params = { projectId: cast.project.projectId }
    const user_id = cast.creator.userId
    await test.db
      .insertInto('agency_members')
      .values({ agency_id: cast.project.agencyId, user_id, role: 'content-creator' })
      .execute()
    const again = async () => {
      await test.ask(cast.admin, removeProjectUser, { params: { ...params, userId: user_id } })
      return test.ask(cast.admin, addProjectUser, { params, body: { user_id, role: 'content-creator' } })
    }
    expect((await again()).status).toBe(200)
    await count(98)
    for (let sent = 98; sent < 100; sent++) expect((await again()).status).toBe(200)
    expect(await again()).toMatchObject(tooMany)
  })

  it('are limited to twenty an hour while the sender’s own address is not confirmed', async () => {
    const users = test.db.updateTable('users').where('id', '=', cast.admin.userId)
    await users.set({ is_confirmed: false }).execute()
    for (let sent = 0; sent < 2; sent++) expect((await invite(newEmail())).status).toBe(200)
    await count(19)
    expect((await invite(newEmail())).status).toBe(200)
    expect(await invite(newEmail())).toMatchObject(tooMany)
    await users.set({ is_confirmed: true }).execute()
    expect((await invite(newEmail())).status).toBe(200)
  })
})

describe('An admin who is removed', () => {
  it('cannot get back in through the colleagues they have invited, while clients keep what they were promised', async () => {
    const rogue = await buildPerson(test.db, cast.project, 'agency-admin')
    const [invitee, colleague, client] = [newEmail(), newEmail(), newEmail()]
    await inviteAdmin(invitee, rogue)
    await invite(colleague, rogue)
    await invite(client, rogue, 'external-approver')
    expect((await removeAdmin(rogue, cast.admin)).status).toBe(200)
    const open = await test.db
      .selectFrom('invitations')
      .select('email')
      .where('agency_id', '=', cast.project.agencyId)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([{ email: client }])
  })

  it('cannot remove anyone any more, even by a call already in progress', async () => {
    const [first, second] = [
      await buildPerson(test.db, cast.project, 'agency-admin'),
      await buildPerson(test.db, cast.project, 'agency-admin'),
    ]
    let answers: Promise<{ status: number }[]> | undefined
    await test.db.transaction().execute(async tx => {
      await lockAgency(tx)
      answers = Promise.all([removeAdmin(second, first), removeAdmin(first, second)])
      await untilWaiting(test, 2)
    })
    expect((await answers)?.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  it('waits for someone who is just accepting their invitation, without a deadlock', async () => {
    const rogue = await buildPerson(test.db, cast.project, 'agency-admin')
    const invitee = newEmail()
    await inviteAdmin(invitee, rogue)
    let answer: ReturnType<typeof removeAdmin> | undefined
    await test.db.transaction().execute(async tx => {
      const accepted = { accepted_at: testNow, accepted_by: cast.creator.userId }
      await tx.updateTable('invitations').set(accepted).where('email', '=', invitee).execute()
      answer = removeAdmin(rogue, cast.admin)
      await untilWaiting(test, 1)
      const joining = { agency_id: cast.project.agencyId, user_id: cast.creator.userId }
      await tx.insertInto('agency_admins').values(joining).execute()
    })
    expect((await answer)?.status).toBe(200)
  })
})

describe('An admin who is being removed', () => {
  it('cannot make anyone an admin by a call already in progress', async () => {
    const rogue = await buildPerson(test.db, cast.project, 'agency-admin')
    const invitee = newEmail()
    let answer: ReturnType<typeof inviteAdmin> | undefined
    await test.db.transaction().execute(async tx => {
      await lockAgency(tx)
      answer = inviteAdmin(invitee, rogue)
      await untilWaiting(test, 1)
      await tx.deleteFrom('agency_admins').where('user_id', '=', rogue.userId).execute()
    })
    expect(await answer).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await readMails(test, invitee)).toEqual([])
  })
})

const lockAgency = (tx: Tx) =>
  tx.selectFrom('agencies').select('id').where('id', '=', cast.project.agencyId).forUpdate().execute()

describe('A revoked invitation', () => {
  it('is not accepted by a call already in progress', async () => {
    const email = newEmail()
    await invite(email)
    const invitation = await lastToken(test, email, 'invitation')
    const password = 'a fine password'
    await test.db
      .insertInto('users')
      .values({ name: 'Iris', email, is_confirmed: true, password_hash: await hashPassword(password) })
      .execute()
    let answer: Promise<{ status: number; code: string | undefined }> | undefined
    await test.db.transaction().execute(async tx => {
      await tx.updateTable('invitations').set({ revoked_at: testNow }).where('email', '=', email).execute()
      answer = test.ask(null, signIn, { body: { email, password, invitation } })
      await untilWaiting(test, 1)
    })
    expect(await answer).toMatchObject({ status: 409, code: 'invitation_ended' })
  })
})
