import { daysLeft, publishingUntil, readOnlyFrom, reminderDue } from '#domain/billing/standing.ts'
import { GRACE_DAYS } from '#domain/billing/subscription-rights.ts'
import type { AgencyEventType } from '#domain/kernel/live-events.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emitOfAgency } from '#server/platform/events/emit.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { mailAdmins } from '../agency-admins.ts'
import { isBilled } from '../standings.ts'
import { findUnconfirmed, timeAtGateway } from '../subscriptions.ts'
import { paymentMail } from './payment-mail.ts'

/** Runs often, so that the mail of day 0 comes soon after the payment failed. */
export const remindOfPaymentQueue: JobQueue = {
  name: 'remind-of-payment',
  cron: '*/10 * * * *',
  expireSeconds: 300,
}

/**
 * Tells the admins of agencies whose payment failed, by mail and under the bell: on certain days, each once (docs/product/billing.md "Mails"). The row of a mail is
 * written in the transaction that queues it.
 */
export const remindOfPayment = async (services: Services): Promise<JobOutcome> => {
  if (!isBilled(services.config)) return 'done'
  const late = await services.db
    .selectFrom('subscriptions')
    .select('agency_id')
    .where('status', 'in', ['past_due', 'unpaid', 'canceled'])
    .where('past_due_since', 'is not', null)
    // Nobody can pay what the gateway does not know.
    .where(eb => eb.or([eb('gone_at', 'is', null), eb('status', '=', 'canceled')]))
    .execute()
  for (const { agency_id } of late)
    try {
      await inTransaction(services.db, tx => remindAgency(tx, services, agency_id))
    } catch (error) {
      // The next run tries again, and the other agencies get theirs now.
      services.log.error({ err: error, agency: agency_id }, 'a mail about a payment could not be written')
    }
  return 'done'
}

const remindAgency = async (tx: Tx, services: Services, agencyId: number): Promise<void> => {
  // Locked, so that a payment that arrives now comes before the mail or after it.
  const subscription = await tx
    .selectFrom('subscriptions')
    .select(['status', 'past_due_since', 'period_end', 'clock_ahead_hours'])
    .where('agency_id', '=', agencyId)
    .forUpdate()
    .executeTakeFirst()
  if (!subscription?.past_due_since) return
  const { status, past_due_since: pastDueSince, period_end: endsAt } = subscription
  const facts = { status, pastDueSince, endsAt }
  const now = timeAtGateway(subscription, services.clock.now())
  const day = reminderDue(pastDueSince, now)
  const readOnlyAt = readOnlyFrom(facts)
  const stopsAt = publishingUntil(facts)
  if (day === null || !readOnlyAt || !stopsAt) return
  // A subscription that ended is not tried again; once nothing goes out any more, its admins have known for weeks.
  if (status === 'canceled' && stopsAt <= now) return
  const row = { agency_id: agencyId, past_due_since: pastDueSince, day, queued_at: services.clock.now() }
  if (!(await recordReminder(tx, row))) return
  const agency = await tx
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  // Paying for what has ended begins nothing.
  const unconfirmed = status === 'canceled' ? undefined : await findUnconfirmed(tx, agencyId)
  const isReadOnly = day >= GRACE_DAYS
  await emitOfAgency(tx, eventTypeOf(isReadOnly, unconfirmed !== undefined), agencyId)
  await mailAdmins(tx, services, agencyId, name =>
    paymentMail({
      confirmUrl: unconfirmed?.action_url ?? null,
      publicUrl: services.config.publicUrl,
      name,
      agency: agency.name,
      isReadOnly,
      isEnded: status === 'canceled',
      days: daysLeft(readOnlyAt, now),
      readOnlyAt,
      stopsAt: stopsAt > now ? stopsAt : null,
    }),
  )
}

/** The same distinction as the mail makes. */
const eventTypeOf = (isReadOnly: boolean, isUnconfirmed: boolean): AgencyEventType => {
  if (isReadOnly) return 'subscription.read_only'
  return isUnconfirmed ? 'subscription.payment_to_confirm' : 'subscription.payment_failed'
}

type PaymentReminder = {
  readonly agency_id: number
  readonly past_due_since: Date
  readonly day: number
  readonly queued_at: Date
}

/** False when this day's reminder was recorded before. */
const recordReminder = async (tx: Tx, row: PaymentReminder): Promise<boolean> => {
  const added = await tx
    .insertInto('payment_reminders')
    .values(row)
    .onConflict(clash => clash.doNothing())
    .returning('day')
    .executeTakeFirst()
  return added !== undefined
}
