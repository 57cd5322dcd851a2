import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Storage, StoredFile } from '#server/platform/storage/storage.ts'
import { encrypt, nameOfRecipients } from './encryption.ts'
import { measureAll, measuring, through } from './measured.ts'
import type { BackupTarget } from './target.ts'

/** A file in storage as a backup lists it. Its bytes are stored once, under their hash, for all backups of the place. */
export type BackedUpFile = {
  readonly key: string
  readonly sha256: string
  readonly bytes: number
  readonly type: string
}

/** Files of up to this size are read into memory, a few at a time; larger ones are read twice. */
export const SMALL_BYTES = 8 * 1024 * 1024
/** A file is mostly waited for. */
export const FILES_AT_ONCE = 4
/** A file is written again where it is cleaned, which happens once. */
const TURNS = 3

const folderOf = (recipients: readonly string[]): string => `media/${nameOfRecipients(recipients)}/`

/** The name of these bytes in a place for backups. */
export const nameOfMedia = (recipients: readonly string[], sha256: string): string =>
  `${folderOf(recipients)}${sha256.slice(0, 2)}/${sha256}.age`

/** The names of what the place has for these keys. */
export const listMedia = async (
  target: BackupTarget,
  recipients: readonly string[],
): Promise<Set<string>> => {
  const names = new Set<string>()
  for await (const name of target.list(folderOf(recipients))) names.add(name)
  return names
}

type Copying = {
  readonly storage: Storage
  readonly target: BackupTarget
  readonly recipients: readonly string[]
  /** What the place has, with what is on its way. */
  readonly present: Set<string>
}

/** Copies what the place does not have yet. @returns null if the file was removed in the meantime */
const copyFile = async (copying: Copying, { key }: StoredFile): Promise<BackedUpFile | null> => {
  const { storage, target, recipients, present } = copying
  const reopen = async () => (await storage.open(key))?.stream ?? null
  for (let turn = 0; turn < TURNS; turn++) {
    const found = await storage.open(key)
    if (!found) return null
    const bytes = found.bytes <= SMALL_BYTES ? await buffer(found.stream) : null
    const first = await measureAll(bytes ? Readable.from([bytes]) : found.stream)
    const file = { key, ...first, type: found.contentType }
    const name = nameOfMedia(recipients, first.sha256)
    if (present.has(name)) return file
    const content = bytes ? Readable.from([bytes]) : await reopen()
    if (!content) return null
    present.add(name)
    const { through: tap, measure } = measuring()
    await target.put(name, await encrypt(through(content, tap), recipients))
    if (measure().sha256 === first.sha256) return file
    present.delete(name)
    await target.remove(name)
  }
  throw new Error(`The stored file ${key} is written again and again while it is copied.`)
}

/** Copies all of storage, some files at a time. A file that was removed in the meantime is left out, as its row is about to be. */
export async function* copyMedia(copying: Copying): AsyncGenerator<BackedUpFile> {
  const files: Readable = Readable.from(copying.storage.list()).map(
    async (file: StoredFile) => ({ copied: await copyFile(copying, file) }),
    { concurrency: FILES_AT_ONCE },
  )
  for await (const { copied } of files as AsyncIterable<{ copied: BackedUpFile | null }>)
    if (copied) yield copied
}
