import type { FileRule } from '#server/platform/http/media-files.ts'
import { findProjectScope } from '#server/platform/session/scope.ts'

/** A project's logo: for everyone in the project. */
export const mayReadProjectLogo: FileRule = async (db, storageKey, person) => {
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('logo_key', '=', storageKey)
    .executeTakeFirst()
  return project !== undefined && (await findProjectScope(db, project.id, person)) !== null
}
