import type Stripe from 'stripe'
import type { GatewayInvoice, GatewayStatus, GatewaySubscription } from './billing-gateway.ts'
import { type PlanPart, partOf } from './stripe-prices.ts'

const instant = (seconds: number): Date => new Date(seconds * 1000)
const instantOrNull = (seconds: number | null | undefined): Date | null => (seconds ? instant(seconds) : null)

/** A first payment that is missing is one like any other; a subscription that never began has ended. */
const statuses: Readonly<Record<string, GatewayStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  canceled: 'canceled',
  incomplete: 'past_due',
  incomplete_expired: 'canceled',
  paused: 'unpaid',
}

export const itemOf = ({ items }: Stripe.Subscription, part: PlanPart): Stripe.SubscriptionItem | undefined =>
  items.data.find(({ price }) => partOf(price) === part)

const pricesIn = (found: Stripe.Subscription): GatewaySubscription['prices'] => {
  const centsOf = (part: PlanPart) => itemOf(found, part)?.price.unit_amount ?? null
  const [base, user, account] = [centsOf('base'), centsOf('user'), centsOf('account')]
  return base === null || user === null || account === null ? null : { base, user, account }
}

/** @throws Error if the answer is not one of our subscriptions: `attempt` reports it as an unexpected answer */
export const toSubscription = (found: Stripe.Subscription): GatewaySubscription => {
  const status = statuses[found.status]
  const base = itemOf(found, 'base') ?? found.items.data[0]
  if (!status || !base) throw new Error('not one of our subscriptions')
  const { current_period_start: start, current_period_end: end } = base
  return {
    id: found.id,
    status,
    trialEndsAt: instantOrNull(found.trial_end),
    periodStart: instant(start),
    // Nothing was ever paid for the period of one that never began.
    periodEnd: instant(found.status === 'incomplete_expired' ? start : end),
    cancelAtPeriodEnd: found.cancel_at_period_end,
    canceledAt: instantOrNull(found.ended_at ?? (status === 'canceled' ? found.canceled_at : null)),
    users: itemOf(found, 'user')?.quantity ?? 0,
    accounts: itemOf(found, 'account')?.quantity ?? 0,
    prices: pricesIn(found),
    testClock: clockOf(found),
  }
}

/** Only where it was requested as an object. */
const clockOf = ({ test_clock: clock }: Stripe.Subscription): Date | null =>
  clock && typeof clock === 'object' ? instant(clock.frozen_time) : null

/** A payment without its owner was refused, because the bank wants to hear them. */
export const isRequested = ({ payment: { payment_intent: intent } }: Stripe.InvoicePayment): boolean =>
  typeof intent === 'object' &&
  (intent.status === 'requires_action' || intent.last_payment_error?.code === 'authentication_required')

/** What an invoice is for is what its lines are for: its own period is the one in which they were gathered. */
const periodOf = (invoice: Stripe.Invoice): [Date, Date] => {
  const { data } = invoice.lines
  const starts = data.map(({ period }) => period.start)
  const ends = data.map(({ period }) => period.end)
  return [instant(Math.min(...starts, invoice.created)), instant(Math.max(...ends, invoice.created))]
}

/** The amounts and lines of an invoice, or of one that is still to come. */
export const toAmounts = ({ total, total_taxes, lines }: Stripe.Invoice) => ({
  totalCents: total,
  taxCents: (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
  lines: lines.data.map(({ description, quantity, amount }) => ({
    description: description ?? '',
    quantity: quantity ?? 1,
    amount_cents: amount,
  })),
})

const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

export const toInvoice = (invoice: Stripe.Invoice, needsConfirmation: boolean): GatewayInvoice => {
  const [periodStart, periodEnd] = periodOf(invoice)
  const { paid_at, finalized_at } = invoice.status_transitions
  const status = invoiceStatuses.find(known => known === invoice.status)
  if (!status) throw new Error('not a known status of an invoice')
  const isOpen = invoice.status === 'open'
  const of = invoice.parent?.subscription_details?.subscription
  return {
    id: invoice.id,
    number: invoice.number,
    status,
    subscriptionId: (typeof of === 'string' ? of : of?.id) ?? null,
    ...toAmounts(invoice),
    currency: invoice.currency,
    periodStart,
    periodEnd,
    createdAt: instant(invoice.created),
    paidAt: instantOrNull(paid_at),
    finalizedAt: instantOrNull(finalized_at),
    nextAttemptAt: isOpen ? instantOrNull(invoice.next_payment_attempt) : null,
    actionUrl: isOpen ? (invoice.hosted_invoice_url ?? null) : null,
    needsConfirmation: isOpen && needsConfirmation,
  }
}
