import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Config, ConfigError } from '#server/config.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { withOneConnection } from '#server/platform/db/one-connection.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { version } from '#server/platform/version.ts'
import { dumpTables } from './dump-tables.ts'
import {
  FILES,
  JOBS,
  type Manifest,
  MEDIA,
  MISSING,
  nameOfPart,
  removeBackup,
  TABLES,
  writeManifest,
} from './manifest.ts'
import { type Measure, measuring, through } from './measured.ts'
import { copyMedia, listMedia, nameOfMedia } from './media.ts'
import { findMissingMedia, type MissingFile, originalOf } from './missing-media.ts'
import { refuseMediaBucket } from './open-target.ts'
import { putPart } from './parts.ts'
import type { BackupTarget } from './target.ts'
import { listWaitingJobs } from './waiting-jobs.ts'

/** One backup at a time on a database, and nothing is removed in the meantime; the number only has to differ from those of other programs. */
const BACKUP_LOCK = 4_711_202_602

type Place = { readonly target: BackupTarget; readonly id: string; readonly recipients: readonly string[] }

/** What can be backed up: an installation, running or not. */
export type Installation = { readonly config: Config; readonly url: string; readonly storage: Storage }

/** Runs the work while nobody else makes or removes backups of this installation. @throws ConfigError if somebody does */
export const withBackupLock = async <T>(
  url: string,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> =>
  withOneConnection(url, 'galley backup', async ({ client }) => {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
      BACKUP_LOCK,
    ])
    if (!rows[0]?.isFree)
      throw new ConfigError('Another backup of this installation is being made. Wait for it.')
    return work(client)
  })

/** Whether somebody makes or removes backups of this installation at the moment. */
export const isBackingUp = async (db: Reader): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = ${BACKUP_LOCK}::bigint >> 32 and objid::bigint = ${BACKUP_LOCK}::bigint & 4294967295) as "is"`.execute(
    db,
  )
  return rows[0]?.is ?? false
}

/** What a place for backups says of whose it is. */
const MARK = 'installation.txt'

/**
 * Marks the place as this installation's. A copy of the database, on another server or under another name, is another installation: it
 * would remove what only the first one's backups need. @throws ConfigError if the place is another one's
 */
const claimPlace = async (target: BackupTarget, client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ id: string }>(
    `select md5(concat(
       case when has_function_privilege('pg_control_system()', 'execute')
         then (select system_identifier from pg_control_system()) end, ' ', d.oid)) as id
     from pg_database d where d.datname = current_database()`,
  )
  const own = rows[0]?.id ?? ''
  const mark = await target.open(MARK)
  if (mark === null) return target.put(MARK, Readable.from([Buffer.from(own)]))
  if ((await text(mark)).trim() !== own)
    throw new ConfigError(
      `${target.address} has the backups of another installation, or of the one that this was restored from. Use a place of its own, or remove ${MARK} there to go on in it.`,
    )
}

type Facts = Pick<Manifest, 'postgres' | 'taken_at' | 'last_migration' | 'token_key_ids'>

const nothingToBackUp = () =>
  new ConfigError('There is nothing to back up: the database is empty. Start Galley once.')

/** Before anything is written. @throws ConfigError for a database in which Galley has not been */
const refuseEmpty = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) throw nothingToBackUp()
}

const readFacts = async (client: pg.ClientBase): Promise<Facts> => {
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version') as postgres,
       to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at,
       (select max(name) from schema_migrations) as last_migration,
       array(select distinct token_key_id from social_accounts
         where sealed_token is not null and token_key_id is not null order by 1) as token_key_ids`,
  )
  const [facts] = rows
  if (!facts?.last_migration) throw nothingToBackUp()
  return facts
}

async function* asLines(values: AsyncIterable<object> | Iterable<object>, counted: (value: object) => void) {
  for await (const value of values) {
    counted(value)
    yield Buffer.from(`${JSON.stringify(value)}\n`)
  }
}

