import { sql } from 'kysely'
import type { FileRule } from '#server/platform/http/media-files.ts'

/**
 * Who may see a person's picture: they themselves, and the people who work in the same agency or are invited to it. Clients see the
 * people of their projects, and everyone sees those who once decided something in a project of theirs.
 */
export const mayReadPicture: FileRule = async (db, storageKey, { userId, isSuperAdmin }) => {
  const { rows } = await sql`
    with shown as (select id, email from users where avatar_key = ${storageKey}),
    agencies_of as (
      select agency_id from agency_admins where user_id = ${userId}
      union select agency_id from agency_members where user_id = ${userId}),
    projects_of as (
      select p.id, p.agency_id from projects p where p.deleted_at is null and (
        exists (select 1 from project_members m where m.project_id = p.id and m.user_id = ${userId})
        or p.agency_id in (select agency_id from agency_admins where user_id = ${userId})))
    select 1 from shown u where u.id = ${userId} or ${isSuperAdmin}
      or exists (select 1 from agency_admins x
        where x.user_id = u.id and x.agency_id in (select agency_id from agencies_of union select agency_id from projects_of))
      or exists (select 1 from agency_members x where x.user_id = u.id and x.agency_id in (select agency_id from agencies_of))
      or exists (select 1 from project_members m where m.user_id = u.id and m.project_id in (select id from projects_of))
      or exists (select 1 from approval_actions c where c.created_by = u.id and c.project_id in (select id from projects_of))
      or exists (select 1 from invitations i where i.email = u.email and i.agency_id in (select agency_id from agencies_of))`.execute(
    db,
  )
  return rows.length > 0
}
