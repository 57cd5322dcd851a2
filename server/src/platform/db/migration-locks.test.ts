import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, migrationsFolder, readMigrations } from './migrate.ts'
import { createEmptyDatabase, type TestDatabase } from './testing.ts'

/** Those up to this one were written while nobody had data yet. */
const LAST_UNCHECKED = '0151-backups.sql'

/** `scans`: how often this session has read all of it; what came before a transaction may still be counted. */
type Table = { oid: number; name: string; file: number; scans: number }
type Column = { key: string; type: string; isNeeded: boolean }

/** Reads of a table wait for the first, writes to it also for the others. */
const blocking: Readonly<Record<string, string>> = {
  AccessExclusiveLock: 'read or write',
  ExclusiveLock: 'write',
  ShareRowExclusiveLock: 'write',
  ShareLock: 'write',
}

const readTables = async (client: pg.Client): Promise<Table[]> =>
  (
    await client.query<Table>(
      `select oid::int, relname as name, pg_relation_filenode(oid)::int as file,
         coalesce(pg_stat_get_xact_numscans(oid), 0)::int as scans
       from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'`,
    )
  ).rows

/** `isNeeded`: an insert that does not name it is refused. */
const readColumns = async (client: pg.Client, tables: readonly Table[]): Promise<Column[]> =>
  (
    await client.query<Column>(
      `select attrelid::regclass || '.' || attname as key, format_type(atttypid, atttypmod) as type,
         attnotnull and not atthasdef and attidentity = '' as "isNeeded"
       from pg_attribute where attrelid = any ($1) and attnum > 0 and not attisdropped order by 1`,
      [tables.map(({ oid }) => oid)],
    )
  ).rows

/** Reads and rewrites of a whole table, which take as long as it is large, while a lock of this transaction keeps others from it. */
const findLongLocks = async (client: pg.Client, before: readonly Table[]): Promise<string[]> => {
  const { rows: locks } = await client.query<{ relation: number; mode: string }>(
    'select relation::int, mode from pg_locks where pid = pg_backend_pid() and relation is not null',
  )
  const after = new Map((await readTables(client)).map(table => [table.oid, table]))
  const rewritten = before.filter(({ oid, file }) => (after.get(oid)?.file ?? file) !== file)
  const read = before
    .filter(({ oid, scans }) => (after.get(oid)?.scans ?? scans) > scans)
    .flatMap(({ oid, name }) =>
      locks
        .filter(({ relation, mode }) => relation === oid && Object.hasOwn(blocking, mode))
        .map(({ mode }) => ({ name, mode })),
    )
  return [
    ...rewritten.map(({ name }) => `writes all of ${name} anew`),
    ...read.map(({ name, mode }) => `reads all of ${name} while nobody can ${blocking[mode]}`),
  ]
}

/** What a version that knows nothing of the migration would stumble over. */
const findTaken = (before: readonly Column[], after: readonly Column[]): string[] => {
  const known = new Map(before.map(column => [column.key, column]))
  const left = new Map(after.map(column => [column.key, column]))
  return [
    ...before.filter(({ key, type }) => left.get(key)?.type !== type).map(({ key }) => `takes ${key} away`),
    ...after
      .filter(({ key, isNeeded }) => isNeeded && !known.get(key)?.isNeeded)
      .map(({ key }) => `demands ${key}`),
  ]
}

/** What is wrong with a migration of a living database; it is not kept. */
const judge = async (client: pg.Client, sql: string): Promise<string[]> => {
  const [, form, since] = /^-- (Expands|Needs (\d{4}))\.$/m.exec(sql) ?? []
  if (form === undefined) return ['says neither "-- Expands." nor "-- Needs NNNN."']
  if (/^-- Outside a transaction\.$/m.test(sql)) return judgeWithoutTransaction(sql)
  await client.query('begin')
  const tables = await readTables(client)
  const columns = await readColumns(client, tables)
  await client.query(sql)
  const taken = findTaken(columns, await readColumns(client, tables))
  const found = [...(await findLongLocks(client, tables)), ...(since === undefined ? taken : [])]
  await client.query('rollback')
  return found
}

