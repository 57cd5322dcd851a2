import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '#server/config.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { FILES } from './manifest.ts'
import { measuring, through } from './measured.ts'
import { type BackedUpFile, FILES_AT_ONCE, nameOfMedia, SMALL_BYTES } from './media.ts'
import { explainDamage, type OpenBackup, readLines } from './parts.ts'

/** The bytes of a file of the backup, which `take` reads. @throws ConfigError if they are missing or not what was written */
export const readMedia = async <T>(
  backup: OpenBackup,
  { sha256 }: Pick<BackedUpFile, 'sha256'>,
  take: (content: Readable) => Promise<T>,
): Promise<T> => {
  const { target, manifest, decrypt } = backup
  const name = nameOfMedia(manifest.recipients, sha256)
  const stored = await target.open(name)
  if (!stored)
    throw new ConfigError(
      `${target.address}/${name} is missing. Put it back from another copy of the backups, or use another backup.`,
    )
  const { through: tap, measure } = measuring()
  const taken = await decrypt(stored)
    .then(opened => take(through(opened, tap)))
    .catch((error: unknown) => {
      throw explainDamage(backup, name, error)
    })
  if (measure().sha256 !== sha256) throw explainDamage(backup, name)
  return taken
}

const restoreFile = async (backup: OpenBackup, storage: Storage, file: BackedUpFile): Promise<void> => {
  if (file.bytes <= SMALL_BYTES) {
    const bytes = await readMedia(backup, file, buffer)
    return storage.put(file.key, { bytes }, file.type)
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-restore-'))
  try {
    const at = path.join(folder, 'file')
    await readMedia(backup, file, content => pipeline(content, createWriteStream(at)))
    await storage.put(file.key, { path: at }, file.type)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Does this with every file of the backup, some at a time. */
export const eachFile = async (
  backup: OpenBackup,
  work: (file: BackedUpFile) => Promise<void>,
): Promise<void> => {
  const files = Readable.from(readLines<BackedUpFile>(backup, FILES))
  await files.forEach(work, { concurrency: FILES_AT_ONCE })
}

/** Stores every file of the backup under its key. Repeating it is harmless. */
export const restoreMedia = (backup: OpenBackup, storage: Storage): Promise<void> =>
  eachFile(backup, file => restoreFile(backup, storage, file))
