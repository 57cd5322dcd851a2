import { sql } from 'kysely'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { purgePushes } from './push/devices.ts'

/** How long people can look up their notifications. (docs/product/notifications.md "In the app") */
const KEEP_DAYS = 90

export const purgeNotificationsQueue: JobQueue = {
  name: 'purge-notifications',
  cron: '31 3 * * *',
  expireSeconds: 300,
}

export const purgeNotifications = async ({ db, clock }: Services): Promise<JobOutcome> => {
  await sql`delete from notifications
    where created_at < ${clock.now()}::timestamptz - make_interval(days => ${KEEP_DAYS})`.execute(db)
  await purgePushes(db, clock.now())
  return 'done'
}
