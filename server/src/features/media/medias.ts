import type { Media, ObjectData } from '#domain/media/model.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'

type MediaRow = Pick<
  Row<'medias'>,
  | 'storage_key'
  | 'object_type'
  | 'content_type'
  | 'original_name'
  | 'file_size'
  | 'width'
  | 'height'
  | 'duration_seconds'
  | 'has_previews'
  | 'user_id'
  | 'parent_media_id'
  | 'crop'
  | 'canva_design_id'
  | 'stream'
  | 'frames'
  | 'digital_source_type'
>

/** A stored file in its wire form. */
export const toObjectData = (row: MediaRow, publicUrl: string): ObjectData => {
  const url = (size: 'small' | 'medium' | 'original') => publicUrlOf(publicUrl, row.storage_key, size)
  return {
    public_url: url('original'),
    content_type: row.content_type,
    file_size: row.file_size,
    options: {
      width: row.width,
      height: row.height,
      ratio: row.width !== null && row.height ? row.width / row.height : null,
      type: row.object_type,
      duration: row.duration_seconds,
      ...(row.stream && { stream: row.stream }),
      ...(row.frames === null ? {} : { frames: row.frames }),
    },
    is_temporary: false,
    original_name: row.original_name,
    user_id: row.user_id,
    previews: row.has_previews
      ? { small: url('small'), medium: url('medium'), original: url('original') }
      : null,
    parent_media_id: row.parent_media_id,
    crop: row.crop,
    ...(row.canva_design_id === null ? {} : { canva_design_id: row.canva_design_id }),
    ...(row.digital_source_type === null ? {} : { digital_source_type: row.digital_source_type }),
  }
}

export const toWireMedia = (row: Row<'medias'>, publicUrl: string): Media => ({
  id: row.id,
  project_id: row.project_id,
  source: row.source,
  object_type: row.object_type,
  object_data: toObjectData(row, publicUrl),
  created_at: row.created_at.toISOString(),
})

/** Deletes files that nothing shows any more; cleaning removes their bytes (docs/product/media.md "Cleaning"). */
export const deleteMedias = async (tx: Tx, ids: readonly number[], now: Date): Promise<void> => {
  if (ids.length > 0) await tx.updateTable('medias').set({ deleted_at: now }).where('id', 'in', ids).execute()
}
