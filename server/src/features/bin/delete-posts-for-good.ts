import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/**
 * Deletes posts that the transaction has locked for good: everything that people wrote in them, their rounds, notes, times and events.
 * A version that was ever given to a publisher keeps its row without content, because the publisher's history refers to it: what went
 * out, when, through which account. All others are gone (docs/product/bin.md "Deleting for good").
 */
export const deletePostsForGood = async (tx: Tx, postIds: readonly number[], now: Date): Promise<void> => {
  if (postIds.length === 0) return
  const versions = await tx.selectFrom('post_socials').select('id').where('post_id', 'in', postIds).execute()
  const versionIds = versions.map(({ id }) => id)
  if (versionIds.length > 0) {
    await deleteConversation(tx, versionIds, now)
    await tx.deleteFrom('attachments').where('post_social_id', 'in', versionIds).execute()
    await tx.deleteFrom('designs').where('post_social_id', 'in', versionIds).execute()
    await tx.deleteFrom('post_contents').where('post_social_id', 'in', versionIds).execute()
    await tx.deleteFrom('withdrawn_approvals').where('post_social_id', 'in', versionIds).execute()
  }
  await tx.deleteFrom('events').where('post_id', 'in', postIds).execute()
  await tx.deleteFrom('post_edits').where('post_id', 'in', postIds).execute()
  await tx.deleteFrom('approval_sent_posts').where('post_id', 'in', postIds).execute()
  await tx.deleteFrom('schedules').where('post_id', 'in', postIds).execute()
  const kept = versionIds.length > 0 ? await emptyPublished(tx, versionIds) : []
  const gone = postIds.filter(id => !kept.includes(id))
  if (kept.length > 0) await tx.updateTable('posts').set({ purged_at: now }).where('id', 'in', kept).execute()
  if (gone.length === 0) return
  await deleteUnfinishedCopies(tx, gone, now)
  await tx.deleteFrom('posts').where('id', 'in', gone).execute()
}

/** Files that were still being copied for these posts: without them nobody copies on, and they would stay files without bytes. */
const deleteUnfinishedCopies = async (tx: Tx, postIds: readonly number[], now: Date): Promise<void> => {
  await tx
    .updateTable('medias')
    .set({ deleted_at: now })
    .where('deleted_at', 'is', null)
    .where('id', 'in', eb =>
      eb
        .selectFrom('media_copies')
        .select('media_id')
        .where('post_id', 'in', postIds)
        .where('status', '<>', 'duplicated'),
    )
    .execute()
}

/** Rounds and notes. The pictures that were sent with them are in no library, and go with them. */
const deleteConversation = async (tx: Tx, versionIds: readonly number[], now: Date): Promise<void> => {
  const actions = tx.selectFrom('approval_actions').select('id').where('post_social_id', 'in', versionIds)
  const rounds = tx.selectFrom('approvals').select('id').where('post_social_id', 'in', versionIds)
  const notes = tx.selectFrom('notes').select('id').where('post_social_id', 'in', versionIds)
  const ofActions = await tx
    .deleteFrom('approval_action_attachments')
    .where('approval_action_id', 'in', actions)
    .returning('media_id')
    .execute()
  const ofNotes = await tx
    .deleteFrom('note_attachments')
    .where('note_id', 'in', notes)
    .returning('media_id')
    .execute()
  const mediaIds = [...ofActions, ...ofNotes].map(row => row.media_id)
  if (mediaIds.length > 0)
    await tx
      .updateTable('medias')
      .set({ deleted_at: now })
      .where('id', 'in', mediaIds)
      .where('source', '=', 'conversation')
      .where('deleted_at', 'is', null)
      .execute()
  await tx.deleteFrom('marks').where('post_social_id', 'in', versionIds).execute()
  await tx.deleteFrom('text_proposals').where('post_social_id', 'in', versionIds).execute()
  await tx.deleteFrom('notes').where('post_social_id', 'in', versionIds).execute()
  await tx.deleteFrom('approval_checkboxes').where('approval_action_id', 'in', actions).execute()
  await tx.deleteFrom('approval_actions').where('post_social_id', 'in', versionIds).execute()
  await tx.deleteFrom('approval_approvers').where('approval_id', 'in', rounds).execute()
  await tx.deleteFrom('approvals').where('post_social_id', 'in', versionIds).execute()
}

/**
 * Deletes the versions that no publisher ever had, and empties the others; what would still follow (a first comment, a link to look up)
 * is given up. Returns the posts of which something remains.
 */
const emptyPublished = async (tx: Tx, versionIds: readonly number[]): Promise<number[]> => {
  const published = tx.selectFrom('publications').where('post_social_id', 'in', versionIds)
  const ids = (await published.select('post_social_id').distinct().execute()).map(row => row.post_social_id)
  await tx
    .deleteFrom('post_socials')
    .where('id', 'in', versionIds)
    .$if(ids.length > 0, query => query.where('id', 'not in', ids))
    .execute()
  if (ids.length === 0) return []
  await tx
    .updateTable('publication_follow_ups')
    .set({ run_at: null })
    .where('publication_id', 'in', published.select('id'))
    .execute()
  const emptied = await tx
    .updateTable('post_socials')
    .set({
      message: '',
      first_comment: '',
      message_editor_state: null,
      extra_fields: JSON.stringify({}),
      awaited_files: [],
      linked_page: sql`null`,
    })
    .where('id', 'in', ids)
    .returning('post_id')
    .execute()
  return [...new Set(emptied.map(({ post_id }) => post_id))]
}
