import { sql } from 'kysely'
import type { ProjectKind } from '#domain/notifications/kinds.ts'
import type { Role } from '#domain/permissions/table.ts'
import { overdueStatuses, sentBackStatuses } from '#domain/posts/status.ts'
import type { OutlookCode } from '#domain/publishing/outlook-codes.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { type Person, roleIn } from '#server/platform/session/scope.ts'
import { dueAtOf, isShown, messageOf, reasonOf } from './shown.ts'

/** A notification that goes into a mail. */
export type DueRow = {
  readonly id: number
  readonly kind: ProjectKind
  readonly project_id: number
  readonly project_name: string
  readonly timezone: string
  readonly post_id: number | null
  readonly post_social_id: number | null
  readonly social_network: string | null
  readonly post_text: string | null
  readonly actor_name: string | null
  /** What was written with the reminder or the approval. */
  readonly message: string | null
  /** Why the post will not go out. */
  readonly reason: OutlookCode | null
  /** Of the first picture that has been made small. */
  readonly picture_key: string | null
  readonly role: Role
}

/** Somebody to whom something is due about projects of an agency. */
export type Recipient = { readonly userId: number; readonly agencyId: number }

/** The projects of an agency, for a condition. */
export const projectsOf = (agencyId: number) =>
  sql<number>`(select id from projects where agency_id = ${agencyId})`

/** Takes all that is due to one person about an agency's projects out of the rows: it is in the mail of this transaction, or in none. */
export const takeDue = async (
  tx: Tx,
  { userId, agencyId }: Recipient,
  now: Date,
): Promise<readonly number[]> => {
  const rows = await tx
    .updateTable('notifications')
    .set({ mail_at: null })
    .where('user_id', '=', userId)
    .where('project_id', 'in', projectsOf(agencyId))
    .where('mail_at', '<=', now)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Of these, what still needs to be mailed, oldest first: not what was read in the app, is gone, was decided by the person or somebody
 * else, or has been put right (docs/product/notifications.md "Mails").
 */
export const readDue = async (
  tx: Tx,
  person: Person,
  ids: readonly number[],
  now: Date,
): Promise<readonly DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select n.id, n.kind, n.project_id, p.name as project_name, p.timezone, n.post_id, n.post_social_id, ${roleIn('p', person)} as role,
      (select x.social_network from post_socials x
        where x.post_id = n.post_id and (n.post_social_id is null or x.id = n.post_social_id) order by x.id limit 1) as social_network,
      (select left(x.message, 400) from post_socials x
        where x.post_id = n.post_id and (n.post_social_id is null or x.id = n.post_social_id) order by x.id limit 1) as post_text,
      (select m.storage_key from attachments a join medias m on m.id = coalesce(a.thumbnail_media_id, a.media_id)
        join post_socials x on x.id = a.post_social_id
        where x.post_id = n.post_id and (n.post_social_id is null or x.id = n.post_social_id) and m.has_previews
        order by x.id, a.position limit 1) as picture_key,
      (select trim(u.name || ' ' || u.last_name) from users u where u.id = n.actor_id) as actor_name,
      ${messageOf} as message, ${reasonOf} as reason
    from notifications n join projects p on p.id = n.project_id
    where n.id = any(${ids}::bigint[]) and ${isShown(person)} and n.read_at is null
      and case
        when n.kind in ('sent_for_approval', 'approval_reminder') then exists (select 1 from approvals a
          where a.post_social_id = n.post_social_id and a.status = 'open' and a.opened_at <= n.created_at
            and not exists (select 1 from approval_approvers c
              where c.approval_id = a.id and c.user_id = n.user_id and c.decided_at is not null))
        when n.kind = 'correction_reminder' then exists (select 1 from post_socials v
          where v.id = n.post_social_id and v.status = any(${[...sentBackStatuses]}))
        when n.kind = 'draft_reminder' then exists (select 1 from post_socials v
          where v.id = n.post_social_id and v.status = 'draft')
        when n.kind = 'approval_late' then exists (select 1 from approvals a
          where a.post_social_id = n.post_social_id and a.status = 'open' and a.opened_at <= n.created_at)
        when n.kind = 'publishing_failed' then exists (select 1 from post_socials v
          where v.id = n.post_social_id and v.status = 'publishing_failed')
        when n.kind = 'manual_publish_due' then exists (select 1 from post_socials v
          where v.id = n.post_social_id and v.status = 'pending_publish')
        when n.kind = 'first_comment_failed' then exists (select 1 from post_socials v
          where v.id = n.post_social_id and v.first_comment_status = 'failed')
        when n.kind = 'endangered' then exists (select 1 from post_socials v join schedules s on s.post_id = v.post_id
          where v.id = n.post_social_id and v.status <> 'live' and s.deleted_at is null and s.datetime = ${dueAtOf}::timestamptz)
        when n.kind = 'overdue' then exists (select 1 from post_socials v join schedules s on s.post_id = v.post_id
          where v.post_id = n.post_id and v.status = any(${[...overdueStatuses]}) and s.deleted_at is null and s.datetime < ${now})
        else true end
    order by n.id`.execute(tx)
  return rows
}
