import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { createEmptyDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'galley-migrations-'))
  await add('0001-people.sql', 'create table people (name text not null);')
  await add(
    '0002-first-person.sql',
    "insert into people values ('Ada');\ninsert into people values ('Grace');\n",
  )
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const add = (name: string, sql: string) => writeFile(join(folder, name), sql)

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('Each migration is applied once, in order', async () => {
  expect(await migrate(database.url, folder)).toEqual(['0001-people.sql', '0002-first-person.sql'])
  await add('0003-more.sql', "insert into people values ('Mary');")
  expect(await migrate(database.url, folder)).toEqual(['0003-more.sql'])
  expect(await migrate(database.url, folder)).toEqual([])
  expect(await query('select name from people order by name')).toEqual([
    { name: 'Ada' },
    { name: 'Grace' },
    { name: 'Mary' },
  ])
})

test('Four processes that migrate at once apply each migration once between them', async () => {
  await add('0003-slow.sql', "select pg_sleep(0.2); insert into people values ('Mary');")
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, folder)))
  expect(applied.flat().sort()).toEqual(['0001-people.sql', '0002-first-person.sql', '0003-slow.sql'])
  expect(await query('select count(*)::int as people from people')).toEqual([{ people: 3 }])
})

test('A failed migration leaves nothing half done, and the error names it', async () => {
  await add('0003-broken.sql', "insert into people values ('Mary'); select no_such_thing();")
  await expect(migrate(database.url, folder)).rejects.toThrow(/0003-broken\.sql failed.*no_such_thing/)
  expect(await query('select count(*)::int as people from people')).toEqual([{ people: 2 }])
  await add('0003-broken.sql', "insert into people values ('Mary');")
  expect(await migrate(database.url, folder)).toEqual(['0003-broken.sql'])
})

test('An applied migration that was edited is refused', async () => {
  await migrate(database.url, folder)
  await add('0001-people.sql', 'create table people (name text);')
  await expect(migrate(database.url, folder)).rejects.toThrow(
    /0001-people\.sql has changed since it was applied/,
  )
})

test('Line endings of another operating system do not count as a change', async () => {
  await migrate(database.url, folder)
  await add(
    '0002-first-person.sql',
    "insert into people values ('Ada');\r\ninsert into people values ('Grace');\r\n",
  )
  expect(await migrate(database.url, folder)).toEqual([])
})

test('A database newer than the code is refused and not touched', async () => {
  await add('0003-future.sql', 'create table future ();')
  await migrate(database.url, folder)
  await rm(join(folder, '0003-future.sql'))
  await expect(migrate(database.url, folder)).rejects.toThrow(
    /newer than this version of Galley.*0003-future\.sql/,
  )
})

test('A migration inserted before an applied one is refused', async () => {
  await add('0004-last.sql', 'select 1;')
  await migrate(database.url, folder)
  await add('0003-late.sql', 'select 1;')
  await expect(migrate(database.url, folder)).rejects.toThrow(/0003-late\.sql comes before 0004-last\.sql/)
})

test.each([
  ['0002-twin.sql', /share a number/],
  ['3-short.sql', /name it NNNN/],
])('The migration file name %s is refused', async (name, message) => {
  await add(name, 'select 1;')
  await expect(migrate(database.url, folder)).rejects.toThrow(message)
})

/** As a version would that was built before the last of these files. */
const migrateWithout = async (name: string) => {
  await migrate(database.url, folder)
  await rm(join(folder, name))
  return migrate(database.url, folder)
}

test('A newer database is left alone if former versions may run with what it has', async () => {
  await add('0003-future.sql', '-- Expands.\nalter table people add column born date;')
  expect(await migrateWithout('0003-future.sql')).toEqual([])
  await add('0003-future.sql', '-- Expands.\nalter table people add column born date;')
  expect(await migrate(database.url, folder)).toEqual([])
})

test('A newer database is left alone by the versions that know the migration it needs, and refused by others', async () => {
  await add('0003-future.sql', '-- Expands.\nalter table people add column born date;')
  await add('0004-lean.sql', '-- Needs 0003.\nalter table people drop column name;')
  expect(await migrateWithout('0004-lean.sql')).toEqual([])
  await rm(join(folder, '0003-future.sql'))
  await expect(migrate(database.url, folder)).rejects.toThrow(/does not know migration 0004-lean\.sql/)
})

test('A migration that waits for a lock lets others pass, and is applied in the end', async () => {
  await migrate(database.url, folder)
  await add('0003-born.sql', '-- Expands.\nalter table people add column born date;')
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  await reader.query('begin; select from people')
  const migrating = migrate(database.url, folder)
  const isWaiting = "select 1 from pg_locks where not granted and relation = 'people'::regclass"
  while ((await query(isWaiting)).length === 0) await sleep(20)
  // Stands behind the migration, which stands behind the reader: it is answered only because the migration gives up.
  expect(await query('select name from people')).toHaveLength(2)
  await reader.query('commit')
  await reader.end()
  expect(await migrating).toEqual(['0003-born.sql'])
})

test('An index is built outside a transaction, by one of four processes that migrate at once', async () => {
  await add(
    '0003-by-name.sql',
    '-- Expands.\n-- Outside a transaction.\ndrop index concurrently if exists by_name;\ncreate index concurrently by_name on people (name);\n',
  )
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, folder)))
  expect(applied.flat()).toHaveLength(3)
  expect(await query("select indisvalid from pg_index where indexrelid = 'by_name'::regclass")).toEqual([
    { indisvalid: true },
  ])
})
