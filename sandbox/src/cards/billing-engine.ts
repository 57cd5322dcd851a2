import type { Invoice, InvoiceLine, Subscription } from '../platform/gateway-model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import type { Messages } from './messages.ts'
import { chargeRefusal, idOf, shownCustomer, shownInvoice, shownSubscription, timeOf } from './wire.ts'

export type Billing = { sandbox: Sandbox; messages: Messages }

const DAY_MS = 86_400_000
/** Days after a declined charge until it is tried again; then the subscription is unpaid. */
const RETRY_DAYS = [3, 5, 7]

/** The same day of the next month, or its last one. */
export function monthLater(at: number): number {
  const from = new Date(at)
  const next = new Date(at)
  next.setUTCMonth(from.getUTCMonth() + 1, 1)
  const days = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(from.getUTCDate(), days))
  return next.getTime()
}

export function saveSubscription(
  { sandbox, messages }: Billing,
  subscription: Subscription,
  event = 'updated',
) {
  sandbox.store.put('subscription', subscription)
  messages.emit(
    subscription.account,
    `customer.subscription.${event}`,
    shownSubscription(sandbox, subscription),
  )
}

function saveInvoice({ sandbox, messages }: Billing, invoice: Invoice, event: string) {
  sandbox.store.put('invoice', invoice)
  messages.emit(invoice.account, `invoice.${event}`, shownInvoice(sandbox, invoice))
}

const linesOf = ({ sandbox }: Billing, subscription: Subscription): InvoiceLine[] =>
  subscription.items.flatMap(({ price: id, quantity }) => {
    const price = sandbox.store.get('price', id)
    if (!price || quantity === 0) return []
    const { period_start, period_end } = subscription
    const isTrial = subscription.status === 'trialing'
    const amount = isTrial ? 0 : price.unit_amount * quantity
    const description = isTrial ? `Trial period for ${price.name}` : `${quantity} × ${price.name}`
    return { description, quantity, amount, period_start, period_end }
  })

/** What the invoice of a subscription's period says. */
export function amountsOf(billing: Billing, subscription: Subscription) {
  const { store } = billing.sandbox
  const lines = [...linesOf(billing, subscription), ...subscription.pending]
  const net = lines.reduce((sum, { amount }) => sum + amount, 0)
  const rates = subscription.tax_rates.flatMap(id => store.get('tax_rate', id) ?? [])
  const tax = rates.reduce(
    (sum, { percentage }) => sum + Math.round((Math.max(net, 0) * percentage) / 100),
    0,
  )
  return { lines, tax, total: Math.max(net + tax, 0) }
}

/** Makes the invoice of a period and tries to have it paid. */
export function billPeriod(billing: Billing, subscription: Subscription, at: number): void {
  const { store } = billing.sandbox
  const amounts = amountsOf(billing, subscription)
  const { account, id: parent } = subscription
  const number = `SB-${String(store.count('invoice') + 1).padStart(4, '0')}`
  const base = { id: idOf('in'), network: 'cards' as const, account, parent, created_at: at, number }
  const invoice: Invoice = {
    ...base,
    ...amounts,
    status: 'open',
    attempts: 0,
    next_attempt: null,
    paid_at: null,
  }
  store.put('subscription', { ...subscription, pending: [] })
  saveInvoice(billing, invoice, 'created')
  saveInvoice(billing, invoice, 'finalized')
  charge(billing, invoice.id, at)
}

