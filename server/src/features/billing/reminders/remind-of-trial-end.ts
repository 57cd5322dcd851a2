import { sql } from 'kysely'
import { daysLeft } from '#domain/billing/standing.ts'
import { TRIAL_NOTICE_DAYS } from '#domain/billing/subscription-rights.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emitOfAgency } from '#server/platform/events/emit.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { mailAdmins } from '../agency-admins.ts'
import { countQuantities, priceOf, pricesOf } from '../quantities.ts'
import { isBilled } from '../standings.ts'
import { type Subscription, timeAtGateway } from '../subscriptions.ts'
import { trialMail } from './trial-mail.ts'

export const remindOfTrialEndQueue: JobQueue = {
  name: 'remind-of-trial-end',
  cron: '25 * * * *',
  expireSeconds: 300,
}

/**
 * Tells the admins of agencies whose trial ends soon, by mail and under the bell, so that nobody is charged by surprise; not those who have cancelled. The row that
 * keeps a mail from being sent twice is written in the transaction that queues it.
 */
export const remindOfTrialEnd = async (services: Services): Promise<JobOutcome> => {
  if (!isBilled(services.config)) return 'done'
  const now = sql<Date>`(${services.clock.now()}::timestamptz + make_interval(hours => s.clock_ahead_hours))`
  const ending = await services.db
    .selectFrom('subscriptions as s')
    .innerJoin('agencies as a', 'a.id', 's.agency_id')
    .select(['s.agency_id', 's.trial_ends_at', 's.status', 'a.name'])
    .select(['s.base_cents', 's.user_cents', 's.account_cents', 's.clock_ahead_hours'])
    .where('s.status', '=', 'trialing')
    .where('s.gone_at', 'is', null)
    .where('s.cancel_at_period_end', '=', false)
    .where('s.trial_ends_at', '>', now)
    .where('s.trial_ends_at', '<=', sql<Date>`${now} + make_interval(days => ${TRIAL_NOTICE_DAYS})`)
    .execute()
  for (const agency of ending)
    try {
      await inTransaction(services.db, tx => remindAgency(tx, services, agency))
    } catch (error) {
      // The next run tries again, and the other agencies get theirs now.
      services.log.error(
        { err: error, agency: agency.agency_id },
        'a mail about a trial could not be written',
      )
    }
  return 'done'
}

type Ending = Pick<
  Subscription,
  | 'agency_id'
  | 'trial_ends_at'
  | 'status'
  | 'base_cents'
  | 'user_cents'
  | 'account_cents'
  | 'clock_ahead_hours'
> & { readonly name: string }

const remindAgency = async (tx: Tx, services: Services, agency: Ending): Promise<void> => {
  const { agency_id, trial_ends_at } = agency
  const now = services.clock.now()
  const added = await tx
    .insertInto('trial_reminders')
    .values({ agency_id, trial_ends_at, queued_at: now })
    .onConflict(clash => clash.doNothing())
    .returning('agency_id')
    .executeTakeFirst()
  if (!added) return
  await emitOfAgency(tx, 'subscription.trial_ending', agency_id)
  const quantities = await countQuantities(tx, agency_id)
  await mailAdmins(tx, services, agency_id, name =>
    trialMail({
      publicUrl: services.config.publicUrl,
      name,
      agency: agency.name,
      endsAt: trial_ends_at,
      days: daysLeft(trial_ends_at, timeAtGateway(agency, now)),
      ...quantities,
      cents: priceOf(pricesOf(services.config, agency), quantities),
    }),
  )
}
