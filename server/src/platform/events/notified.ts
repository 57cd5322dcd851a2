import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { JobQueue } from '#server/platform/jobs/job-queues.ts'

/** The NOTIFY channel for the ids of people who have something new to read, or have read something. */
export const NOTIFIED_CHANNEL = 'galley_notified'

/** Notifications and their mails that have a time: those announced later than their event, a digest, a mail that failed. Each minute, or for one time. */
export const sendDueNotificationsQueue: JobQueue = {
  name: 'send-due-notifications',
  cron: '* * * * *',
  expireSeconds: 600,
}

/** Tells the open pages of these people to read their notifications again, after the commit. */
export const notifyPages = async (tx: Tx, userIds: readonly number[]): Promise<void> => {
  const ids = [...new Set(userIds)]
  await sql`select pg_notify(${NOTIFIED_CHANNEL}, id::text) from unnest(${ids}::bigint[]) as id`.execute(tx)
}
