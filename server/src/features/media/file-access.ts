import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { can } from '#domain/permissions/can.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { FileRule } from '#server/platform/http/media-files.ts'
import { batched, oncePer } from '#server/platform/jobs/batches.ts'
import { type Person, roleIn } from '#server/platform/session/scope.ts'
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

type FileRequest = { readonly storageKey: string; readonly person: Person }

/** Which of these files the person may read. */
const readableBy = async (
  db: Reader,
  person: Person,
  storageKeys: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{
    storage_key: string
    role: Role | null
    is_binned: boolean
    is_shown: boolean | null
  }>`
    ${prepared} select medias.storage_key, found.role, ${isBinned} as is_binned,
      case when found.role = 'external-approver' then ${isShownToClient(person.userId)} end as is_shown
    from medias join lateral (
      select ${roleIn('projects', person)} as role from projects
      where projects.id = medias.project_id and projects.deleted_at is null) found on true
    where medias.storage_key = any(${[...storageKeys]}::text[]) and (${isBinned} or ${isKept})`.execute(db)
  const readable = rows.filter(({ role, is_binned, is_shown }) =>
    // The bin shows its files to those who may restore them.
    is_binned ? can({ role }, 'bin.restore') : (is_shown ?? can({ role }, 'post.seeInternalApprovalRound')),
  )
  return new Set(readable.map(({ storage_key }) => storage_key))
}

/** Files that are asked for at the same moment share a statement for each person, which begins after each of them was asked for. */
const mediaReader = oncePer((db: Reader) =>
  batched(
    async (requests: readonly FileRequest[]) => {
      const byPerson = Map.groupBy(requests, ({ person }) => person.userId)
      const readable = new Map<number, Set<string>>()
      for (const [userId, theirs] of byPerson) {
        const [first] = theirs
        if (first)
          readable.set(
            userId,
            await readableBy(
              db,
              first.person,
              theirs.map(({ storageKey }) => storageKey),
            ),
          )
      }
      return requests.map(({ person, storageKey }) => readable.get(person.userId)?.has(storageKey) === true)
    },
    { size: 50, atOnce: 2 },
  ),
)

/**
 * A project's uploads: for the people of the project, and for its clients what reached them (docs/product/media.md "Who may read a file"). A
 * calendar fetches hundreds at once.
 */
export const mayReadMedia: FileRule = (db, storageKey, person) => mediaReader(db)({ storageKey, person })
