import sharp from 'sharp'
import type { ReportContent } from '#domain/reports/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { type Storage, StoredFileMissing, sizeKey } from '#server/platform/storage/storage.ts'

type Look = NonNullable<ReportContent['look']>

/** Pixels: a logo is printed 56 points wide at most. */
const SIDE = 192

/** The agency's colour, and both logos as they are now: within the report itself, since a replaced logo's file is removed. */
export const readLook = async (
  db: Reader,
  storage: Storage,
  { agencyId, projectId }: ProjectScope,
): Promise<Look> => {
  const agency = await db
    .selectFrom('agencies')
    .select(['accent_color', 'logo_key'])
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  const project = await db
    .selectFrom('projects')
    .select('logo_key')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return {
    accent: agency.accent_color,
    agency_logo: await pictureText(storage, agency.logo_key),
    project_logo: await pictureText(storage, project.logo_key),
  }
}

const pictureText = async (storage: Storage, key: string | null): Promise<string | null> => {
  if (key === null) return null
  try {
    const png = await sharp(await storage.read(sizeKey(key, 'medium')))
      .resize(SIDE)
      .png({ palette: true })
      .toBuffer()
    return `data:image/png;base64,${png.toString('base64')}`
  } catch (error) {
    // A report without a logo is better than none.
    if (error instanceof StoredFileMissing) return null
    throw error
  }
}
