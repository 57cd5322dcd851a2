import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { can } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { FileRule } from '#server/platform/http/media-files.ts'
import { roleIn } from '#server/platform/session/scope.ts'
import { isBinned } from './binned-media.ts'
import { isUsedIn } from './media-use.ts'
import { isShownToClients } from './shown-to-clients.ts'

/** The file that is attached: of a converted video its original. */
const attachedId = sql`coalesce((select v.media_id from media_conversions v where v.result_media_id = medias.id), medias.id)`

/** Of `medias`, for a client: their own, and what versions and external rounds that they see are made of. */
export const isShownToClient = (userId: number): RawBuilder<SqlBool> => sql`(
  medias.user_id = ${userId}
  or ${isUsedIn(
    {
      version: sql`p.deleted_at is null and ${isShownToClients('s')}`,
      action: sql`c.round = 'external'`,
      note: sql`n.is_for_client`,
    },
    attachedId,
  )}
  or exists (
    select 1 from post_contents k
      join approval_action_contents r on r.post_social_id = k.post_social_id and r.digest = k.digest
      join approval_actions c on c.id = r.approval_action_id and c.round = 'external'
      join post_socials s on s.id = k.post_social_id join posts p on p.id = s.post_id
    where k.media_ids @> array[${attachedId}] and p.deleted_at is null and ${isShownToClients('s')}))`

/** Of `medias`: not deleted, and not only part of posts that are. What no post uses yet stays: it was just uploaded. */
const isKept: RawBuilder<SqlBool> = sql`(medias.deleted_at is null and (
  ${isUsedIn({ version: sql`p.deleted_at is null` }, attachedId)}
  or not exists (
    select 1 from attachments a where a.media_id = ${attachedId} or a.thumbnail_media_id = medias.id
    union all select 1 from approval_action_attachments t where t.media_id = medias.id
    union all select 1 from note_attachments t where t.media_id = medias.id)))`

/**
 * A project's uploads: for who is in the project, and for its clients what reached them (docs/product/media.md "Who may read a file"). One
 * statement, because a calendar fetches hundreds.
 */
export const mayReadMedia: FileRule = async (db, storageKey, person) => {
  const { rows } = await sql<{ role: Role | null; is_binned: boolean; is_shown: boolean | null }>`
    ${prepared} select found.role, ${isBinned} as is_binned,
      case when found.role = 'external-approver' then ${isShownToClient(person.userId)} end as is_shown
    from medias join lateral (
      select ${roleIn('projects', person)} as role from projects
      where projects.id = medias.project_id and projects.deleted_at is null) found on true
    where medias.storage_key = ${storageKey} and (${isBinned} or ${isKept})`.execute(db)
  const [found] = rows
  // The bin shows its files to those who may restore them.
  if (found?.is_binned) return can(found, 'bin.restore')
  return found !== undefined && (found.is_shown ?? can(found, 'post.seeInternalApprovalRound'))
}
