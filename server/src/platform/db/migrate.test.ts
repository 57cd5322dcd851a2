import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