/** Rows and waiting jobs as of one moment, whatever is written in the meantime: one transaction reads them and changes nothing. */
const backUpDatabase = async (client: pg.ClientBase, place: Place) => {
  await client.query('begin isolation level repeatable read read only')
  const facts = await readFacts(client)
  const tables: Record<string, number> = {}
  const tablesPart = await putPart(place, TABLES, Readable.from(dumpTables(client, tables)))
  let jobs = 0
  const lines = asLines(listWaitingJobs(client), () => {
    jobs += 1
  })
  const jobsPart = await putPart(place, JOBS, Readable.from(lines))
  await client.query('commit')
  return { facts, tables, jobs, parts: { [TABLES]: tablesPart, [JOBS]: jobsPart } }
}

/** @throws ConfigError where rows name media and there is not one file: a backup without them would push out those that have them */
const requireMedia = async (client: pg.ClientBase, storage: Storage): Promise<void> => {
  const { rows } = await client.query<{ has: boolean }>(
    'select exists (select from medias where deleted_at is null and purged_at is null) as has',
  )
  if (!rows[0]?.has) return
  for await (const _file of storage.list()) return
  throw new ConfigError('The media’s storage is empty, though posts have media. Is it mounted?')
}

/** After the database: what its rows name is there, unless it has been removed since. */
const backUpMedia = async ({ storage }: Installation, client: pg.ClientBase, place: Place) => {
  const { target, id, recipients } = place
  const present = await listMedia(target, recipients)
  const before = present.size
  const names = new Set<string>()
  const originals = new Set<string>()
  const media = { files: 0, contents: 0, bytes: 0, missing: 0 }
  const copied = copyMedia({ storage, target, recipients, present })
  async function* files() {
    for await (const file of copied) {
      media.files += 1
      media.bytes += file.bytes
      names.add(nameOfMedia(recipients, file.sha256))
      const original = originalOf(file.key)
      if (original !== null) originals.add(original)
      yield file
    }
  }
  await requireMedia(client, storage)
  const filesPart = await putPart(place, FILES, Readable.from(asLines(files(), () => undefined)))
  const list = Readable.from([...names].sort().map(name => Buffer.from(`${name}\n`)))
  const mediaPart = await putPlain(place, nameOfPart(id, MEDIA), list)
  media.contents = names.size
  const missing: MissingFile[] = []
  for await (const file of findMissingMedia(client, storage, originals)) missing.push(file)
  media.missing = missing.length
  const parts: Record<string, Measure> = { [FILES]: filesPart, [MEDIA]: mediaPart }
  if (missing.length > 0)
    parts[MISSING] = await putPart(place, MISSING, Readable.from(asLines(missing, () => undefined)))
  return { media, added: present.size - before, parts, missing: missing.map(({ key }) => key) }
}

const putPlain = async ({ target }: Place, name: string, content: Readable): Promise<Measure> => {
  const { through: tap, measure } = measuring()
  await target.put(name, through(content, tap))
  return measure()
}

/** In their order ids are in the order of time. */
const newId = (now: Date): string =>
  `${now.toISOString().replace(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`

export type BackupResult = {
  readonly manifest: Manifest
  /** Contents that the place did not have yet. */
  readonly added: number
  /** The keys of files that posts use and storage does not have. */
  readonly missing: readonly string[]
}

/**
 * Backs up the whole installation while it runs: the database as of one moment, then its files. The manifest is written last, so whatever
 * ends this earlier leaves nothing that looks like a backup. The caller has the lock (`withBackupLock`).
 */
export const backUp = async (
  installation: Installation,
  client: pg.ClientBase,
  { target, recipients, now }: { target: BackupTarget; recipients: readonly string[]; now: Date },
): Promise<BackupResult> => {
  const place: Place = { target, recipients, id: newId(now) }
  await refuseEmpty(client)
  await refuseMediaBucket(installation.config, { target, storage: installation.storage })
  await claimPlace(target, client)
  await target.sweep()
  try {
    const { facts, tables, jobs, parts } = await backUpDatabase(client, place)
    const { media, added, missing, parts: mediaParts } = await backUpMedia(installation, client, place)
    const manifest: Manifest = {
      format: 1,
      id: place.id,
      galley: version,
      ...facts,
      recipients: [...recipients],
      tables,
      jobs,
      media,
      parts: { ...parts, ...mediaParts },
    }
    await writeManifest(target, manifest)
    return { manifest, added, missing }
  } catch (error) {
    // What went wrong is what the operator has to hear, not that cleaning up did not work either.
    await removeBackup(target, place.id).catch(() => undefined)
    throw error
  }
}
