import { sql } from 'kysely'
import { EDIT_PAUSE_MINUTES, SNAPSHOTS_MAX, type VersionEdit } from '#domain/posts/edits.ts'
import type { StoredContent } from '#server/features/posts/content.ts'
import { forgetContents, keepContents } from '#server/features/posts/post-contents.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** What a save changed in one version, and what the version said before and after. */
export type RecordedEdit = {
  readonly edit: VersionEdit
  readonly before: StoredContent
  readonly after: StoredContent
}

/**
 * Adds a save of a locked post to the edit of the same person that it goes on with, or begins another: after a pause, after somebody
 * else's save, and once the approval has gone on, so that what was changed since then can be shown. Few statements, because a save happens
 * every few seconds while somebody types (decision 61).
 */
export const recordEdit = async (
  { tx, scope, person, now }: ScopedCall,
  postId: number,
  versions: readonly RecordedEdit[],
  /** The moment of the content that the save restores; it is an edit of its own. */
  restoredFrom: Date | null = null,
): Promise<void> => {
  if (versions.length === 0) return
  await keepContents(
    tx,
    versions.flatMap(({ before, after }) => [before, after]),
  )
  const saved = versions.map(({ edit, before, after }) => ({
    ...edit,
    post_social_id: after.postSocialId,
    digest_before: before.digest,
    digest_after: after.digest,
  }))
  await sql`${prepared}
    with last as (
      select id, edited_by, saved_at, restored_from from post_edits where post_id = ${postId} order by id desc limit 1
    ), continued as (
      update post_edits e set saved_at = ${now}::timestamptz from last
      where e.id = last.id and last.edited_by = ${person.userId}
        and last.restored_from is null and ${restoredFrom}::timestamptz is null
        and last.saved_at > ${now}::timestamptz - make_interval(mins => ${EDIT_PAUSE_MINUTES})
        and not exists (
          select 1 from approval_actions a join post_socials s on s.id = a.post_social_id
          where s.post_id = ${postId} and a.created_at > last.saved_at)
      returning e.id
    ), started as (
      insert into post_edits (post_id, project_id, edited_by, saved_at, restored_from)
      select ${postId}::bigint, ${scope.projectId}::bigint, ${person.userId}::bigint, ${now}::timestamptz,
        ${restoredFrom}::timestamptz
      where not exists (select 1 from continued)
      returning id
    )
    insert into post_edit_versions as kept (edit_id, social_network, parts, message_before, message_after,
      first_comment_before, first_comment_after, media_before, media_after, post_social_id, digest_before, digest_after)
    select edit.id, saved.*
    from (select id from continued union all select id from started) edit,
      jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as saved(social_network text, parts text[],
        message_before text, message_after text, first_comment_before text, first_comment_after text,
        media_before integer, media_after integer, post_social_id bigint, digest_before text, digest_after text)
    on conflict (edit_id, social_network) do update set
      parts = kept.parts || array(select p from unnest(excluded.parts) p where p <> all(kept.parts)),
      message_before = coalesce(kept.message_before, excluded.message_before),
      message_after = coalesce(excluded.message_after, kept.message_after),
      first_comment_before = coalesce(kept.first_comment_before, excluded.first_comment_before),
      first_comment_after = coalesce(excluded.first_comment_after, kept.first_comment_after),
      media_before = coalesce(kept.media_before, excluded.media_before),
      media_after = coalesce(excluded.media_after, kept.media_after),
      post_social_id = excluded.post_social_id,
      digest_before = coalesce(kept.digest_before, excluded.digest_before),
      digest_after = excluded.digest_after`.execute(tx)
  await forgetOldest(tx, postId)
  await forgetContents(
    tx,
    versions.map(({ after }) => after.postSocialId),
  )
}

/** Of older edits only the words remain. What was sent or decided is kept by its entry in the history. */
const forgetOldest = async (tx: Tx, postId: number): Promise<void> => {
  await sql`${prepared}
    update post_edit_versions set digest_before = null, digest_after = null
    where digest_after is not null and edit_id in (
      select id from post_edits where post_id = ${postId} order by id desc offset ${SNAPSHOTS_MAX})`.execute(
    tx,
  )
}
