import { beforeEach, describe, expect, it } from 'vitest'
import { acceptInvitation, signIn } from '#domain/accounts/contract.ts'
import { leaveAgency } from '#domain/agencies/contract.ts'
import {
  answerInvitation,
  leaveProject,
  refuseInvitation,
  resendInvitation,
  sendProjectInvitation,
} from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, buildProject, type Cast, nextNumber } from '#testing/people.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { hashInvitationToken } from './invitations.ts'
import { teamRoutes } from './routes.ts'

const test = useTestApp({
  routes: [...accountRoutes, ...agencyRoutes, ...teamRoutes],
  config: { SIGN_IN_PER_MINUTE: 10_000 },
})
let cast: Cast
beforeEach(async () => {
  test.clock.set(testNow)
  cast = await buildCast(test.db)
})

const emailOf = async ({ userId }: TestPerson) =>
  (await test.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email

/** An open invitation to a project of the agency. Its token is made of its number. */
const givenInvitation = async (email: string, { agencyId, projectId } = cast.project) => {
  const token = `token${nextNumber()}`.padEnd(43, 'x')
  const row = await test.db
    .insertInto('invitations')
    .values({
      agency_id: agencyId,
      project_id: projectId,
      name: 'Iris',
      email,
      role: 'content-creator',
      token_hash: hashInvitationToken(token),
      invited_by: cast.admin.userId,
      sent_at: testNow,
      created_at: testNow,
      expires_at: new Date(testNow.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, token }
}

type Ask = () => Promise<{ readonly status: number }>

/** Has these calls queue for the invitation in their order, each in a transaction of its own, and lets them all go at once. */
const runAgainst = async (invitationId: number, ...calls: readonly Ask[]): Promise<number[]> => {
  const asked: ReturnType<Ask>[] = []
  await test.db.transaction().execute(async tx => {
    await tx.selectFrom('invitations').select('id').where('id', '=', invitationId).forUpdate().execute()
    for (const call of calls) {
      asked.push(call())
      await untilWaiting(test, asked.length)
    }
  })
  return (await Promise.all(asked)).map(({ status }) => status)
}

const accept = (person: TestPerson, token: string) => () =>
  test.ask(person, acceptInvitation, { body: { token } })
const answer = (person: TestPerson, id: number) => () =>
  test.ask(person, answerInvitation, { params: { invitationId: id }, body: { answer: 'accept' } })

describe('Calls that end the same invitation never wait for each other', () => {
  it('when one link accepts all of an agency and another refuses it', async () => {
    const email = await emailOf(cast.stranger)
    const places = []
    for (let number = 0; number < 3; number++)
      places.push(
        await givenInvitation(email, await buildProject(test.db, { agencyId: cast.project.agencyId })),
      )
    const [, second, third] = places
    if (!second || !third) throw new Error('three were made')
    const refuse = () => test.ask(null, refuseInvitation, { body: { token: third.token, is_unknown: true } })
    expect(await runAgainst(second.id, accept(cast.stranger, second.token), refuse)).toEqual([200, 409])
  })

  it('when a member accepts and leaves the project', async () => {
    const { id } = await givenInvitation(await emailOf(cast.creator))
    const leave = () =>
      test.ask(cast.creator, leaveProject, { params: { projectId: cast.project.projectId } })
    expect(await runAgainst(id, answer(cast.creator, id), leave)).toEqual([200, 200])
  })

  it('when a member accepts and leaves the agency', async () => {
    const { id } = await givenInvitation(await emailOf(cast.creator))
    const leave = () => test.ask(cast.creator, leaveAgency, { params: { agencyId: cast.project.agencyId } })
    expect(await runAgainst(id, answer(cast.creator, id), leave)).toEqual([200, 200])
  })

  it('when somebody accepts a place that an admin gives them as well', async () => {
    const sibling = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const email = await emailOf(cast.creator)
    const { id } = await givenInvitation(email, sibling)
    const invite = () =>
      test.ask(cast.admin, sendProjectInvitation, {
        body: { project_id: sibling.projectId, name: 'Iris', email, role: 'content-creator' },
      })
    expect(await runAgainst(id, answer(cast.creator, id), invite)).toEqual([200, 409])
  })

  it('when an admin sends it again while another adds the person', async () => {
    const sibling = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const email = await emailOf(cast.creator)
    const { id } = await givenInvitation(email, sibling)
    const resend = () => test.ask(cast.admin, resendInvitation, { params: { invitationId: id } })
    const invite = () =>
      test.ask(cast.admin, sendProjectInvitation, {
        body: { project_id: sibling.projectId, name: 'Iris', email, role: 'content-creator' },
      })
    // The second waits for what the first counts, so they are let go one after the other.
    const asked: ReturnType<Ask>[] = []
    await test.db.transaction().execute(async tx => {
      await tx.selectFrom('invitations').select('id').where('id', '=', id).forUpdate().execute()
      asked.push(resend(), invite())
      await untilWaiting(test, 2)
    })
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses).not.toContain(503)
  })

  it('when somebody signs in with the link and accepts on another page', async () => {
    const password = 'a fine password'
    const email = await emailOf(cast.stranger)
    const account = test.db.updateTable('users').where('id', '=', cast.stranger.userId)
    await account.set({ password_hash: await hashPassword(password) }).execute()
    const { id, token } = await givenInvitation(email)
    const enter = () => test.ask(null, signIn, { body: { email, password, invitation: token } })
    expect(await runAgainst(id, answer(cast.stranger, id), enter)).toEqual([200, 409])
  })
})
