import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { kindsOf } from '#domain/notifications/recipients.ts'
import { isShownToClients } from '#server/features/media/shown-to-clients.ts'
import { isOwn } from '#server/features/projects/own-projects.ts'
import type { Person } from '#server/platform/session/scope.ts'

/**
 * Whether a notification `n` of project `p`, or of an agency and no project, is shown to its person: what it is about is still there,
 * and theirs to see. A client sees versions as their calls show them, and of their notifications under another role only what clients
 * are notified of.
 */
export const isShown = (person: Person): RawBuilder<SqlBool> => sql`n.user_id = ${person.userId}
  and case when n.agency_id is null then ${isShownInProject(person)}
    else n.agency_id in (select agency_id from agency_admins where user_id = ${person.userId}) end`

const isShownInProject = (person: Person): RawBuilder<SqlBool> => sql`${isOwn(person)}
  and (n.post_id is null or exists (select 1 from posts t where t.id = n.post_id and t.deleted_at is null))
  and (not exists (select 1 from project_members m
      where m.project_id = n.project_id and m.user_id = n.user_id and m.role = 'external-approver')
    or (n.kind = any(${kindsOf('external-approver')}) and (n.post_id is null
      or exists (select 1 from post_socials v where v.id = n.post_social_id and ${isShownToClients('v')}))))`
