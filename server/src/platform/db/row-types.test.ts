import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeRowTypes } from './row-types.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const change = async (sql: string) => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

describe('The row types', () => {
  it('match what the migrations create (otherwise: npm run schema)', async () => {
    const committed = await readFile(resolve(import.meta.dirname, 'schema.ts'), 'utf8')
    expect(committed.replaceAll('\r\n', '\n')).toBe(await makeRowTypes(database.url))
  })

  it('say what may be null, what has a default, and which texts a check allows', async () => {
    await change(`create table examples (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('a', 'b''s')),
      single text check (single = 'x'),
      size text default 'm' check (size in ('s', 'm') and length(size) = 1),
      names text[] not null default '{}',
      made_at timestamptz not null default now(),
      day date
    )`)
    expect(await makeRowTypes(database.url)).toContain(`  examples: {
    id: Generated<number>
    kind: 'a' | "b's"
    single: 'x' | null
    size: Generated<string | null>
    names: Generated<string[]>
    made_at: Generated<Date>
    day: string | null
  }
`)
  })

  it.each([
    ['a type that nobody has named', 'create table examples (area point)', 'examples.area is point'],
    [
      'a name for a column whose check lists its texts',
      "alter table events add check (type in ('a', 'b'))",
      'events.type',
    ],
    ['a name for a column that is gone', 'alter table events drop column type', 'events.type'],
  ])('are refused for %s', async (_what, sql, message) => {
    await change(sql)
    await expect(makeRowTypes(database.url)).rejects.toThrow(message)
  })
})
