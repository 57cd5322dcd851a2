import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { ConfigError } from '#server/config.ts'
import type { BackupTarget } from './target.ts'

const measure = z.object({ sha256: z.string(), bytes: z.number() })

/** What a backup consists of. It contains no names, keys or texts, since it is not encrypted. */
const manifestShape = z.object({
  format: z.literal(1),
  id: z.string(),
  galley: z.string(),
  postgres: z.string(),
  /** When the snapshot of the database was taken, by the database's clock. */
  taken_at: z.string(),
  last_migration: z.string(),
  /** The keys that decrypt the networks' tokens; they are not in the backup. */
  token_key_ids: z.array(z.string()),
  recipients: z.array(z.string()),
  /** Rows of each table. */
  tables: z.record(z.string(), z.number()),
  jobs: z.number(),
  /**
   * `files`: under a key in storage; `contents`: different ones; `bytes`: of all files. `missing`: that posts use and storage did not have;
   * not said before 0.2.0.
   */
  media: z.object({
    files: z.number(),
    contents: z.number(),
    bytes: z.number(),
    missing: z.number().default(0),
  }),
  /** The files beside the manifest, as they are stored. */
  parts: z.record(z.string(), measure),
})
export type Manifest = z.output<typeof manifestShape>

/** The snapshot of the database: SQL that psql understands. */
export const TABLES = 'tables.sql.zst.age'
/** The jobs that waited, a line each. */
export const JOBS = 'jobs.jsonl.zst.age'
/** The files in storage, a line each. */
export const FILES = 'files.jsonl.zst.age'
/** The files that posts use and storage did not have, a line each. Only where there are any. */
export const MISSING = 'missing.jsonl.zst.age'
/** The names of the media that the backup needs, a line each. Not encrypted: who removes old backups has no key. */
export const MEDIA = 'media.txt'
const MANIFEST = 'manifest.json'

const BACKUPS = 'backups/'
export const nameOfPart = (id: string, part: string): string => `${BACKUPS}${id}/${part}`

const checksumOf = (body: string): string => createHash('sha256').update(body).digest('hex')

/** The last file of a backup: without it there is none. */
export const writeManifest = async (target: BackupTarget, manifest: Manifest): Promise<void> => {
  const body = JSON.stringify(manifest, null, 2)
  const text = `${body}\nsha256 ${checksumOf(body)}\n`
  await target.put(nameOfPart(manifest.id, MANIFEST), Readable.from([Buffer.from(text)]))
}

/** @throws ConfigError when there is none, or it is not what was written */
export const readManifest = async (target: BackupTarget, id: string): Promise<Manifest> => {
  const where = `${target.address}/${nameOfPart(id, MANIFEST)}`
  const found = await target.open(nameOfPart(id, MANIFEST))
  if (!found) throw new ConfigError(`There is no backup ${id} in ${target.address}.`)
  const text = (await buffer(found)).toString()
  const [, body = '', checksum] = /^([\s\S]*)\nsha256 ([0-9a-f]{64})\n$/.exec(text) ?? []
  if (checksum === undefined || checksumOf(body) !== checksum)
    throw new ConfigError(
      `${where} was changed or damaged since it was written. Use another copy of it, or another backup.`,
    )
  const { data } = manifestShape.safeParse(JSON.parse(body))
  if (!data)
    throw new ConfigError(
      `${where} is in a format that this version of Galley does not know. Use a newer one.`,
    )
  return data
}

type Listed = { readonly whole: readonly string[]; readonly unfinished: readonly string[] }

/** The ids of the backups in a place, the oldest first, and of those that never came to their end. */
export const listBackups = async (target: BackupTarget): Promise<Listed> => {
  const whole = new Set<string>()
  const all = new Set<string>()
  for await (const name of target.list(BACKUPS)) {
    const [, id = '', part] = name.split('/')
    all.add(id)
    if (part === MANIFEST) whole.add(id)
  }
  const inOrder = [...all].sort()
  return { whole: inOrder.filter(id => whole.has(id)), unfinished: inOrder.filter(id => !whole.has(id)) }
}

/** The backup of this id, or the latest. @throws ConfigError when there is none */
export const findBackup = async (target: BackupTarget, id: string | undefined): Promise<Manifest> => {
  if (id !== undefined) return readManifest(target, id)
  const latest = (await listBackups(target)).whole.at(-1)
  if (latest === undefined) throw new ConfigError(`There is no backup in ${target.address}.`)
  return readManifest(target, latest)
}

/** Removes a backup, its manifest first: what is left of it if this is cut off does not look like one. */
export const removeBackup = async (target: BackupTarget, id: string): Promise<void> => {
  for (const part of [MANIFEST, MEDIA, MISSING, FILES, JOBS, TABLES])
    await target.remove(nameOfPart(id, part))
}
