import pg from 'pg'
import { expect, it } from 'vitest'
import { openJobs } from '#server/platform/jobs/job-queues.ts'
import { makeLog } from '#server/platform/log.ts'
import { createEmptyDatabase } from './testing.ts'
import { moveDatabaseClock } from './testing-clock.ts'

const HOUR_MS = 3_600_000

it('All clocks of a database are moved together, for sessions that were open too', async () => {
  const database = await createEmptyDatabase()
  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    return client
  }
  const system = await connect()
  await moveDatabaseClock(system, 1000 * HOUR_MS)
  const client = await connect()
  try {
    await client.query('create table lines (id int, written timestamptz not null default now())')
    await (await openJobs(database.url, makeLog('fatal'), [])).stop()
    const hoursAhead = async () => {
      await client.query('truncate lines; insert into lines values (1)')
      const { rows } = await client.query(
        `select now() as begun, clock_timestamp() as present, written, pgboss.job_now() as job from lines`,
      )
      const { rows: real } = await client.query('select pg_catalog.now() as real')
      const hours = (time: Date) => Math.round((time.getTime() - real[0].real.getTime()) / HOUR_MS)
      const { begun, present, written, job } = rows[0]
      return [begun, present, written, job].map(hours)
    }
    expect(await hoursAhead()).toEqual([1000, 1000, 1000, 1000])
    await moveDatabaseClock(system, 1002 * HOUR_MS)
    expect(await hoursAhead()).toEqual([1002, 1002, 1002, 1002])
  } finally {
    await system.end()
    await client.end()
    await database.drop()
  }
})
