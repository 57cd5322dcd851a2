import { sql } from 'kysely'
import { invoiceFields } from '#domain/billing/address.ts'
import { invoiceLifecycle, subscriptionLifecycle } from '#domain/billing/status.ts'
import type { BillingState } from '#server/platform/cards/billing-gateway.ts'
import { billingGateway } from '#server/platform/cards/configured.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { noticeEnd } from '../reminders/end-notices.ts'
import { sendReceipts } from '../reminders/mail-receipt.ts'
import { pastDueSince } from '../reminders/past-due-since.ts'
import { remindOfPaymentQueue } from '../reminders/remind-of-payment.ts'
import { remindOfTrialEndQueue } from '../reminders/remind-of-trial-end.ts'
import { sellerOf, stampSeller } from '../seller.ts'
import { type Invoice, lockUnlessNewer, type Subscription } from '../subscriptions.ts'
import { noteGone } from './gone-subscription.ts'

export const syncSubscriptionQueue: JobQueue<{ agencyId: number }> = {
  name: 'sync-subscription',
  expireSeconds: 120,
  retry: { times: 12, firstSeconds: 5, longestSeconds: 3600 },
}

/** `differences`: the names of what the gateway has otherwise than we had it. `gone`: it does not know the subscription. */
export type SyncOutcome =
  | { readonly kind: 'written'; readonly differences: readonly string[] }
  | { readonly kind: 'unavailable' | 'gone' | 'none' }

/**
 * Copies what the gateway has now. Readings are numbered before the gateway is called, and one is written only if none with a higher number
 * was: so the last word is always that of a reading which began after the last message (decision 78). No transaction waits for the gateway.
 * `isRequested`: an admin asks for a card or a subscription, and gets another if the gateway no longer knows the agency's.
 */
export const syncSubscription = async (
  services: Services,
  agencyId: number,
  { isRequested = false }: { readonly isRequested?: boolean } = {},
): Promise<SyncOutcome> => {
  const { db, config, log, clock } = services
  const gateway = billingGateway(config)
  const reading = gateway && (await beginReading(db, agencyId))
  if (!gateway || !reading) return { kind: 'none' }
  const outcome = await gateway.readState(reading.customerId, reading.subscriptionId)
  if (outcome.kind === 'unavailable') {
    log.warn({ agencyId, reason: outcome.reason }, 'the gateway did not tell about a subscription')
    return { kind: 'unavailable' }
  }
  if (outcome.kind === 'gone') {
    log.error({ agencyId }, 'the gateway does not know a subscription that it had')
    const isNoted = await db
      .transaction()
      .execute(tx => noteGone(tx, services, { agencyId, ...reading, isRequested }))
    return isNoted ? { kind: 'gone' } : { kind: 'written', differences: [] }
  }
  const { state } = outcome
  return db.transaction().execute(async tx => {
    const row = await lockUnlessNewer(tx, agencyId, {
      number: reading.number,
      subscriptionId: state.subscription.id,
    })
    if (!row) return { kind: 'written', differences: [] }
    const differences = await writeSubscription(tx, row, { state, number: reading.number, now: clock.now() })
    await noticeEnd(tx, services, {
      before: row,
      now: state.subscription,
      isUnpaid: pastDueSince(state) !== null,
    })
    const ofInvoices = await writeInvoices(tx, agencyId, state)
    await stampAddress(tx, agencyId)
    await stampSeller(tx, agencyId, sellerOf(config))
    await sendReceipts(tx, services, agencyId)
    if (differences.some(name => remindedBy.includes(name))) await remindSoon(tx, services)
    return { kind: 'written', differences: [...differences, ...ofInvoices] }
  })
}

/** After these a mail may be due, which is not left to the next regular run. */
const remindedBy = ['subscription.past_due_since', 'subscription.clock_ahead_hours']

const remindSoon = async (tx: Tx, { jobs }: Services): Promise<void> => {
  await jobs.enqueue(tx, remindOfPaymentQueue, {})
  await jobs.enqueue(tx, remindOfTrialEndQueue, {})
}

/** In whole hours, so that the time a call takes does not change it. */
const hoursAhead = (testClock: Date | null, now: Date): number =>
  testClock ? Math.round((testClock.getTime() - now.getTime()) / 3_600_000) : 0

