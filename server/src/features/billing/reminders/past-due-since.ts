import type { BillingState } from '#server/platform/cards/billing-gateway.ts'

/**
 * A payment is missing since the oldest invoice of this subscription that is open was due; a former one's has nothing to do with it. A
 * gateway that gives up may end the subscription instead of trying again: its period was not paid then.
 */
export const pastDueSince = ({ subscription, invoices }: BillingState): Date | null => {
  const { id, status, periodStart } = subscription
  if (status === 'trialing' || status === 'active') return null
  const isEnded = status === 'canceled'
  const due = invoices
    .filter(({ subscriptionId }) => subscriptionId === id)
    .filter(invoice => invoice.status === 'open' || (isEnded && invoice.status === 'uncollectible'))
    .map(({ finalizedAt, createdAt }) => (finalizedAt ?? createdAt).getTime())
  if (due.length > 0) return new Date(Math.min(...due))
  return isEnded ? null : periodStart
}
