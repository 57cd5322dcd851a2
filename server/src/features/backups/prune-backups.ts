import { text } from 'node:stream/consumers'
import { ConfigError } from '#server/config.ts'
import { listBackups, MEDIA, nameOfPart, readManifest, removeBackup } from './manifest.ts'
import type { BackupTarget } from './target.ts'

/** How a medium of a backup is called. Whatever else lies there is somebody's own. */
const medium = /^media\/[0-9a-f]{8}\/[0-9a-f]{2}\/[0-9a-f]{64}\.age$/

/** The media that these backups need. @throws ConfigError if one of the lists is missing: nothing may be removed then */
const listNeeded = async (target: BackupTarget, ids: readonly string[]): Promise<Set<string>> => {
  const needed = new Set<string>()
  for (const id of ids) {
    const name = nameOfPart(id, MEDIA)
    const stored = await target.open(name)
    if (!stored)
      throw new ConfigError(
        `${target.address}/${name} is missing, so no old media are removed. Remove that backup.`,
      )
    for (const line of (await text(stored)).split('\n')) needed.add(line)
  }
  return needed
}

/** The latest one that has all the files that posts use: it may be the only copy of what the installation has lost since. */
const findComplete = async (target: BackupTarget, newestFirst: readonly string[]): Promise<string | null> => {
  for (const id of newestFirst) if ((await readManifest(target, id)).media.missing === 0) return id
  return null
}

/**
 * Keeps the latest backups, and the latest that is complete, and removes the others, with the media that only they need and what killed
 * backups have left. The caller has the lock, so that no backup is being made that counts on a medium. @returns how many backups were
 * removed
 */
export const pruneBackups = async (target: BackupTarget, keep: number): Promise<number> => {
  const { whole, unfinished } = await listBackups(target)
  const complete = await findComplete(target, whole.toReversed())
  const kept = whole.filter((id, index) => index >= whole.length - keep || id === complete)
  const former = whole.filter(id => !kept.includes(id))
  for (const id of [...former, ...unfinished]) await removeBackup(target, id)
  const needed = await listNeeded(target, kept)
  for await (const name of target.list('media/'))
    if (medium.test(name) && !needed.has(name)) await target.remove(name)
  return former.length
}