const beginReading = async (db: Db, agencyId: number) => {
  const row = await db
    .updateTable('subscriptions')
    .set(eb => ({ readings_begun: eb('readings_begun', '+', 1) }))
    .where('agency_id', '=', agencyId)
    .where('gateway_subscription_id', 'is not', null)
    .returning(['readings_begun', 'gateway_customer_id', 'gateway_subscription_id'])
    .executeTakeFirst()
  if (!row?.gateway_subscription_id) return null
  return {
    number: row.readings_begun,
    customerId: row.gateway_customer_id,
    subscriptionId: row.gateway_subscription_id,
  }
}

type Write = { readonly state: BillingState; readonly number: number; readonly now: Date }

const writeSubscription = async (
  tx: Tx,
  row: Subscription,
  { state, number, now }: Write,
): Promise<string[]> => {
  const { subscription } = state
  const values = {
    status: subscription.status,
    trial_ends_at: subscription.trialEndsAt ?? row.trial_ends_at,
    period_start: subscription.periodStart,
    period_end: subscription.periodEnd,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    past_due_since: pastDueSince(state),
    canceled_at: subscription.canceledAt,
    clock_ahead_hours: hoursAhead(subscription.testClock, now),
    user_count: subscription.users,
    account_count: subscription.accounts,
  }
  const { status, ...columns } = values
  await move(tx, subscriptionLifecycle, row.agency_id, `reported_${status}`, {
    ...columns,
    ...pricesOf(subscription),
    // The gateway may know one again, for example after its key was mistaken for another account's.
    gone_at: null,
    next_charge: nextOf(state),
    reading_written: number,
    synced_at: now,
  })
  return namesOfDifferences(row, values).map(name => `subscription.${name}`)
}

const nextOf = ({ next }: BillingState) => {
  const charge = next && { total_cents: next.totalCents, tax_cents: next.taxCents, lines: next.lines }
  return sql<string>`${charge && JSON.stringify(charge)}::jsonb`
}

/** A difference in these is no drift: rows from before they were copied lack them. */
const pricesOf = ({ prices }: BillingState['subscription']) => ({
  base_cents: prices?.base ?? null,
  user_cents: prices?.user ?? null,
  account_cents: prices?.account ?? null,
})

/** An invoice that the gateway no longer has was a draft that came to nothing. */
const writeInvoices = async (tx: Tx, agencyId: number, { invoices }: BillingState): Promise<string[]> => {
  const rows = await tx.selectFrom('invoices').selectAll().where('agency_id', '=', agencyId).execute()
  const differences: string[] = []
  for (const invoice of invoices) {
    const values = {
      number: invoice.number,
      status: invoice.status,
      currency: invoice.currency,
      total_cents: invoice.totalCents,
      tax_cents: invoice.taxCents,
      period_start: invoice.periodStart,
      period_end: invoice.periodEnd,
      created_at: invoice.createdAt,
      paid_at: invoice.paidAt,
      next_attempt_at: invoice.nextAttemptAt,
      action_url: invoice.actionUrl,
      needs_confirmation: invoice.needsConfirmation,
    }
    const known = rows.find(row => row.gateway_invoice_id === invoice.id)
    const names = known ? namesOfDifferences(known, values) : ['missing']
    if (names.length === 0) continue
    differences.push(...names.map(name => `invoice.${name}`))
    const { status, ...columns } = values
    const row = { ...columns, lines: JSON.stringify(invoice.lines) }
    if (known) await move(tx, invoiceLifecycle, known.id, `reported_${status}`, row)
    else
      await tx
        .insertInto('invoices')
        .values({ ...row, status, agency_id: agencyId, gateway_invoice_id: invoice.id })
        .execute()
  }
  return differences
}

/** An invoice keeps the name and address with which it was made; one from before the first address gets that. */
const stampAddress = (tx: Tx, agencyId: number) =>
  sql`
    update invoices set billed_to = jsonb_build_array(
      a.name, b.first_name || ' ' || b.last_name, b.address, b.city || ', ' || b.state || ' ' || b.zip, b.country)
      || case b.vat_number when '' then '[]' else jsonb_build_array(${`${invoiceFields.vat_number} `}::text || b.vat_number) end
    from agencies a join billing_addresses b on b.agency_id = a.id
    where a.id = ${agencyId} and invoices.agency_id = a.id and invoices.status <> 'draft'
      and invoices.billed_to is null`.execute(tx)

const namesOfDifferences = (row: Subscription | Invoice, values: Record<string, unknown>): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const had = (row as Record<string, unknown>)[name]
    const isSame = value instanceof Date && had instanceof Date ? +value === +had : value === had
    return isSame ? [] : [name]
  })

export const runSync = async (services: Services, agencyId: number): Promise<JobOutcome> =>
  (await syncSubscription(services, agencyId)).kind === 'unavailable' ? 'retry' : 'done'
