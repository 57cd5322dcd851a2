import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { approvalLinkRoutes } from '#server/features/approval-links/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { byLink } from '#testing/approvals/approval-links.ts'
import { useNewCast } from '#testing/people.ts'

const kit = useTestApp({ routes: approvalLinkRoutes })
const cast = useNewCast(kit)

const { copied, open } = byLink(
  () => kit,
  () => cast,
)
const links = () =>
  kit.db.selectFrom('approval_links').select('id').where('user_id', '=', cast.external.userId).execute()

/** Triggers delete the links of somebody whose role changes; here they are off, as if one was forgotten. */
const withoutTriggers = (work: ReturnType<typeof sql>) =>
  kit.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await work.execute(tx)
  })

it.each([
  [
    'got another role in the project',
    () => sql`update project_members set role = 'content-creator' where user_id = ${cast.external.userId}`,
  ],
  ['left the project', () => sql`delete from project_members where user_id = ${cast.external.userId}`],
  [
    'became an admin of the agency',
    () =>
      sql`insert into agency_admins (agency_id, user_id) values (${cast.project.agencyId}, ${cast.external.userId})`,
  ],
  [
    'became a super admin',
    () => sql`update users set is_super_admin = true where id = ${cast.external.userId}`,
  ],
  ['was blocked', () => sql`update users set is_blocked = true where id = ${cast.external.userId}`],
  [
    'lost the project to the bin',
    () => sql`update projects set deleted_at = now() where id = ${cast.project.projectId}`,
  ],
])('a link that is still there opens nothing once its person %s', async (_, change) => {
  const token = await copied()
  expect((await open(token)).status).toBe(200)
  await withoutTriggers(change())
  expect(await links()).toHaveLength(1)
  expect((await open(token)).status).toBe(404)
})
