import type { Attachment } from '#domain/posts/model.ts'
import { toObjectData } from '#server/features/media/queries.ts'
import type { Reader } from '#server/platform/db/database.ts'

/** What `toObjectData` needs of a file; the columns come from an outer join, so they are there together or not at all. */
type MediaRow = Parameters<typeof toObjectData>[0]

/** The attachments of these post socials in their order, by post social id. */
export const readAttachments = async (
  db: Reader,
  postSocialIds: readonly number[],
  publicUrl: string,
): Promise<Map<number, Attachment[]>> => {
  const bySocial = new Map<number, Attachment[]>()
  if (postSocialIds.length === 0) return bySocial
  const rows = await db
    .selectFrom('attachments as a')
    .leftJoin('medias as m', 'm.id', 'a.media_id')
    .select(['a.id', 'a.post_social_id', 'a.media_id', 'a.description', 'a.extra_fields'])
    .select([
      'a.created_at',
      'a.updated_at',
      'm.storage_key',
      'm.object_type',
      'm.content_type',
      'm.file_size',
    ])
    .select(['m.original_name', 'm.width', 'm.height', 'm.duration_seconds', 'm.has_previews', 'm.user_id'])
    .where('a.post_social_id', 'in', postSocialIds)
    .orderBy('a.position')
    .orderBy('a.id')
    .execute()
  for (const row of rows) {
    const attachment: Attachment = {
      id: row.id,
      post_social_id: row.post_social_id,
      object_id: row.media_id,
      object_type: row.object_type ?? 'link',
      object_data: row.storage_key === null ? null : toObjectData(row as MediaRow, publicUrl),
      description: row.description,
      extra_fields: row.extra_fields,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }
    bySocial.set(row.post_social_id, [...(bySocial.get(row.post_social_id) ?? []), attachment])
  }
  return bySocial
}