/** Each index is dropped first, since one that failed half way stays as an invalid one. */
const judgeWithoutTransaction = (sql: string): string[] => {
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map(text => text.trim())
    .filter(text => text !== '')
  const isOfIndex = /^(drop index concurrently if exists|create (unique )?index concurrently) (\w+)\b/
  const names = statements.map(text => isOfIndex.exec(text))
  const isRepeatable = names.every(
    (found, at) => found?.[1]?.startsWith('drop') || (found && names[at - 1]?.[3] === found[3]),
  )
  return isRepeatable
    ? []
    : ['does more outside a transaction than to drop an index and build it concurrently']
}

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createEmptyDatabase()
  await migrate(database.url, migrationsFolder, LAST_UNCHECKED)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('Every migration lets people work while it runs, and the former version run afterwards', async () => {
  const migrations = (await readMigrations(migrationsFolder)).filter(({ name }) => name > LAST_UNCHECKED)
  for (const { name, sql } of migrations) {
    expect({ name, found: await judge(client, sql) }).toEqual({ name, found: [] })
    await migrate(database.url, migrationsFolder, name)
  }
})

describe('A migration', () => {
  it.each([
    ['a column with a constant default', 'alter table posts add column a integer not null default 7'],
    ['a table', 'create table a (id bigint primary key, post_id bigint references posts)'],
    ['a column that refers to another table', 'alter table backups add column a bigint references posts'],
    [
      'a constraint that is checked for new rows only',
      'alter table posts add constraint a check (id > 0) not valid',
    ],
  ])('may add %s', async (_what, sql) => {
    expect(await judge(client, `-- Expands.\n${sql}`)).toEqual([])
  })

  it('may require a column that a constraint has proved to be filled', async () => {
    await client.query('alter table backups add constraint filled check (problem is not null) not valid')
    await client.query('alter table backups validate constraint filled')
    const sql = '-- Needs 0151.\nalter table backups alter column problem set not null'
    expect(await judge(client, sql)).toEqual([])
    await client.query('alter table backups drop constraint filled')
  })

  it.each([
    [
      'a default that differs for each row',
      'alter table posts add column a uuid default gen_random_uuid()',
      'writes all of posts anew',
    ],
    ['a number for each row', 'alter table posts add column a bigserial', 'writes all of posts anew'],
    [
      'a computed column',
      'alter table posts add column a bigint generated always as (id + 1) stored',
      'writes all of posts anew',
    ],
    ['a wider column', 'alter table backups alter column seconds type bigint', 'writes all of backups anew'],
    ['an index', 'create index a on posts (id)', 'reads all of posts while nobody can write'],
    [
      'a check of all rows',
      'alter table posts add check (id > 0)',
      'reads all of posts while nobody can read or write',
    ],
    [
      'a check that is added and proved at once',
      'alter table posts add constraint a check (id > 0) not valid; alter table posts validate constraint a',
      'reads all of posts while nobody can read or write',
    ],
    [
      'a key that is unique',
      'alter table posts add unique (id, project_id)',
      'reads all of posts while nobody can read or write',
    ],
    [
      'a required column',
      'alter table backups alter column problem set not null',
      'reads all of backups while nobody can read or write',
    ],
    [
      'a column and its content at once',
      "alter table posts add column a text; update posts set a = 'x'",
      'reads all of posts while nobody can read or write',
    ],
    ['a column less', 'alter table backups drop column problem', 'takes backups.problem away'],
    [
      'a column with another name',
      'alter table backups rename column problem to trouble',
      'takes backups.problem away',
    ],
    [
      'a column that former versions do not fill',
      'alter table backups add column a text not null',
      'demands backups.a',
    ],
    [
      'a change outside a transaction',
      '-- Outside a transaction.\nupdate posts set id = id',
      'does more outside a transaction than to drop an index and build it concurrently',
    ],
    [
      'an index that a second try would not build',
      '-- Outside a transaction.\ncreate index concurrently a on posts (id)',
      'does more outside a transaction than to drop an index and build it concurrently',
    ],
  ])('is found that has %s', async (_what, sql, found) => {
    expect(await judge(client, `-- Expands.\n${sql}`)).toContain(found)
  })

  it('is found that does not say what it means for former versions', async () => {
    expect(await judge(client, 'create table a ()')).toEqual([
      'says neither "-- Expands." nor "-- Needs NNNN."',
    ])
  })
})