/** Tries to take an invoice's money. Returns the bank's refusal. */
export function charge(
  billing: Billing,
  invoiceId: string,
  at: number,
  { isConfirmed = false, isByHand = false } = {},
): HttpReply | 'confirm' | null {
  const { store } = billing.sandbox
  const invoice = store.get('invoice', invoiceId)
  const subscription = store.get('subscription', invoice?.parent ?? '')
  if (!invoice || !subscription || invoice.status !== 'open') return null
  const requested =
    invoice.total === 0 ? null : chargeRefusal(store.get('card', subscription.default_card), at)
  const refusal = isConfirmed && requested === 'confirm' ? null : requested
  if (refusal === null) return take(billing, invoice, subscription, at)
  const attempts = isByHand ? invoice.attempts : invoice.attempts + 1
  const days = RETRY_DAYS[attempts - 1]
  const next_attempt = isByHand ? invoice.next_attempt : days === undefined ? null : at + days * DAY_MS
  const unpaid = { ...invoice, attempts, next_attempt, asks: refusal === 'confirm' }
  saveInvoice(billing, unpaid, 'payment_failed')
  if (refusal === 'confirm') saveInvoice(billing, unpaid, 'payment_action_required')
  if (subscription.status === 'canceled') return refusal
  const status = subscription.status === 'unpaid' || next_attempt === null ? 'unpaid' : 'past_due'
  saveSubscription(billing, { ...subscription, status })
  return refusal
}

function take(billing: Billing, invoice: Invoice, subscription: Subscription, at: number): null {
  const { store } = billing.sandbox
  const { id: parent, account, total: amount } = invoice
  if (amount > 0)
    store.put('charge', { id: idOf('ch'), network: 'cards', account, parent, created_at: at, amount })
  saveInvoice(billing, { ...invoice, status: 'paid', paid_at: at, next_attempt: null, asks: false }, 'paid')
  const isOpen = store
    .list('invoice', { account })
    .some(other => other.parent === subscription.id && other.status === 'open')
  const { status } = subscription
  if (isOpen || status === 'canceled' || (status === 'trialing' && amount === 0)) return null
  saveSubscription(billing, { ...subscription, status: 'active' })
  return null
}

type Due = { at: number; run: () => void }

/** The subscription as it is after its period. */
export function inNextPeriod(subscription: Subscription): Subscription {
  const { status, period_end: at } = subscription
  return {
    ...subscription,
    status: status === 'trialing' ? 'active' : status,
    period_start: at,
    period_end: monthLater(at),
  }
}

const endPeriod = (billing: Billing, subscription: Subscription): Due => {
  const at = subscription.period_end
  const run = () => {
    if (subscription.cancel_at_period_end)
      return saveSubscription(billing, { ...subscription, status: 'canceled', canceled_at: at }, 'deleted')
    const next = inNextPeriod(subscription)
    saveSubscription(billing, next)
    if (next.status !== 'unpaid') billPeriod(billing, next, at)
  }
  return { at, run }
}

function nextDue(billing: Billing, account: string): Due | undefined {
  const { store } = billing.sandbox
  const periods = store
    .list('subscription', { account })
    .filter(({ status }) => status !== 'canceled')
    .map(subscription => endPeriod(billing, subscription))
  const retries = store
    .list('invoice', { account })
    .flatMap(({ id, status, next_attempt }) =>
      status === 'open' && next_attempt !== null
        ? [{ at: next_attempt, run: () => void charge(billing, id, next_attempt) }]
        : [],
    )
  return [...periods, ...retries].sort((a, b) => a.at - b.at)[0]
}

/** Does what has come due by the customer's clock, one thing after the other. */
export function settle(billing: Billing, account: string): void {
  const { sandbox } = billing
  const until = timeOf(sandbox, sandbox.store.get('customer', account))
  for (let due = nextDue(billing, account); due && due.at <= until; due = nextDue(billing, account)) due.run()
}

/** Moves the customer's clock forward. */
export function advance(billing: Billing, account: string, ms: number): void {
  const { store } = billing.sandbox
  const customer = store.get('customer', account)
  if (!customer) return
  const next = { ...customer, ahead: (customer.ahead ?? 0) + ms }
  store.put('customer', next)
  settle(billing, account)
  // Days on which nothing is due count for the product as well.
  billing.messages.emit(account, 'customer.updated', shownCustomer(next))
}
