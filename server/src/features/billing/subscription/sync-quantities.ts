import { billingGateway } from '#server/platform/cards/configured.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { countQuantities } from '../quantities.ts'
import { findSubscription } from '../subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

/** The rows themselves say which agencies have changed; many changes of one agency are one call. */
export const syncQuantitiesQueue: JobQueue<{ isBetween?: boolean }> = {
  name: 'sync-quantities',
  cron: '* * * * *',
  expireSeconds: 300,
}

const AT_ONCE = 200

/** Regular jobs come once a minute at most; with runs between them the gateway has new numbers within a minute. */
const BETWEEN_SECONDS = [20, 40] as const

/** One regular run, which orders those until the next. */
export const runSyncQuantities = async (services: Services, isBetween: boolean): Promise<JobOutcome> => {
  const { db, jobs, clock } = services
  if (!isBetween)
    await db.transaction().execute(async tx => {
      for (const seconds of BETWEEN_SECONDS) {
        const runAt = new Date(clock.now().getTime() + seconds * 1000)
        await jobs.enqueue(tx, syncQuantitiesQueue, { isBetween: true }, { runAt })
      }
    })
  return syncQuantities(services)
}

const listChanged = (db: Db) =>
  db
    .selectFrom('quantity_changes')
    .select(({ fn }) => ['agency_id as agencyId', fn.max('id').as('upTo')])
    .groupBy('agency_id')
    .orderBy(({ fn }) => fn.min('id'))
    .limit(AT_ONCE)
    .execute()

/** Tells the gateway the users and accounts of the agencies that have changed. What it does not take is tried again in a minute. */
export const syncQuantities = async (services: Services): Promise<JobOutcome> => {
  const { db, log } = services
  for (const { agencyId, upTo } of await listChanged(db))
    try {
      if (await sendQuantities(services, agencyId)) await forgetChanges(db, agencyId, Number(upTo))
    } catch (error) {
      log.error({ err: error, agencyId }, 'the quantities of a subscription could not be sent')
    }
  return 'done'
}

/** What was written during the call to the gateway stays. */
const forgetChanges = (db: Db, agencyId: number, upTo: number) =>
  db.deleteFrom('quantity_changes').where('agency_id', '=', agencyId).where('id', '<=', upTo).execute()

/** @returns whether the gateway has confirmed them */
const sendQuantities = async (services: Services, agencyId: number): Promise<boolean> => {
  const { db, config, log } = services
  const gateway = billingGateway(config)
  const row = await findSubscription(db, agencyId)
  if (!gateway || !row || row.status === 'canceled') return true
  // It is being started with the numbers of its row; these come after it.
  if (row.gateway_subscription_id === null) return false
  // They are sent once the gateway knows it again.
  if (row.gone_at) return false
  const counted = await countQuantities(db, agencyId)
  if (counted.users === row.user_count && counted.accounts === row.account_count) return true
  const outcome = await gateway.setQuantities(row.gateway_subscription_id, counted)
  if (outcome.kind !== 'done') {
    log.warn({ agencyId, outcome: outcome.kind }, 'the gateway did not take the quantities of a subscription')
    return outcome.kind === 'refused'
  }
  return (await syncSubscription(services, agencyId)).kind !== 'unavailable'
}
