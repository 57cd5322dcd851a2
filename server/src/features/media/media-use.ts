import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { BIN_DAYS } from '#domain/bin/bin.ts'

/** The sources of files that go when what they belong to goes (a note, an original): no post may be made of them. */
export const ofOtherThings = ['conversation', 'converted'] as const

/** A deleted post lets go of its files a day after it has left the bin. */
const DELETED_POST_HOLDS_DAYS = BIN_DAYS + 1

/** Of `medias`: whether anything may still show or publish its bytes, or a post in the bin may once it is restored. */
export const isUsed = (now: Date): RawBuilder<SqlBool> =>
  isUsedByPosts(new Date(now.getTime() - DELETED_POST_HOLDS_DAYS * 24 * 3_600_000))

/**
 * Of `medias`: whether posts use it that are not deleted, or were deleted after `deletedAfter`. A version's row stays the same after approval, so what is attached
 * is also what was approved. Attachments of posts deleted for good remain as rows, but nobody can open them. Two columns with `or`
 * instead of `in`, so that both indexes serve. A crop uses
 * its original, so that it can be changed, and a copy in another project its source until it has arrived.
 */
export const isUsedByPosts = (deletedAfter: Date): RawBuilder<SqlBool> => {
  const isPresent = sql`(p.deleted_at is null or p.deleted_at > ${deletedAfter})`
  const isAttached = (id: RawBuilder<unknown>) => sql`exists (
    select 1 from attachments a join post_socials s on s.id = a.post_social_id join posts p on p.id = s.post_id
    where (a.media_id = ${id} or a.thumbnail_media_id = ${id}) and ${isPresent})`
  return sql<SqlBool>`(${isAttached(sql`medias.id`)}
  or exists (select 1 from medias crop where crop.parent_media_id = medias.id and ${isAttached(sql`crop.id`)})
  or exists (
    select 1 from media_copies c join medias k on k.id = c.media_id and k.deleted_at is null
    where c.source_media_id = medias.id and c.status <> 'duplicated')
  or exists (
    select 1 from approval_action_attachments t join approval_actions c on c.id = t.approval_action_id
      join post_socials s on s.id = c.post_social_id join posts p on p.id = s.post_id
    where t.media_id = medias.id and ${isPresent})
  or exists (
    select 1 from note_attachments t join notes n on n.id = t.note_id
      join post_socials s on s.id = n.post_social_id join posts p on p.id = s.post_id
    where t.media_id = medias.id and ${isPresent}))`
}
