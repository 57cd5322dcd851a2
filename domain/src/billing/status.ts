import { lifecycle } from '#domain/kernel/lifecycle.ts'

/** Where a subscription stands (docs/product/billing.md "Lifecycle"), in the gateway's words. */
export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/**
 * What moves a subscription. The gateway has the last word, whatever we had (decision 78): even one that has ended can come back, when the
 * gateway knows it again. What Galley does itself is to start, and to end one that the gateway refused or lost.
 */
export const subscriptionLifecycle = lifecycle({
  name: 'subscription',
  table: 'subscriptions',
  key: 'agency_id',
  states: subscriptionStatuses,
  initial: ['trialing', 'active'],
  events: {
    reported_trialing: { from: subscriptionStatuses, to: 'trialing' },
    reported_active: { from: subscriptionStatuses, to: 'active' },
    reported_past_due: { from: subscriptionStatuses, to: 'past_due' },
    reported_unpaid: { from: subscriptionStatuses, to: 'unpaid' },
    reported_canceled: { from: subscriptionStatuses, to: 'canceled' },
    started_again_with_trial: { from: ['canceled'], to: 'trialing' },
    started_again: { from: ['canceled'], to: 'active' },
    ended: { from: ['trialing', 'active', 'past_due', 'unpaid'], to: 'canceled' },
  },
})

export const invoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** The gateway moves an invoice, too; Galley only ends those of a subscription that the gateway has lost. */
export const invoiceLifecycle = lifecycle({
  name: 'invoice',
  table: 'invoices',
  states: invoiceStatuses,
  initial: invoiceStatuses,
  events: {
    reported_draft: { from: invoiceStatuses, to: 'draft' },
    reported_open: { from: invoiceStatuses, to: 'open' },
    reported_paid: { from: invoiceStatuses, to: 'paid' },
    reported_uncollectible: { from: invoiceStatuses, to: 'uncollectible' },
    reported_void: { from: invoiceStatuses, to: 'void' },
    lost: { from: ['open'], to: 'void' },
  },
})

/** Where an invoice stands, as the billing page and the invoice itself say it (docs/product/billing.md "Invoices"). */
export const invoiceStatusWords: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'Draft',
  open: 'To be paid',
  paid: 'Paid',
  uncollectible: 'Not paid',
  void: 'Void',
}
