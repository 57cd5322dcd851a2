import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { BIN_DAYS } from '#domain/bin/bin.ts'

/** The sources of files that go when what they belong to goes (a note, an original): no post may be made of them. */
export const ofOtherThings = ['conversation', 'converted'] as const

/** A deleted post lets go of its files a day after it has left the bin. */
const DELETED_POST_HOLDS_DAYS = BIN_DAYS + 1

/** Of `medias`: whether anything may still show or publish its bytes, or a post in the bin may once it is restored. */
export const isUsed = (now: Date): RawBuilder<SqlBool> => isUsedByPosts(heldSince(now))

const heldSince = (now: Date): Date => new Date(now.getTime() - DELETED_POST_HOLDS_DAYS * 24 * 3_600_000)

/** Whether `medias` belongs to an archived client, which is to come back as it was. */
const isOfArchived = sql`exists (select 1 from projects j where j.id = medias.project_id and j.archived_at is not null)`

/**
 * Of `medias`: the same, or whether an earlier version of a post or a frozen proof would miss it. It is not cleaned then; people may still delete it
 * (decision 71).
 */
export const isUsedOrKept = (
  now: Date,
): RawBuilder<SqlBool> => sql<SqlBool>`(${isUsed(now)} or ${isOfArchived} or exists (
  select 1 from post_contents k join post_socials s on s.id = k.post_social_id join posts p on p.id = s.post_id
  where k.media_ids @> array[medias.id] and (p.deleted_at is null or p.deleted_at > ${heldSince(now)}))
  or exists (select 1 from proofs f where f.media_ids @> array[medias.id] and f.expires_at > ${now}))`

/** Which uses count. In `version` the version is called `s` and its post `p`, in `action` the entry of an approval `c`, in `note` the note `n`. */
type Counted = {
  readonly version: RawBuilder<unknown>
  readonly action?: RawBuilder<unknown>
  readonly note?: RawBuilder<unknown>
}

const every = sql`true`

/** Whether versions have it as a file or as a cover. Two columns with `or` instead of `in`, so that both indexes serve. */
const isAttached = (
  version: RawBuilder<unknown>,
  { file, cover }: { readonly file: RawBuilder<unknown>; readonly cover: RawBuilder<unknown> },
) => sql`exists (
  select 1 from attachments a join post_socials s on s.id = a.post_social_id join posts p on p.id = s.post_id
  where (a.media_id = ${file} or a.thumbnail_media_id = ${cover}) and ${version})`

/**
 * Of `medias`: whether a version, an approval or a note shows it. `file` is what would be attached: of a converted video its original. The one
 * place that says who uses a file.
 */
export const isUsedIn = (
  { version, action = every, note = every }: Counted,
  file: RawBuilder<unknown> = sql`medias.id`,
): RawBuilder<SqlBool> => sql<SqlBool>`(${isAttached(version, { file, cover: sql`medias.id` })}
  or exists (
    select 1 from approval_action_attachments t join approval_actions c on c.id = t.approval_action_id
      join post_socials s on s.id = c.post_social_id join posts p on p.id = s.post_id
    where t.media_id = medias.id and medias.deleted_at is null and ${action} and ${version})
  or exists (
    select 1 from note_attachments t join notes n on n.id = t.note_id
      join post_socials s on s.id = n.post_social_id join posts p on p.id = s.post_id
    where t.media_id = medias.id and medias.deleted_at is null and ${note} and ${version}))`

/**
 * Of `medias`: whether posts use it that are not deleted, or were deleted after `deletedAfter`. A version's row stays the same after approval, so what is attached
 * is also what was approved. Attachments of posts deleted for good remain as rows, but nobody can open them. A crop uses
 * its original, so that it can be changed, and a copy in another project its source until it has arrived. A picture that was removed from a
 * conversation is in none, although its row stays.
 */
export const isUsedByPosts = (deletedAfter: Date): RawBuilder<SqlBool> => {
  const version = sql`(p.deleted_at is null or p.deleted_at > ${deletedAfter})`
  return sql<SqlBool>`(${isUsedIn({ version })}
  or exists (
    select 1 from medias crop where crop.parent_media_id = medias.id
      and ${isAttached(version, { file: sql`crop.id`, cover: sql`crop.id` })})
  or exists (
    select 1 from media_copies c join medias k on k.id = c.media_id and k.deleted_at is null
    where c.source_media_id = medias.id and c.status <> 'duplicated'))`
}
