import type { FileRule } from '#server/platform/http/media-files.ts'
import { findProjectScope } from '#server/platform/session/scope.ts'

/** The picture of a linked page: for everyone in the project whose post has the link. */
export const mayReadLinkPicture: FileRule = async (db, storageKey, person) => {
  const preview = await db
    .selectFrom('link_previews')
    .select('project_id')
    .where('picture_key', '=', storageKey)
    .executeTakeFirst()
  return preview !== undefined && (await findProjectScope(db, preview.project_id, person)) !== null
}
