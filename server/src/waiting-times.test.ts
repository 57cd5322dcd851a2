import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeHeartbeat } from '#server/features/publishing/engine/lost-time.ts'
import { sweep } from '#server/features/publishing/engine/worker.ts'
import { bringForward } from '#server/platform/db/bring-forward.ts'
import { openJobs } from '#server/platform/jobs/job-queues.ts'
import { makeLog } from '#server/platform/log.ts'
import { waitBefore } from '#server/platform/session/attempts.ts'
import {
  endWait,
  onNetwork,
  openOne,
  type PublishingStage,
  startPublishingStage,
} from '#testing/publishing/publishing.ts'
import { waitingTimes } from './waiting-times.ts'

const HOUR = 3_600_000
const SET_BACK_MS = 5 * HOUR
const queue = { name: 'test-later', cron: '5 * * * *', expireSeconds: 60 }

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage()
  const jobs = await openJobs(stage.url, makeLog('silent'), [queue])
  await stage.db
    .transaction()
    .execute(tx => jobs.enqueue(tx, queue, {}, { runAt: new Date(Date.now() + SET_BACK_MS + HOUR) }))
  await jobs.stop()
})
afterAll(() => stage.close())
beforeEach(async () => {
  await stage.db.updateTable('publishing_heartbeat').set({ beat_at: null, beats: 0 }).execute()
})

/** A worker that has beaten by the clock as it was before it was set back. `isRunning`: and is still there. */
const heartbeatAfter = async ({ isRunning }: { isRunning: boolean }) => {
  const publisher = stage.publisher()
  const heart = makeHeartbeat(publisher)
  await heart.beat()
  await stage.db
    .updateTable('publishing_heartbeat')
    .set({ beat_at: inFuture(0) })
    .execute()
  return { publisher, heart: isRunning ? heart : makeHeartbeat(publisher) }
}

/** A time of the clock before it was set back. */
const inFuture = (ms: number): Date => new Date(Date.now() + SET_BACK_MS + ms)

const cutOffWhileSending = async () => {
  const own = await openOne(stage, 'twitter')
  const wasSent = { sending_at: inFuture(-2_000), first_sent_at: inFuture(-2_000) }
  await stage.db
    .updateTable('publications')
    .set({ status: 'sending', lease_token: 1, lease_until: inFuture(-1_000), ...wasSent })
    .where('id', '=', own.publicationId)
    .execute()
  return own
}

it('An interrupted publication is resumed at once when the clock is set back under a running worker', async () => {
  const { heart, publisher } = await heartbeatAfter({ isRunning: true })
  const { message } = await cutOffWhileSending()
  await heart.beat()
  await stage.drive(publisher)
  expect(await onNetwork(stage, 'twitter', message)).toHaveLength(1)
})

it('An interrupted publication is looked up and held at once when a worker starts after the clock was set back', async () => {
  const { heart, publisher } = await heartbeatAfter({ isRunning: false })
  const { publicationId, message } = await cutOffWhileSending()
  await heart.beat()
  const read = () =>
    stage.db
      .selectFrom('publications')
      .select(['status', 'held_at', 'looked_up_at'])
      .where('id', '=', publicationId)
      .executeTakeFirstOrThrow()
  let row = await read()
  // Its network has some time to list it.
  while (row.held_at === null && row.status !== 'failed') {
    await sweep(publisher)
    await endWait(stage, publicationId)
    row = await read()
  }
  expect(row).toEqual({ status: 'queued', held_at: expect.any(Date), looked_up_at: expect.any(Date) })
  expect(await onNetwork(stage, 'twitter', message)).toEqual([])
  await stage.db.deleteFrom('publishing_holds').execute()
})

it('A try that a network asked to wait for, and a limit of attempts, take no longer because the clock was set back', async () => {
  const { heart } = await heartbeatAfter({ isRunning: true })
  const { publicationId } = await openOne(stage, 'linkedin')
  await stage.db
    .updateTable('publications')
    .set({ run_at: inFuture(60_000) })
    .where('id', '=', publicationId)
    .execute()
  const limit = { subject: 'set-back', times: 1, minutes: 10 }
  await waitBefore(stage.db, limit, inFuture(0))
  await heart.beat()
  const { run_at } = await stage.db
    .selectFrom('publications')
    .select('run_at')
    .where('id', '=', publicationId)
    .executeTakeFirstOrThrow()
  expect(run_at.getTime()).toBeLessThan(Date.now() + HOUR)
  expect(await waitBefore(stage.db, limit, new Date())).toBeLessThan(3_600)
})

