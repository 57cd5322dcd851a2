import type { FileRule } from '#server/platform/http/media-files.ts'
import { findProjectScope } from '#server/platform/session/scope.ts'
import { findProjectOfSentPicture } from './link-previews.ts'

/** The picture of a linked page: for everyone in the project whose post has the link. A version that was sent keeps its own. */
export const mayReadLinkPicture: FileRule = async (db, storageKey, person) => {
  const preview = await db
    .selectFrom('link_previews')
    .select('project_id')
    .where('picture_key', '=', storageKey)
    .executeTakeFirst()
  const projectId = preview?.project_id ?? (await findProjectOfSentPicture(db, storageKey))
  return projectId !== undefined && (await findProjectScope(db, projectId, person)) !== null
}
