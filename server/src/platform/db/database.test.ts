import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLog } from '#server/platform/log.ts'
import { isDatabaseAway, openDatabase } from './database.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

const log = makeLog('fatal')
const caught = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch(error => error)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('A pool of connections', () => {
  it('survives a connection that breaks in the middle of a transaction', async () => {
    const { db, close } = openDatabase({ url: database.url, max: 2, log })
    const error = await caught(
      db.transaction().execute(async tx => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
        await sleep(50)
        await sql`select 1`.execute(tx)
      }),
    )
    expect(isDatabaseAway(error)).toBe(true)
    await expect(sql`select 1`.execute(db)).resolves.toBeTruthy()
    await close()
  })

  it('gives up on a row that another transaction has locked, and reports it as temporary', async () => {
    const { db, close } = openDatabase({ url: database.url, max: 2, log, lockTimeoutMs: 200 })
    await sql`insert into agencies (name) values ('Held agency')`.execute(db)
    const hold = sql`select id from agencies for update`
    const error = await db.transaction().execute(async tx => {
      await hold.execute(tx)
      return caught(db.transaction().execute(other => hold.execute(other)))
    })
    expect(error).toMatchObject({ code: '55P03' })
    expect(isDatabaseAway(error)).toBe(true)
    await close()
  })

  it('cancels a statement that takes too long', async () => {
    const { db, close } = openDatabase({ url: database.url, max: 1, log, statementTimeoutMs: 400 })
    expect(isDatabaseAway(await caught(sql`select pg_sleep(5)`.execute(db)))).toBe(true)
    await close()
  })

  it('lets nobody wait forever for a free connection', async () => {
    const { db, close } = openDatabase({ url: database.url, max: 1, log, connectTimeoutMs: 300 })
    // Connecting may take longer than that, but this connection is already open.
    await expect.poll(() => caught(sql`select 1`.execute(db))).toBe(null)
    const error = await db.transaction().execute(() => caught(sql`select 1`.execute(db)))
    expect(isDatabaseAway(error)).toBe(true)
    await close()
  })

  it('does not mistake an error in a query for a database that is unavailable', async () => {
    const { db, close } = openDatabase({ url: database.url, max: 1, log })
    expect(isDatabaseAway(await caught(sql`select nothing from nowhere`.execute(db)))).toBe(false)
    await close()
  })
})
