import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { connectionTo } from './hosts.ts'

/** The migrations that ship with this code. */
export const migrationsFolder = resolve(import.meta.dirname, '../../../migrations')

/** One lock for all of Galley's migrators on a database; the number only has to differ from those of other programs. */
const migrationLock = 4_711_202_601

type Migration = { name: string; sql: string; checksum: string }

/**
 * Brings the database forward: applies every file `NNNN-name.sql` of the folder that is not applied yet, in order, each in its own
 * transaction. Safe to call from several processes at once: one works, the others wait. Resolves with the names applied by this call.
 * `until`: the name of the last one to apply; all, by default.
 * @throws without further changes if a file fails, if an applied file has changed since, if a file comes before an applied one, or if
 * the database is newer than the code
 */
export async function migrate(url: string, folder = migrationsFolder, until?: string): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => until === undefined || name <= until)
  const client = new pg.Client({ ...connectionTo(url), application_name: 'galley migrate' })
  // A lost connection surfaces in the waiting query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    )
    const pending = pendingMigrations(migrations, rows)
    for (const migration of pending) await apply(client, migration)
    return pending.map(migration => migration.name)
  } finally {
    // Ending the session also releases the lock.
    await client.end()
  }
}

/** The folder's migrations in order. @throws for an invalid file name and for a number used twice */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
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
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function pendingMigrations(
  migrations: Migration[],
  applied: { name: string; checksum: string }[],
): Migration[] {
  const byName = new Map(migrations.map(migration => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = byName.get(name)
    if (!migration) {
      throw new ConfigError(
        `The database is newer than this version of Galley, which does not know migration ${name}. Start the version that was used last.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `Migration ${name} has changed since it was applied. Put it back as it was and write the change as a new migration.`,
      )
    }
  }
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

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}
