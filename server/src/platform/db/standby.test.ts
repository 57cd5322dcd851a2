import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLog } from '#server/platform/log.ts'
import { type Db, openDatabase } from './database.ts'
import { openStandby, readPosition, type Standby, whyUnread } from './standby.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
let primary: Db
const stops: (() => Promise<unknown>)[] = []
const lines: unknown[][] = []
const log = Object.assign(makeLog('silent'), { warn: (...line: unknown[]) => lines.push(line) })

const open = (url: string): Standby => {
  const standby = openStandby({ url, max: 2, primary, log })
  stops.push(standby.close)
  return standby
}
const agencies = (db: Db) => db.selectFrom('agencies').select('name').execute()

beforeAll(async () => {
  database = await createTestDatabase()
  const opened = openDatabase({ url: database.url, max: 1, log })
  primary = opened.db
  stops.unshift(opened.close)
  await primary.insertInto('agencies').values({ name: 'Bluebird' }).execute()
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  await database.drop()
})

it('Where nothing answers, the primary does, and it is said once', async () => {
  const standby = open('postgres://ada@127.0.0.1:1/galley')
  lines.length = 0
  for (const _ of [1, 2, 3]) expect(await standby.read(agencies)).toEqual([{ name: 'Bluebird' }])
  expect(lines).toEqual([
    [
      { problem: expect.stringContaining('ECONNREFUSED') },
      'reads go to the primary: the standby cannot answer',
    ],
  ])
})

it('A database that is no standby is not read from', async () => {
  const standby = open(database.url)
  lines.length = 0
  const used: Db[] = []
  await standby.read(async db => used.push(db))
  expect(used).toEqual([primary])
  expect(lines[0]?.[0]).toEqual({ problem: 'it is not a standby' })
})

it('The position has what was committed before, and names the cluster and its timeline', async () => {
  const before = await readPosition(primary)
  await primary.insertInto('agencies').values({ name: 'Redwing' }).execute()
  const after = await readPosition(primary)
  const { rows } = await sql<{ is_later: boolean }>`
    select ${after.at}::pg_lsn > ${before.at}::pg_lsn as is_later`.execute(primary)
  expect(rows).toEqual([{ is_later: true }])
  expect(after).toMatchObject({ timeline: before.timeline, system: expect.stringMatching(/^\d{15,}$/) })
  expect(await whyUnread(primary, after)).toBe('it is not a standby')
})

it('Where it may not be asked where the log ends, the primary answers', async () => {
  await sql`create or replace function public.pg_walfile_name(pg_lsn) returns text language plpgsql as
    $$ begin raise insufficient_privilege; end $$`.execute(primary)
  await sql`set search_path = public, pg_catalog`.execute(primary)
  const standby = open(database.url)
  lines.length = 0
  await expect(standby.read(agencies)).resolves.toHaveLength(2)
  expect(lines[0]?.[0]).toEqual({ problem: 'insufficient_privilege' })
})

it('A fault of the work itself is not repeated on the primary', async () => {
  const standby = open('postgres://ada@127.0.0.1:1/galley')
  let runs = 0
  const work = async () => {
    runs += 1
    throw new Error('a mistake in the work')
  }
  await expect(standby.read(work)).rejects.toThrow('a mistake in the work')
  expect(runs).toBe(1)
})
