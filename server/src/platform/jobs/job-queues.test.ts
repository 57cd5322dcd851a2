import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { makeLog } from '#server/platform/log.ts'
import { type JobQueue, type JobRunner, openJobs } from './job-queues.ts'

const once: JobQueue<{ n: number }> = { name: 'test-once', expireSeconds: 60 }
const retried: JobQueue<{ n: number }> = {
  name: 'test-retried',
  expireSeconds: 60,
  retry: { times: 3, firstSeconds: 1, longestSeconds: 1 },
}
const ordered: JobQueue<{ n: number }> = { name: 'test-ordered', expireSeconds: 60, atOnce: 1 }
const grouped: JobQueue<{ n: number }> = { name: 'test-grouped', expireSeconds: 60, groups: 2 }
const watched: JobQueue<{ n: number }> = {
  name: 'test-watched',
  expireSeconds: 3_600,
  heartbeatSeconds: 10,
  retry: { times: 3, firstSeconds: 1, longestSeconds: 1 },
}
const regular: JobQueue = { name: 'test-regular', cron: '5 * * * *', expireSeconds: 60 }

const log = makeLog('silent')
let database: TestDatabase
let db: Db
let closeDb: () => Promise<void>
const runners: JobRunner[] = []
const open = async () => {
  const runner = await openJobs(database.url, log, [once, retried, ordered, grouped, watched, regular])
  runners.push(runner)
  return runner
}
beforeAll(async () => {
  database = await createTestDatabase()
  const opened = openDatabase({ url: database.url, max: 4, log })
  db = opened.db
  closeDb = opened.close
})
afterAll(async () => {
  await Promise.all(runners.map(runner => runner.stop()))
  await closeDb()
  await database.drop()
})

it('A job that takes long keeps no later one waiting where its queue has more than one group', async () => {
  const runner = await open()
  let finish = (): void => undefined
  const isSlow = new Promise<void>(resolve => {
    finish = resolve
  })
  const done: number[] = []
  await runner.work(grouped, async ({ n }) => {
    if (n === 0) await isSlow
    done.push(n)
    return 'done'
  })
  const begin = (n: number) => db.transaction().execute(tx => runner.enqueue(tx, grouped, { n }))
  await begin(0)
  await new Promise(resolve => setTimeout(resolve, 1000))
  for (const n of [1, 2, 3]) await begin(n)
  await vi.waitFor(() => expect(done.toSorted()).toEqual([1, 2, 3]), { timeout: 15_000 })
  finish()
  await vi.waitFor(() => expect(done).toContain(0))
})

it('A job is done once, by one of two workers, after its transaction has committed', async () => {
  const [web, ...workers] = [await open(), await open(), await open()]
  const done: number[] = []
  for (const worker of workers)
    await worker.work(once, async ({ n }) => {
      done.push(n)
      return 'done'
    })
  const undone = db.transaction().execute(async tx => {
    await web?.enqueue(tx, once, { n: 0 })
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await db.transaction().execute(async tx => {
    for (let n = 1; n <= 20; n++) await web?.enqueue(tx, once, { n })
  })
  await vi.waitFor(() => expect(done).toHaveLength(20), { timeout: 60_000 })
  expect([...done].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})

it('A job that throws or asks for a retry is retried, and its neighbours in the batch are not', async () => {
  const runner = await open()
  const tries: number[] = []
  await db.transaction().execute(async tx => {
    for (const n of [1, 2, 3]) await runner.enqueue(tx, retried, { n })
  })
  await runner.work(retried, async ({ n }) => {
    tries.push(n)
    if (n === 2 && tries.filter(tried => tried === 2).length < 2) throw new Error('broken')
    return n === 3 && tries.filter(tried => tried === 3).length < 3 ? 'retry' : 'done'
  })
  await vi.waitFor(() => expect([...tries].sort()).toEqual([1, 2, 2, 3, 3, 3]), { timeout: 120_000 })
})

it('A job with a higher priority goes before those that wait longer', async () => {
  const runner = await open()
  const done: number[] = []
  await db.transaction().execute(async tx => {
    for (const n of [1, 2, 3]) await runner.enqueue(tx, ordered, { n }, { priority: -n })
    await runner.enqueue(tx, ordered, { n: 0 })
  })
  await runner.work(ordered, async ({ n }) => {
    done.push(n)
    return 'done'
  })
  await vi.waitFor(() => expect(done).toEqual([0, 1, 2, 3]), { timeout: 60_000 })
})

it('A job whose worker died is given to another one long before it expires', async () => {
  const runner = await open()
  await db.transaction().execute(tx => runner.enqueue(tx, watched, { n: 1 }))
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '11 seconds'
    where name = ${watched.name}`.execute(db)
  const done: number[] = []
  await runner.work(watched, async ({ n }) => {
    done.push(n)
    return 'done'
  })
  await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 60_000 })
})

it('A recurring job is scheduled once, however many workers have it', async () => {
  const workers = [await open(), await open()]
  for (const worker of workers) await worker.work(regular, async () => 'done')
  const { rows } = await sql`select name, cron from pgboss.schedule`.execute(db)
  expect(rows).toEqual([{ name: 'test-regular', cron: '5 * * * *' }])
})

it('A recurring job that this version no longer has is not scheduled any more', async () => {
  const former: JobQueue = { name: 'test-former', cron: '7 * * * *', expireSeconds: 60 }
  const earlier = await openJobs(database.url, log, [once, retried, regular, former])
  runners.push(earlier)
  await earlier.work(former, async () => 'done')
  const scheduled = async () =>
    (await sql<{ name: string }>`select name from pgboss.schedule`.execute(db)).rows.map(({ name }) => name)
  expect(await scheduled()).toContain('test-former')
  await open()
  expect(await scheduled()).not.toContain('test-former')
})
