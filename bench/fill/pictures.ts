import { cp } from 'node:fs/promises'
import path from 'node:path'
import { type Stage, withDatabase } from '../stage.ts'
import { pictureKeys } from './month.ts'

/** Gives the month's photos the demo's files, so that the browser has pictures to load and to draw. */
export const copyPictures = async (stage: Stage, projectId: number): Promise<void> => {
  const { rows } = await withDatabase(stage, client =>
    client.query<{ storage_key: string }>(
      `select storage_key from medias where has_previews and original_name <> 'photo.jpg' order by id limit 10`,
    ),
  )
  const folder = path.join(stage.dataDir, 'media')
  for (const [n, key] of pictureKeys(projectId).entries()) {
    const from = rows[n % rows.length]
    if (from) await cp(path.join(folder, from.storage_key), path.join(folder, key), { recursive: true })
  }
}
