import { randomBytes } from 'node:crypto'
import type {
  Customer,
  Invoice,
  PaymentCard,
  Price,
  SetupIntent,
  Subscription,
  TaxRate,
} from '../platform/gateway-model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { bankRefusals, refused } from './replies.ts'

export const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

const seconds = (ms: number): number => Math.floor(ms / 1000)
const secondsOrNull = (ms: number | null): number | null => (ms === null ? null : seconds(ms))

export const listOf = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' })
export const ok = (body: unknown): HttpReply => ({ status: 200, body })
export const missing = (what: string, id: string): HttpReply =>
  refused(`No such ${what}: '${id}'`, {
    status: 400,
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: what,
  })

/** The time of a customer, whose test clock may be ahead. */
export const timeOf = ({ now }: Sandbox, customer: Customer | undefined): number =>
  now() + (customer?.ahead ?? 0)

/** A customer whose time was moved forward has a test clock; others live in real time. */
function shownClock(sandbox: Sandbox, customer: Customer | undefined, isExpanded: boolean) {
  if (!customer?.ahead) return null
  const id = `clock_${customer.id}`
  const frozen_time = seconds(timeOf(sandbox, customer))
  return isExpanded ? { id, object: 'test_helpers.test_clock', status: 'ready', frozen_time } : id
}

export const shownCard = (card: PaymentCard) => ({
  id: card.id,
  object: 'payment_method',
  type: 'card',
  customer: card.detached ? null : card.account || null,
  billing_details: { name: card.name, address: { country: card.country ?? null } },
  card: {
    brand: card.brand,
    last4: card.last_four,
    exp_month: card.expiry_month,
    exp_year: card.expiry_year,
    fingerprint: card.fingerprint,
  },
})

export const shownCustomer = ({ id, name, address, default_card }: Customer) => ({
  id,
  object: 'customer',
  name,
  address: address ?? null,
  invoice_settings: { default_payment_method: default_card ?? null },
})

export const shownPrice = ({ id, lookup_key, unit_amount, metadata, name }: Price) => ({
  id,
  object: 'price',
  active: true,
  currency: 'usd',
  lookup_key,
  unit_amount,
  metadata,
  nickname: name,
  recurring: { interval: 'month', interval_count: 1 },
  type: 'recurring',
})

export const shownTaxRate = ({ id, name, percentage, metadata }: TaxRate) => ({
  id,
  object: 'tax_rate',
  active: true,
  display_name: name,
  percentage,
  inclusive: false,
  metadata,
})

/** An accepted card shows its customer, a declined one why. */
export function shownSetup({ store, url }: Sandbox, setup: SetupIntent, isExpanded = false) {
  const { id, status, account, payment_method, return_url, metadata, created_at } = setup
  const card = store.get('card', payment_method)
  const redirect = { redirect_to_url: { url: `${url()}/cards/confirm/${id}`, return_url } }
  const isRefused = status === 'requires_payment_method'
  return {
    id,
    object: 'setup_intent',
    status,
    customer: account,
    metadata,
    created: seconds(created_at),
    payment_method: isExpanded && card ? shownCard(card) : payment_method,
    client_secret: `${id}_secret_sandbox`,
    next_action: status === 'requires_action' ? { type: 'redirect_to_url', ...redirect } : null,
    last_setup_error: isRefused ? { ...unconfirmed } : null,
  }
}
const unconfirmed = {
  type: 'invalid_request_error',
  code: 'setup_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method.',
}

export function shownSubscription(sandbox: Sandbox, subscription: Subscription, isClockExpanded = false) {
  const { store } = sandbox
  const { id, status, account, items, metadata } = subscription
  const data = items.flatMap(item => {
    const price = store.get('price', item.price)
    if (!price) return []
    return {
      id: item.id,
      object: 'subscription_item',
      quantity: item.quantity,
      subscription: id,
      price: shownPrice(price),
      current_period_start: seconds(subscription.period_start),
      current_period_end: seconds(subscription.period_end),
    }
  })
  return {
    id,
    object: 'subscription',
    status,
    customer: account,
    metadata,
    currency: 'usd',
    items: listOf(data),
    trial_end: secondsOrNull(subscription.trial_end),
    cancel_at_period_end: subscription.cancel_at_period_end,
    canceled_at: secondsOrNull(subscription.canceled_at),
    ended_at: status === 'canceled' ? secondsOrNull(subscription.canceled_at) : null,
    default_payment_method: subscription.default_card,
    default_tax_rates: subscription.tax_rates
      .flatMap(rate => store.get('tax_rate', rate) ?? [])
      .map(shownTaxRate),
    created: seconds(subscription.created_at),
    test_clock: shownClock(sandbox, store.get('customer', account), isClockExpanded),
    collection_method: 'charge_automatically',
  }
}

export function shownInvoice({ url }: Sandbox, invoice: Invoice) {
  const { id, status, account, number, total, tax } = invoice
  const isPaid = status === 'paid'
  const lines = invoice.lines.map((line, index) => ({
    id: `${id}_${index}`,
    object: 'line_item',
    currency: 'usd',
    description: line.description,
    quantity: line.quantity,
    amount: line.amount,
    period: { start: seconds(line.period_start), end: seconds(line.period_end) },
  }))
  return {
    id,
    object: 'invoice',
    status,
    customer: account,
    number,
    currency: 'usd',
    total,
    subtotal: total - tax,
    amount_due: total,
    amount_paid: isPaid ? total : 0,
    total_taxes: tax > 0 ? [{ amount: tax, tax_behavior: 'exclusive', type: 'tax_rate_details' }] : [],
    created: seconds(invoice.created_at),
    lines: listOf(lines),
    status_transitions: {
      finalized_at: seconds(invoice.created_at),
      paid_at: secondsOrNull(invoice.paid_at),
    },
    attempt_count: invoice.attempts,
    next_payment_attempt: secondsOrNull(invoice.next_attempt),
    hosted_invoice_url: `${url()}/cards/invoices/${id}`,
    parent: { type: 'subscription_details', subscription_details: { subscription: invoice.parent ?? '' } },
  }
}

/** An invoice is paid by one payment, which says why it was not made yet. */
export function shownPayment(invoice: Invoice, isExpanded: boolean) {
  const [id, isPaid] = [invoice.id.replace(/^in_/, 'pi_'), invoice.status === 'paid']
  const waiting = invoice.asks ? 'requires_action' : 'requires_payment_method'
  const payment_intent = {
    id,
    object: 'payment_intent',
    status: isPaid ? 'succeeded' : waiting,
    last_payment_error: null,
  }
  return {
    id: invoice.id.replace(/^in_/, 'inpay_'),
    object: 'invoice_payment',
    invoice: invoice.id,
    status: isPaid ? 'paid' : 'open',
    is_default: true,
    amount_requested: invoice.total,
    payment: { type: 'payment_intent', payment_intent: isExpanded ? payment_intent : id },
  }
}

/** What the bank says when money is taken: null is yes, `confirm` asks the card's owner. */
export function chargeRefusal(card: PaymentCard | undefined, at: number): HttpReply | 'confirm' | null {
  if (!card || card.detached) return bankRefusals.declined
  const { behaviour, expiry_month, expiry_year } = card
  if (Date.UTC(expiry_year, expiry_month, 1) <= at) return bankRefusals.expired
  if (behaviour === 'charges_confirmed') return 'confirm'
  if (behaviour === 'charges_declined') return bankRefusals.no_funds
  return behaviour === 'good' || behaviour === 'confirmation' || behaviour === 'charges_lost'
    ? null
    : bankRefusals[behaviour]
}