it('Jobs that wait, and the regular ones, are brought forward with the clock', async () => {
  await sql`update pgboss.version set cron_on = ${inFuture(0)}`.execute(stage.db)
  const { heart } = await heartbeatAfter({ isRunning: true })
  await heart.beat()
  const { rows } = await sql<{ start_after: Date; cron_on: Date }>`
    select start_after, cron_on from pgboss.job, pgboss.version where name = ${queue.name}`.execute(stage.db)
  const [row] = rows
  expect(row?.start_after.getTime()).toBeLessThan(Date.now() + 2 * HOUR)
  expect(row?.cron_on.getTime()).toBeLessThan(Date.now() + HOUR)
})

it('The clock is followed once: nothing changes while it runs on', async () => {
  const { heart } = await heartbeatAfter({ isRunning: true })
  await sql`insert into metric_accounts (project_id, social_network, external_id, due_at)
    select project_id, 'twitter', 'set-back', ${inFuture(HOUR)} from social_accounts limit 1`.execute(
    stage.db,
  )
  const dueAt = async () =>
    (
      await stage.db
        .selectFrom('metric_accounts')
        .select('due_at')
        .where('external_id', '=', 'set-back')
        .executeTakeFirstOrThrow()
    ).due_at.getTime()
  const before = await dueAt()
  await heart.beat()
  const moved = await dueAt()
  await heart.beat()
  expect(before - moved).toBeGreaterThan(SET_BACK_MS - HOUR)
  expect(await dueAt()).toBe(moved)
})

it('Waits move by as much as the clock, times of day by whole days, and past times stay', async () => {
  const now = new Date('2031-03-05T12:00:00Z')
  const hours = (n: number) => new Date(now.getTime() + n * HOUR)
  const moved = await stage.db.transaction().execute(async tx => {
    await sql`create temp table waits on commit drop as
      select ${hours(60)}::timestamptz as ahead, ${hours(60)}::timestamptz as at_eight, ${hours(-1)}::timestamptz as past`.execute(
      tx,
    )
    const waits = [
      { table: 'waits', columns: ['ahead', 'past'] },
      { table: 'waits', columns: ['at_eight'], isTimeOfDay: true as const },
      { table: 'not_there', columns: ['ahead'] },
    ]
    await bringForward(tx, waits, { now, setBackMs: 53 * HOUR })
    return (await sql`select * from waits`.execute(tx)).rows
  })
  expect(moved).toEqual([{ ahead: hours(7), at_eight: hours(12), past: hours(-1) }])
})

/** Names of columns that keep something back until then, or may. */
const waitColumnPattern = /(^run_at|until|due_at|due_on|_after|not_before|ends_at|open_at|^mail_at|^next_)/

/** Those that no clock keeps back, and why. */
const others: Readonly<Record<string, string>> = {
  'approval_reminders.deadline_at': 'a day that people have chosen',
  'danger_alerts.due_at': 'a time that people have chosen',
  'invoices.next_attempt_at': 'the gateway decides it',
  'lost_periods.lost_until': 'a record of the past',
  'medias.clean_after': 'a day that people were told',
  'publications.due_at': 'a time that people have chosen',
  'publishing_holds.ends_at': 'a time that people have chosen',
  'publications.lost_until': 'a record of the past',
  'session_tokens.refreshable_until': 'the end of a validity',
  'subscriptions.trial_ends_at': 'the gateway decides it',
  'test_jobs.run_at': 'what the tests of another file make',
  'trial_reminders.trial_ends_at': 'the gateway decides it',
}

it('Every column that a wait may be kept in is brought forward, or has a reason why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
    from information_schema.columns
    where data_type = 'timestamp with time zone' and table_schema in ('public', 'pgboss')`.execute(stage.db)
  const present = new Set(rows.map(({ name }) => name))
  const listed = waitingTimes.flatMap(({ table, columns }) => columns.map(column => `${table}.${column}`))
  expect(listed.filter(name => !present.has(name))).toEqual([])
  const known = new Set([...listed, ...Object.keys(others)])
  const waiting = [...present].filter(
    name => !name.startsWith('pgboss.') && waitColumnPattern.test(name.split('.').at(-1) ?? ''),
  )
  expect(waiting.filter(name => !known.has(name))).toEqual([])
})
