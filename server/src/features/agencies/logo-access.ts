import type { FileRule } from '#server/platform/http/media-files.ts'
import { findAgencyScope } from '#server/platform/session/scope.ts'

/** An agency's logo: for the people of the agency and of its projects. */
export const mayReadAgencyLogo: FileRule = async (db, storageKey, person) => {
  const agency = await db
    .selectFrom('agencies')
    .select('id')
    .where('logo_key', '=', storageKey)
    .executeTakeFirst()
  return agency !== undefined && (await findAgencyScope(db, agency.id, person)) !== null
}
