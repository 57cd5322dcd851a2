import { resealSecondFactors } from '#server/features/accounts/second-factor/second-factors.ts'
import { purgeMetricPoints } from '#server/features/analytics/purge-metric-points.ts'
import { purgeDevices } from '#server/features/approval-links/held-links.ts'
import { purgeThreads } from '#server/features/notifications/threads.ts'
import { purgeProofs } from '#server/features/proofs/proofs.ts'
import { purgeAnswers } from '#server/features/publishing/purge-answers.ts'
import { purgeInvitations } from '#server/features/team/purge-invitations.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { purgeEvents } from '#server/platform/events/purge-events.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { purgeAccountLinks, purgeSessions } from '#server/platform/session/purge-sessions.ts'

/** At night for most of Europe. What it does not reach, the next one does. */
export const cleanHistoryQueue: JobQueue = {
  name: 'clean-history',
  cron: '13 1 * * *',
  expireSeconds: 4 * 3600,
  heartbeatSeconds: 60,
}

export const cleanHistory = async (services: Services): Promise<JobOutcome> => {
  await cleanAllHistory(services, await databaseNow(services.db))
  return 'done'
}

const DAY_MS = 86_400_000
/** A link of an account lives for a week at most. */
const ENDED_LINK_DAYS = 30

/** Deletes what is older than it is to be kept (docs/guides/kept-data.md). What cannot be deleted is logged, and keeps nothing else. */
export const cleanAllHistory = async (
  { db, log, config }: Pick<Services, 'db' | 'log' | 'config'>,
  now: Date,
): Promise<void> => {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const purges: Readonly<Record<string, () => Promise<number>>> = {
    events: () => purgeEvents(db, ago(config.KEEP_EVENTS_DAYS)),
    sessions: () => purgeSessions(db, ago(config.KEEP_SESSIONS_DAYS)),
    accountLinks: () => purgeAccountLinks(db, ago(ENDED_LINK_DAYS)),
    invitations: () => purgeInvitations(db, ago(config.KEEP_INVITATIONS_DAYS)),
    devices: () => purgeDevices(db, now),
    proofs: () => purgeProofs(db, now),
    answers: () => purgeAnswers(db, ago(config.KEEP_ANSWERS_DAYS)),
    mailThreads: () => purgeThreads(db, ago(config.KEEP_MAIL_THREADS_DAYS)),
    figures: () => purgeMetricPoints(db, ago(config.KEEP_FIGURES_DAYS)),
  }
  await resealSecondFactors(db, config).catch((error: unknown) =>
    log.error({ err: error }, 'a second factor could not be re-encrypted'),
  )
  const removed: Record<string, number> = {}
  for (const [what, purge] of Object.entries(purges)) {
    try {
      removed[what] = await purge()
    } catch (error) {
      log.error({ err: error, what }, 'what is too old could not be deleted')
    }
  }
  if (Object.values(removed).some(count => count > 0)) log.info(removed, 'what was too old was deleted')
}
