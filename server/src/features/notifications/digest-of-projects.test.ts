import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, buildProject, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { mailDue } from './mail-due.ts'
import { notificationRoutes } from './routes.ts'
import { registerStopMails } from './stop-mails.ts'

let cast: Cast
let other: Awaited<ReturnType<typeof buildProject>>
const kit = useTestApp({ routes: notificationRoutes })
beforeAll(async () => {
  registerStopMails(kit.app, kit.services)
})
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.deleteFrom('notifications').execute()
  await kit.db.deleteFrom('mail_threads').execute()
  await kit.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(kit.db)
  other = await buildProject(kit.db, { agencyId: cast.project.agencyId })
})

let events = 0
/** Something about a post of the project that is to be mailed to the person now. */
const notify = async (
  person: TestPerson,
  project: Cast['project'],
  kind: 'published' | 'note' = 'published',
) => {
  const now = kit.clock.now()
  const { postId, socialIds } = await buildPost(kit.db, project, {
    socials: [{ network: 'facebook', status: 'live', message: 'Cold brew' }],
  })
  events += 1
  await kit.db
    .insertInto('notifications')
    .values({
      user_id: person.userId,
      kind,
      project_id: project.projectId,
      post_id: postId,
      post_social_id: socialIds[0] ?? 0,
      event_id: events,
      created_at: now,
      mail_at: now,
    })
    .execute()
}
const join = ({ userId }: TestPerson, role: 'content-creator' | 'external-approver') =>
  kit.db
    .insertInto('project_members')
    .values({ project_id: other.projectId, user_id: userId, role })
    .execute()
const subjects = async () => {
  while ((await mailDue(kit.services)) > 0);
  const rows = await kit.db.selectFrom('outgoing_mails').select('subject').orderBy('id').execute()
  return rows.map(({ subject }) => subject)
}
const nameOf = async ({ projectId }: Cast['project']) =>
  (await kit.db.selectFrom('projects').select('name').where('id', '=', projectId).executeTakeFirstOrThrow())
    .name

it('what gathers about several projects of an agency comes in one mail', async () => {
  await join(cast.creator, 'content-creator')
  await notify(cast.creator, cast.project)
  await notify(cast.creator, other)
  expect(await subjects()).toEqual([`2 updates for ${await nameOf(cast.project)} and ${await nameOf(other)}`])
  expect(await kit.db.selectFrom('mail_threads').select('id').execute()).toEqual([])
})

it('projects of another agency have a mail of their own', async () => {
  await kit.db
    .insertInto('project_members')
    .values({ project_id: cast.elsewhere.projectId, user_id: cast.creator.userId, role: 'content-creator' })
    .execute()
  await notify(cast.creator, cast.project)
  await notify(cast.creator, cast.elsewhere)
  expect(await subjects()).toHaveLength(2)
})

it('a client has a mail for each project, as their link opens one', async () => {
  await join(cast.external, 'external-approver')
  await notify(cast.external, cast.project, 'note')
  await notify(cast.external, other, 'note')
  expect(await subjects()).toEqual([
    `${await nameOf(cast.project)}: A note was written`,
    `${await nameOf(other)}: A note was written`,
  ])
})
