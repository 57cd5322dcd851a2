import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { makeLog } from '#server/platform/log.ts'
import { processEnv } from '#testing/galley-process.ts'
import { heldQueue } from '#testing/publishing/working-process.ts'
import { type JobRunner, openJobs } from './job-queues.ts'

const program = path.join(import.meta.dirname, '../../../testing/publishing/working-process.ts')
const log = makeLog('silent')
let database: TestDatabase
let db: Db
let closeDb: () => Promise<void>
const children: ChildProcess[] = []
const runners: JobRunner[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const opened = openDatabase({ url: database.url, max: 2, log })
  db = opened.db
  closeDb = opened.close
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(runners.splice(0).map(runner => runner.stop()))
  await sql`delete from pgboss.job`.execute(db)
  await db.deleteFrom('job_workers').execute()
})
afterAll(async () => {
  await closeDb()
  await database.drop()
})

const open = async () => {
  const runner = await openJobs(database.url, log, [heldQueue])
  runners.push(runner)
  return runner
}

/** A process that has begun the job and never ends it. */
const beginIn = async (runner: JobRunner, n: number): Promise<ChildProcess> => {
  const child = fork(program, { execArgv: [], env: processEnv({ DATABASE_URL: database.url }) })
  children.push(child)
  await db.transaction().execute(tx => runner.enqueue(tx, heldQueue, { n }))
  expect(await once(child, 'message')).toEqual([n, undefined])
  return child
}

const endOf = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A worker that ends its jobs. @returns those that it has done, and what waits until it has looked twice for workers that are gone */
const workHere = async (runner: JobRunner) => {
  const done: number[] = []
  await runner.work(heldQueue, async ({ n }) => {
    done.push(n)
    return 'done'
  })
  const { id } = await db
    .selectFrom('job_workers')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const beatOf = async () =>
    (
      await db.selectFrom('job_workers').select('beat_at').where('id', '=', id).executeTakeFirstOrThrow()
    ).beat_at.getTime()
  const untilItHasLooked = async () => {
    for (let turn = 0; turn < 3; turn++) {
      const former = await beatOf()
      await expect.poll(beatOf, { timeout: 60_000 }).not.toBe(former)
    }
  }
  return { done, untilItHasLooked }
}

const readTries = async () =>
  (
    await sql<{ state: string; tries: number }>`
      select state::text, retry_count as tries from pgboss.job where name = ${heldQueue.name}`.execute(db)
  ).rows

/** As if the worker had been silent for an hour. */
const forgetBeats = (except: number) =>
  sql`update job_workers set beat_at = now() - interval '1 hour' where id < ${except}`.execute(db)

it('A job whose worker was killed goes on elsewhere, however long its queue lets a job be silent or wait for its next try', async () => {
  const runner = await open()
  const child = await beginIn(runner, 1)
  const { done } = await workHere(runner)
  await endOf(child)
  await expect.poll(() => done, { timeout: 60_000 }).toEqual([1])
  await expect.poll(readTries, { timeout: 60_000 }).toEqual([{ state: 'completed', tries: 1 }])
  // Nothing is left of the worker that is gone.
  await expect.poll(() => db.selectFrom('job_workers').selectAll().execute()).toHaveLength(1)
  await expect.poll(() => db.selectFrom('running_jobs').selectAll().execute()).toEqual([])
})

it('A job whose worker was killed goes on when the only worker starts again', async () => {
  const starter = await open()
  await endOf(await beginIn(starter, 2))
  const { done } = await workHere(starter)
  await expect.poll(() => done, { timeout: 60_000 }).toEqual([2])
})

it('A frozen worker keeps its job: it may go on at any moment, and would do everything a second time', async () => {
  const runner = await open()
  const child = await beginIn(runner, 3)
  child.kill('SIGSTOP')
  const { done, untilItHasLooked } = await workHere(runner)
  const [own] = await db.selectFrom('job_workers').select('id').orderBy('id', 'desc').limit(1).execute()
  await forgetBeats(own?.id ?? 0)
  await untilItHasLooked()
  expect([done, await readTries()]).toEqual([[], [{ state: 'active', tries: 0 }]])
})

it('A worker that has lost its session keeps its job, and is seen to be there again', async () => {
  const runner = await open()
  await beginIn(runner, 4)
  const { done, untilItHasLooked } = await workHere(runner)
  const locks = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity
        where application_name = 'galley-worker' and datname = current_database() order by pid`.execute(db)
    ).rows.map(({ pid }) => pid)
  const former = await locks()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'galley-worker' and datname = current_database()`.execute(db)
  await expect
    .poll(async () => (await locks()).filter(pid => !former.includes(pid)), { timeout: 60_000 })
    .toHaveLength(2)
  await untilItHasLooked()
  expect([done, await readTries()]).toEqual([[], [{ state: 'active', tries: 0 }]])
})
