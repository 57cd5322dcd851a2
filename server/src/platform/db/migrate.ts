import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import type { Log } from '../log.ts'
import type { Db } from './database.ts'
import { connectionTo } from './hosts.ts'

/** The migrations that ship with this code. */
export const migrationsFolder = resolve(import.meta.dirname, '../../../migrations')

/** One lock for all of Galley's migrators on a database; the number only has to differ from those of other programs. */
const migrationLock = 4_711_202_601

/** A statement of a migration that has to wait longer for a lock is given up, since everybody else waits behind it, and tried again. */
const LOCK_TIMEOUT = '2s'
const LOCK_TRIES_MAX = 60
const PAUSE_MS = 500

/** The `needs` of a migration that former versions do not notice. */
const ANY_VERSION = '0000'

type Migration = {
  name: string
  sql: string
  checksum: string
  /** The number of the last migration that a version must know to run on a database with this one; null: this one itself. */
  needs: string | null
  /** Its statements run one by one, for indexes that are built while people write. */
  isOutsideTransaction: boolean
}

/**
 * Brings the database forward: applies every file `NNNN-name.sql` of the folder that is not applied yet, in order, each in its own
 * transaction. Safe to call from several processes at once: one works, the others wait. Resolves with the names applied by this call.
 * A newer database is left alone if this version may run with it (decision 152). `until`: the name of the last one to apply; all, by default.
 * @throws without further changes if a file fails, if an applied file has changed since, if a file comes before an applied one, or if
 * the database is too new for the code
 */
export async function migrate(url: string, folder = migrationsFolder, until?: string): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => until === undefined || name <= until)
  const client = new pg.Client({ ...connectionTo(url), application_name: 'galley migrate' })
  // A lost connection surfaces in the waiting query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await lockMigrators(client)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const pending = pendingMigrations(migrations, await readApplied(client))
    // Asked first: adding a column waits for everybody who reads the table, also if it is there.
    if (pending.length > 0 && !(await hasNeeds(client)))
      await client.query('alter table schema_migrations add column needs text')
    for (const migration of pending) await apply(client, migration)
    return pending.map(migration => migration.name)
  } finally {
    // Ending the session also releases the lock.
    await client.end()
  }
}

/** Asks again and again: a session that waits in a statement would hold up an index that is built while people write. */
async function lockMigrators(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      migrationLock,
    ])
    if (rows[0]?.isOurs) return
    await sleep(PAUSE_MS)
  }
}

type Applied = { name: string; checksum: string; needs: string | null }

/** As JSON, since databases of earlier versions have no `needs` yet. */
const selectApplied =
  "select name, checksum, to_jsonb(schema_migrations) ->> 'needs' as needs from schema_migrations order by name"

export const readApplied = async (client: pg.Client): Promise<Applied[]> =>
  (await client.query<Applied>(selectApplied)).rows

const hasNeeds = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(
    "select 1 from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs'",
  )
  return rows.length > 0
}

/** Says in one line that the database is newer than this version, which may run with it nevertheless. */
export const warnIfNewer = async (db: Db, log: Log): Promise<void> => {
  const known = await listMigrations(migrationsFolder)
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const newer = rows.map(({ name }) => name).filter(name => !known.includes(name))
  if (newer.length > 0)
    log.warn(
      `the database is newer than this version, which may run with it until its upgrade: ${newer.join(', ')}`,
    )
}

const listMigrations = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()

/** The folder's migrations in order. @throws for an invalid file name and for a number used twice */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await listMigrations(folder)
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) {
      throw new Error(`Migration ${name}: name it NNNN-what-it-does.sql, small letters, digits and hyphens.`)
    }
    const before = names[index - 1]
    if (before?.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(
        `Migrations ${before} and ${name} share a number: give the newer one the next free number.`,
      )
    }
  }
  return Promise.all(
    names.map(async name => {
      // Line endings do not count: a checkout on Windows must not look like another migration.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const [, needs = null] = /^-- Needs (\d{4})\.$/m.exec(sql) ?? []
      return {
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        needs: /^-- Expands\.$/m.test(sql) ? ANY_VERSION : needs,
        isOutsideTransaction: /^-- Outside a transaction\.$/m.test(sql),
      }
    }),
  )
}

/** The first migration that a version with only these does not know and cannot run with, or null. */
export const findTooNew = (migrations: readonly Migration[], applied: readonly Applied[]): string | null => {
  const known = new Set(migrations.map(({ name }) => name))
  const newest = migrations.at(-1)?.name.slice(0, 4) ?? ANY_VERSION
  const found = applied.find(({ name, needs }) => !known.has(name) && (needs === null || needs > newest))
  return found?.name ?? null
}

function pendingMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  const unknown = findTooNew(migrations, applied)
  if (unknown !== null)
    throw new ConfigError(
      `The database is newer than this version of Galley, which does not know migration ${unknown}. Start the version that was used last.`,
    )
  const byName = new Map(migrations.map(migration => [migration.name, migration]))
  const changed = applied.find(({ name, checksum }) => (byName.get(name)?.checksum ?? checksum) !== checksum)
  if (changed)
    throw new Error(
      `Migration ${changed.name} has changed since it was applied. Put it back as it was and write the change as a new migration.`,
    )
  const done = new Set(applied.map(({ name }) => name))
  const last = applied.at(-1)?.name ?? ''
  const pending = migrations.filter(migration => !done.has(migration.name))
  const late = pending.find(migration => migration.name < last)
  if (late) {
    throw new Error(
      `Migration ${late.name} comes before ${last}, which is applied: give it the next free number.`,
    )
  }
  return pending
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await (migration.isOutsideTransaction
        ? runOneByOne(client, migration)
        : runInTransaction(client, migration))
    } catch (cause) {
      await client.query('rollback').catch(() => undefined)
      const isLocked = (cause as { code?: string }).code === '55P03'
      if (isLocked && tries < LOCK_TRIES_MAX) {
        await sleep(PAUSE_MS)
        continue
      }
      const why = isLocked
        ? `something has locked a table that it changes, ${tries} times for ${LOCK_TIMEOUT}. Start again when that has ended.`
        : (cause as Error).message
      throw new Error(`Migration ${migration.name} failed: ${why}`, { cause })
    }
  }
}

const record = (client: pg.Client, { name, checksum, needs }: Migration): Promise<unknown> =>
  client.query('insert into schema_migrations (name, checksum, needs) values ($1, $2, $3)', [
    name,
    checksum,
    needs,
  ])

async function runInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
  await client.query(migration.sql)
  await record(client, migration)
  await client.query('commit')
}

/** What has been done when one of them fails stays: each file begins by removing what a former try has left. */
async function runOneByOne(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split(/;\s*$/m)) if (statement.trim()) await client.query(statement)
  await record(client, migration)
}
