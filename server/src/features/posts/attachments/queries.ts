import type { ObjectData } from '#domain/media/model.ts'
import type { Attachment } from '#domain/posts/model.ts'
import { toObjectData } from '#server/features/media/medias.ts'
import type { Reader } from '#server/platform/db/database.ts'

/** What `toObjectData` needs of a file; the columns come from an outer join, so they are there together or not at all. */
type MediaRow = Parameters<typeof toObjectData>[0]

const thumbnailColumns = [
  't.storage_key as t_storage_key',
  't.object_type as t_object_type',
  't.content_type as t_content_type',
  't.file_size as t_file_size',
  't.original_name as t_original_name',
  't.width as t_width',
  't.height as t_height',
  't.duration_seconds as t_duration_seconds',
  't.has_previews as t_has_previews',
  't.user_id as t_user_id',
] as const

type ThumbnailRow = { readonly [K in keyof MediaRow as `t_${K}`]: MediaRow[K] | null }

const toThumbnailData = (row: ThumbnailRow, publicUrl: string): ObjectData | null => {
  if (row.t_storage_key === null) return null
  const media = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (name.startsWith('t_') ? [[name.slice(2), value]] : [])),
  )
  return toObjectData(media as MediaRow, publicUrl)
}

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
    .leftJoin('medias as t', 't.id', 'a.thumbnail_media_id')
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
    .select(['a.thumbnail_media_id', ...thumbnailColumns])
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
      thumbnail_object_id: row.thumbnail_media_id,
      thumbnail_object_data: toThumbnailData(row, publicUrl),
      description: row.description,
      extra_fields: row.extra_fields,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }
    bySocial.set(row.post_social_id, [...(bySocial.get(row.post_social_id) ?? []), attachment])
  }
  return bySocial
}
