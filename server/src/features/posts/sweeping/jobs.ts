import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import { startRounds } from '#server/platform/jobs/rounds.ts'
import { sweepDrafts } from '../purge-abandoned-drafts.ts'

/** A week passes before a draft is swept, so that an hour more or less is nobody's concern. */
const SWEEP_MS = 60 * 60_000

/** Sweeps abandoned drafts at once and every hour until it is stopped. Several workers may do so beside each other. */
export const startSweepingDrafts = (services: Services): { stop(): Promise<void> } =>
  startRounds(async () => sweepDrafts(services, await databaseNow(services.db)), {
    pauseMs: SWEEP_MS,
    log: services.log,
    failed: 'could not sweep abandoned drafts',
  })
