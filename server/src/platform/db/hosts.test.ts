import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkConnection, isDatabaseUrl } from './connection-problems.ts'
import { addressesOf, connectionTo } from './hosts.ts'
import { createEmptyDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

/** The test's database behind a host where nothing answers. */
const listed = () => database.url.replace(/@([^/]+)/, '@127.0.0.1:1,$1')

it('A list of hosts becomes one address for each', () => {
  expect(addressesOf('postgres://ada:p%2Cw@db1:5432,db2:5433/galley?sslmode=require')).toEqual([
    'postgres://ada:p%2Cw@db1:5432/galley?sslmode=require',
    'postgres://ada:p%2Cw@db2:5433/galley?sslmode=require',
  ])
  expect(addressesOf('postgres://db1,db2/galley')).toEqual(['postgres://db1/galley', 'postgres://db2/galley'])
  expect(isDatabaseUrl('postgres://db1,db2/galley')).toBe(true)
  expect(isDatabaseUrl('postgres://db1,db2')).toBe(false)
})

it('A connection finds the host that takes writes', async () => {
  const client = new pg.Client(connectionTo(listed()))
  await client.connect()
  const { rows } = await client.query('select current_database() as name')
  expect(rows).toEqual([{ name: new URL(database.url).pathname.slice(1) }])
  await client.end()
})

it('Where no host answers, all of them are named', async () => {
  expect(await checkConnection('postgres://ada@127.0.0.1:1,127.0.0.1:2/galley')).toEqual({
    problem: 'nothing answers at 127.0.0.1:1 or 127.0.0.1:2',
    remedy: 'Start PostgreSQL there, or correct the host and port.',
  })
})
