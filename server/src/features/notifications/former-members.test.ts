import { beforeEach, expect, it } from 'vitest'
import { changeAgencyRole, removeAgencyUser } from '#domain/agencies/contract.ts'
import { removeProjectUser } from '#domain/team/contract.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { mailDue } from './mail-due.ts'

// A mail that waits for the mail server shows posts; its reader may have left since.

let cast: Cast
const kit = useTestApp({ routes: [...teamRoutes, ...agencyRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(kit.db)
})

/** A mail to the person about a post of the project, which the mail server has not taken yet. */
const queueMailTo = async ({ userId }: TestPerson, project = cast.project) => {
  const { postId, socialIds } = await buildPost(kit.db, project, {
    socials: [{ network: 'facebook', status: 'live' }],
  })
  const about = { project_id: project.projectId, post_id: postId, post_social_id: socialIds[0] ?? 0 }
  const { id: event_id } = await kit.db
    .insertInto('events')
    .values({ ...about, type: 'note.created', detail: JSON.stringify({}), is_told: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { user_id: userId, event_id, kind: 'note' as const, created_at: testNow, mail_at: testNow }
  await kit.db
    .insertInto('notifications')
    .values({ ...about, ...row })
    .execute()
  await mailDue(kit.services)
}
const emailOf = async ({ userId }: TestPerson) =>
  (await kit.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email
const waitingFor = async (person: TestPerson) =>
  kit.db
    .selectFrom('outgoing_mails')
    .select('status')
    .where('recipient', '=', (await emailOf(person)).toLowerCase())
    .execute()
const inAgency = ({ userId }: TestPerson) => ({ params: { agencyId: cast.project.agencyId, userId } })
const leave = ({ userId }: TestPerson) =>
  kit.ask(cast.admin, removeProjectUser, { params: { projectId: cast.project.projectId, userId } })

it.each(['creator', 'external'] as const)(
  'A mail to a %s who has left its project is not sent',
  async role => {
    await queueMailTo(cast[role])
    await queueMailTo(cast.internal)
    expect(await waitingFor(cast[role])).toHaveLength(1)
    expect((await leave(cast[role])).status).toBe(200)
    expect(await waitingFor(cast[role])).toEqual([])
    expect(await waitingFor(cast.internal)).toHaveLength(1)
  },
)

it('One that was refused cannot be sent again either, and one that was sent stays recorded', async () => {
  await queueMailTo(cast.external)
  await kit.db.updateTable('outgoing_mails').set({ status: 'sent', sealed: null, key_id: null }).execute()
  await queueMailTo(cast.external)
  await kit.db
    .updateTable('outgoing_mails')
    .set({ status: 'failed', failed_at: testNow })
    .where('status', '=', 'queued')
    .execute()
  expect((await leave(cast.external)).status).toBe(200)
  expect(await waitingFor(cast.external)).toEqual([{ status: 'sent' }])
})

it('A mail about another project stays', async () => {
  const other = await buildProject(kit.db, { agencyId: cast.project.agencyId })
  await kit.db
    .insertInto('project_members')
    .values({ project_id: other.projectId, user_id: cast.creator.userId, role: 'content-creator' })
    .execute()
  await queueMailTo(cast.creator, other)
  expect((await leave(cast.creator)).status).toBe(200)
  expect(await waitingFor(cast.creator)).toHaveLength(1)
})

it.each(['is removed', 'gets another role'])('A mail to an admin who %s is not sent', async how => {
  const admin = await buildPerson(kit.db, cast.project, 'agency-admin')
  await queueMailTo(admin)
  await queueMailTo(cast.admin)
  expect(await waitingFor(admin)).toHaveLength(1)
  const answer =
    how === 'is removed'
      ? await kit.ask(cast.admin, removeAgencyUser, inAgency(admin))
      : await kit.ask(cast.admin, changeAgencyRole, {
          ...inAgency(admin),
          body: { role: 'content-creator' },
        })
  expect(answer.status).toBe(200)
  expect([(await waitingFor(admin)).length, (await waitingFor(cast.admin)).length]).toEqual([0, 1])
})
