import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError } from '#server/config.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/platform/db/migrate.ts'
import { type OneConnection, withOneConnection } from '#server/platform/db/one-connection.ts'
import { type JobQueue, openJobs } from '#server/platform/jobs/job-queues.ts'
import type { Log } from '#server/platform/log.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { version } from '#server/platform/version.ts'
import { holdRestored, markRestored } from '../publishing/engine/lost-time.ts'
import type { Installation } from './back-up.ts'
import { loadTables } from './load-tables.ts'
import { JOBS, type Manifest, TABLES } from './manifest.ts'
import { explainDamage, type OpenBackup, readLines, readPart } from './parts.ts'
import { restoreMedia } from './restore-media.ts'
import { requeue, type WaitingJob } from './waiting-jobs.ts'

/** @throws ConfigError for a backup of a version that this one does not know */
export const refuseNewer = async ({ id, galley, last_migration }: Manifest): Promise<void> => {
  const known = (await readMigrations(migrationsFolder)).some(({ name }) => name === last_migration)
  if (!known)
    throw new ConfigError(
      `Backup ${id} was made by Galley ${galley} (${last_migration}), which this one (${version}) does not know. Restore it with that version or a newer one.`,
    )
}

/** Without creating a key: whose restore is refused must find nothing new. */
const refuseWithoutKeys = (config: Config, { id, token_key_ids }: Manifest): void => {
  const hasKeys = config.TOKEN_KEY !== undefined || existsSync(path.join(config.dataDir, 'token.key'))
  const own = hasKeys ? makeSeal(config).keyIds() : []
  const missing = token_key_ids.filter(keyId => !own.includes(keyId))
  if (missing.length === 0) return
  throw new ConfigError(
    `The social accounts in backup ${id} are encrypted with token key ${missing.join(' and ')}, which is not here. Put the key in TOKEN_KEY or DATA_DIR/token.key; if it is lost, restore with --without-keys, then run lost-tokens (docs/guides/operate.md, "The token key").`,
  )
}

/** @throws ConfigError for a database in which somebody lives or works */
const refuseLiving = async ({ client }: OneConnection, { last_migration }: Manifest): Promise<void> => {
  const { rows: others } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name like 'galley%'
       and pid <> pg_backend_pid()`,
  )
  if (others.length > 0)
    throw new ConfigError('Galley is running on this database. Stop it, and restore into an empty one.')
  const { rows } = await client.query<{ isUsed: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as "isUsed"`,
  )
  if (!rows[0]?.isUsed) return
  const { rows: newer } = await client.query('select 1 from schema_migrations where name > $1', [
    last_migration,
  ])
  const hasPeople = `select to_regclass('public.users') is not null as "isThere"`
  const { rows: users } = await client.query<{ isThere: boolean }>(hasPeople)
  const living = users[0]?.isThere
    ? (await client.query('select 1 from public.users limit 1')).rows.length > 0
    : false
  if (!living && newer.length === 0) return
  throw new ConfigError(
    'This installation is in use: its database is not empty, and a restore would mix two of them. Nothing was changed. Set DATABASE_URL to an empty database, or DATA_DIR to a new folder, and restore there.',
  )
}

const compareCounts = (backup: OpenBackup, counts: Readonly<Record<string, number>>): void => {
  const { tables } = backup.manifest
  const different = Object.keys({ ...tables, ...counts }).filter(name => tables[name] !== counts[name])
  if (different.length > 0) throw explainDamage(backup, `${TABLES} (rows of ${different.join(', ')})`)
}

/** The rows of the backup, in the caller's transaction. @throws ConfigError if they are not those that were written */
export const restoreTables = async (backup: OpenBackup, { client }: OneConnection): Promise<void> => {
  compareCounts(backup, await loadTables(client, readPart(backup, TABLES)))
}

type Work = { readonly queues: readonly JobQueue[]; readonly log: Log }

/** Rows, waiting jobs and the sign for the next worker, all or nothing. @returns how many jobs wait again */
const restoreDatabase = async (
  backup: OpenBackup,
  { url }: Installation,
  { connection, queues, log }: Work & { connection: OneConnection },
): Promise<number> => {
  const jobs = await openJobs(url, log, queues)
  try {
    return await connection.db.transaction().execute(async (tx: Tx) => {
      await restoreTables(backup, connection)
      await markRestored(tx, new Date(backup.manifest.taken_at))
      let waiting = 0
      for await (const job of readLines<WaitingJob>(backup, JOBS))
        waiting += Number(await requeue(tx, { jobs, queues }, job))
      return waiting
    })
  } finally {
    await jobs.stop()
  }
}

export type RestoreOptions = Work & { readonly isWithoutKeys: boolean }

/**
 * Puts a backup into an empty installation. Files first, then the database in one transaction: whatever ends this earlier leaves an
 * installation without people, into which the same can be restored again. Publishing is held (docs/guides/backups.md "Restoring"). @returns
 * how many jobs wait again
 */
export const restoreBackup = async (
  backup: OpenBackup,
  installation: Installation,
  { isWithoutKeys, ...work }: RestoreOptions,
): Promise<number> => {
  const { manifest } = backup
  const { url, config, storage } = installation
  await refuseNewer(manifest)
  if (!isWithoutKeys) refuseWithoutKeys(config, manifest)
  await withOneConnection(url, 'galley restore', connection => refuseLiving(connection, manifest))
  await restoreMedia(backup, storage)
  await migrate(url, migrationsFolder, manifest.last_migration)
  const jobs = await withOneConnection(url, 'galley restore', connection =>
    restoreDatabase(backup, installation, { ...work, connection }),
  )
  await migrate(url)
  await withOneConnection(url, 'galley restore', ({ db }) =>
    db.transaction().execute(async tx => {
      await holdRestored(tx, new Date(manifest.taken_at), await databaseNow(tx))
    }),
  )
  return jobs
}
