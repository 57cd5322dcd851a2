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

/** What was written with the reminder or the approval that notification `n` is about; null: nothing. */
export const messageOf = sql<string | null>`(select e.detail->>'message' from events e
  where n.kind in ('approval_reminder', 'correction_reminder', 'draft_reminder', 'approved') and e.id = n.event_id)`

const detailOf = (name: 'reason' | 'due_at') =>
  sql.raw(`(select e.detail->>'${name}' from events e where n.kind = 'endangered' and e.id = n.event_id)`)

/** Why the version that notification `n` is about will not go out; null: it is about something else. */
export const reasonOf = detailOf('reason')

/** Of the same, the time at which it will not go out. */
export const dueAtOf = detailOf('due_at')
