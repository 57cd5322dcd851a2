import { expect, it } from 'vitest'
import type { BillingState, GatewayInvoice, GatewayStatus } from '#server/platform/cards/billing-gateway.ts'
import { pastDueSince } from './past-due-since.ts'

const day = (days: number) => new Date(Date.UTC(2026, 5, 1 + days))
const invoice = (days: number, own: Partial<GatewayInvoice> = {}): GatewayInvoice => ({
  id: `in_${days}`,
  subscriptionId: 'sub_1',
  number: null,
  status: 'open',
  totalCents: 100,
  taxCents: 0,
  currency: 'usd',
  periodStart: day(days),
  periodEnd: day(days + 30),
  createdAt: day(days - 1),
  finalizedAt: day(days),
  paidAt: null,
  lines: [],
  nextAttemptAt: null,
  actionUrl: null,
  needsConfirmation: false,
  ...own,
})
const stateOf = (status: GatewayStatus, invoices: readonly GatewayInvoice[]): BillingState => ({
  subscription: {
    id: 'sub_1',
    status,
    trialEndsAt: null,
    periodStart: day(60),
    periodEnd: day(90),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    users: 1,
    accounts: 0,
    prices: null,
    testClock: null,
  },
  invoices,
  next: null,
})
const former = invoice(1, { subscriptionId: 'sub_0' })
const byHand = invoice(2, { subscriptionId: null })
const paid = invoice(3, { status: 'paid' })

it.each([
  ['the oldest open invoice counts', 'past_due', [invoice(40), invoice(10)], day(10)],
  ['those of others, and paid ones, do not', 'unpaid', [former, byHand, paid, invoice(40)], day(40)],
  ['without a day of its own the invoice’s first', 'past_due', [invoice(10, { finalizedAt: null })], day(9)],
  [
    'one that is given up does not, as long as it runs',
    'unpaid',
    [invoice(5, { status: 'uncollectible' })],
    day(60),
  ],
  ['if none is known, the period does', 'past_due', [], day(60)],
  ['an active subscription owes nothing', 'active', [invoice(10)], null],
  ['nor does a trial', 'trialing', [invoice(10)], null],
  ['one that ended paid owes nothing', 'canceled', [paid, former], null],
  ['one that ended unpaid does', 'canceled', [invoice(10, { status: 'uncollectible' })], day(10)],
  ['what was voided was forgiven', 'canceled', [invoice(10, { status: 'void' })], null],
] as const)('Since when a payment is missing: %s', (_what, status, invoices, since) => {
  expect(pastDueSince(stateOf(status, invoices))).toEqual(since)
})
