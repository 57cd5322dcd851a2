import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLog } from '#server/platform/log.ts'
import { type Db, openDatabase } from './database.ts'
import { prepared } from './prepared.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  database = await createTestDatabase()
  // One connection, as plans are kept for each.
  ;({ db, close } = openDatabase({ url: database.url, max: 1, log: makeLog('silent') }))
})
afterAll(async () => {
  await close()
  await database.drop()
})

const add = async (mark: typeof prepared, one: number, other: number) =>
  (await sql<{ sum: number }>`${mark} select ${one}::int + ${other}::int as sum`.execute(db)).rows
const listPrepared = async () =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows

it('A marked statement is planned once for a connection, and others each time', async () => {
  expect(await add(prepared, 1, 2)).toEqual([{ sum: 3 }])
  expect(await add(prepared, 20, 3)).toEqual([{ sum: 23 }])
  expect(await add(sql``, 4, 5)).toEqual([{ sum: 9 }])
  expect(await listPrepared()).toEqual([{ statement: expect.stringContaining('$1::int + $2::int') }])
})

it('A marked statement that fails can be sent again', async () => {
  const divide = (by: number) => sql<{ n: number }>`${prepared} select 6 / ${by}::int as n`.execute(db)
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(3)).rows).toEqual([{ n: 2 }])
})
