import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { followingClock } from '#server/platform/clock.ts'
import { makeLog } from '#server/platform/log.ts'
import { openDatabase } from './database.ts'
import { databaseNow } from './database-now.ts'
import { followClock } from './follow-clock.ts'
import { createEmptyDatabase, type TestDatabase } from './testing.ts'
import { moveDatabaseClock, runAheadMs } from './testing-clock.ts'

const HOUR_MS = 3_600_000

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

const moveTo = async (aheadMs: number) => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await moveDatabaseClock(client, runAheadMs + aheadMs)
  await client.end()
}

const open = async () => {
  const lines: { msg?: string; corrected_ms?: number }[] = []
  const log = makeLog('info', { write: line => void lines.push(JSON.parse(line)) })
  const opened = openDatabase({ url: database.url, max: 3, log })
  const clock = followingClock()
  const following = await followClock({ ...opened, log }, clock)
  const close = async () => {
    following.stop()
    await opened.close()
  }
  return { ...opened, clock, lines, close }
}

/** By how much the process's clock is off, within the time that it takes to ask. */
const isRight = async ({ db, clock }: Pick<Awaited<ReturnType<typeof open>>, 'db' | 'clock'>) => {
  const before = (await databaseNow(db)).getTime()
  const shown = clock.now().getTime()
  const after = (await databaseNow(db)).getTime()
  // An answer on its way counts half, and a busy machine may take its time between the two.
  const slackMs = 1_000 + (after - before)
  return shown >= before - slackMs && shown <= after + slackMs
}

it('A process whose machine is two hours off shows the database’s time, and says so', async () => {
  await moveTo(2 * HOUR_MS)
  const galley = await open()
  expect(await isRight(galley)).toBe(true)
  expect(galley.lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^this process's clock was \d+ ms behind the database's, which it follows$/),
  ])
  await galley.close()
})

it('An answer that was slow is asked for again', async () => {
  await moveTo(0)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`create sequence answers;
    create or replace function public.clock_timestamp() returns timestamptz language plpgsql as $$
      declare told timestamptz := pg_catalog.clock_timestamp() + interval '${runAheadMs} milliseconds';
      begin
        if nextval('public.answers') = 1 then perform pg_sleep(1); end if;
        return told;
      end $$`)
  await client.end()
  const galley = await open()
  const { rows } = await sql<{ asked: string }>`select last_value as asked from answers`.execute(galley.db)
  expect(Number(rows[0]?.asked)).toBeGreaterThan(1)
  expect(await isRight(galley)).toBe(true)
  await galley.close()
})

it('After its connections were lost to a server with another clock, it follows that one', async () => {
  const galley = await open()
  expect(galley.lines).toEqual([])
  await moveTo(-3 * HOUR_MS)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  await expect.poll(() => isRight(galley).catch(() => false), { timeout: 30_000 }).toBe(true)
  await galley.close()
})
