import { sql } from 'kysely'
import { EDIT_PAUSE_MINUTES, type VersionEdit } from '#domain/posts/edits.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/**
 * Adds a save of a locked post to the edit of the same person that it goes on with, or begins another: after a pause, after somebody
 * else's save, and once the approval has gone on, so that what was changed since then can be told. One statement, because a save happens
 * every few seconds while somebody types (decision 61).
 */
export const recordEdit = async (
  { tx, scope, person, now }: ScopedCall,
  postId: number,
  versions: readonly VersionEdit[],
): Promise<void> => {
  if (versions.length === 0) return
  await sql`${prepared}
    with last as (
      select id, edited_by, saved_at from post_edits where post_id = ${postId} order by id desc limit 1
    ), continued as (
      update post_edits e set saved_at = ${now}::timestamptz from last
      where e.id = last.id and last.edited_by = ${person.userId}
        and last.saved_at > ${now}::timestamptz - make_interval(mins => ${EDIT_PAUSE_MINUTES})
        and not exists (
          select 1 from approval_actions a join post_socials s on s.id = a.post_social_id
          where s.post_id = ${postId} and a.created_at > last.saved_at)
      returning e.id
    ), started as (
      insert into post_edits (post_id, project_id, edited_by, saved_at)
      select ${postId}::bigint, ${scope.projectId}::bigint, ${person.userId}::bigint, ${now}::timestamptz
      where not exists (select 1 from continued)
      returning id
    )
    insert into post_edit_versions as kept (edit_id, social_network, parts, message_before, message_after,
      first_comment_before, first_comment_after, media_before, media_after)
    select edit.id, saved.*
    from (select id from continued union all select id from started) edit,
      jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as saved(social_network text, parts text[],
        message_before text, message_after text, first_comment_before text, first_comment_after text,
        media_before integer, media_after integer)
    on conflict (edit_id, social_network) do update set
      parts = kept.parts || array(select p from unnest(excluded.parts) p where p <> all(kept.parts)),
      message_before = coalesce(kept.message_before, excluded.message_before),
      message_after = coalesce(excluded.message_after, kept.message_after),
      first_comment_before = coalesce(kept.first_comment_before, excluded.first_comment_before),
      first_comment_after = coalesce(excluded.first_comment_after, kept.first_comment_after),
      media_before = coalesce(kept.media_before, excluded.media_before),
      media_after = coalesce(excluded.media_after, kept.media_after)`.execute(tx)
}
