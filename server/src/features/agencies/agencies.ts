import type { Agency } from '#domain/agencies/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'

/** The agency in its wire form; null if there is none. */
export const findAgency = async (db: Reader, agencyId: number, publicUrl: string): Promise<Agency | null> => {
  const row = await db
    .selectFrom('agencies')
    .select(['id', 'name', 'logo_key', 'accent_color', 'names_weakest_post'])
    .where('id', '=', agencyId)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        name: row.name,
        accent_color: row.accent_color,
        names_weakest_post: row.names_weakest_post,
        logo_image_link: pictureUrl(publicUrl, row.logo_key, 'medium'),
      }
    : null
}
