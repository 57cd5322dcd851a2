import { billingGateway } from '#server/platform/cards/configured.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { countQuantities } from '../quantities.ts'
import { findSubscription } from '../subscriptions.ts'
import { saveTax } from './change-subscription.ts'
import { startAtGateway } from './start-subscription.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Every night, since a message of the gateway can be lost for good. */
export const compareSubscriptionsQueue: JobQueue = {
  name: 'compare-subscriptions',
  cron: '11 2 * * *',
  expireSeconds: 3600,
}

const KEPT_DAYS = 30

/** Compares every subscription with the gateway's, repairs what differs, and reports it to the log and to `doctor`. */
export const compareSubscriptions = async (services: Services): Promise<JobOutcome> => {
  const { db, config, log, clock } = services
  if (!billingGateway(config)) return 'done'
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('gateway_events').where('received_at', '<', before).execute()
  await db.deleteFrom('subscription_drifts').where('found_at', '<', before).execute()
  const rows = await db.selectFrom('subscriptions').select('agency_id').orderBy('agency_id').execute()
  for (const { agency_id: agencyId } of rows)
    try {
      await compareOne(services, agencyId)
    } catch (error) {
      log.error({ err: error, agencyId }, 'a subscription could not be compared')
    }
  return 'done'
}

const compareOne = async (services: Services, agencyId: number): Promise<void> => {
  const { db, log, clock } = services
  const row = await findSubscription(db, agencyId)
  if (!row) return
  if (row.gateway_subscription_id === null) {
    await startAtGateway(services, agencyId)
    return
  }
  const outcome = await syncSubscription(services, agencyId)
  if (outcome.kind !== 'written') return
  if (outcome.differences.length > 0) {
    const differences = [...new Set(outcome.differences)]
    log.warn({ agencyId, differences }, 'a subscription differed from the gateway’s and was repaired')
    await db
      .insertInto('subscription_drifts')
      .values({ agency_id: agencyId, found_at: clock.now(), differences })
      .execute()
  }
  await saveTax(services, agencyId)
  const { users, accounts } = await countQuantities(db, agencyId)
  const after = await findSubscription(db, agencyId)
  if (after?.user_count !== users || after.account_count !== accounts)
    await db.insertInto('quantity_changes').values({ agency_id: agencyId }).execute()
}
