import type * as contract from '#domain/billing/contract.ts'
import type { NextCharge } from '#domain/billing/model.ts'
import { daysLeft, publishingUntil, readOnlyFrom, statusAt } from '#domain/billing/standing.ts'
import { gstOn } from '#domain/billing/tax.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { findCard } from './payment-cards.ts'
import { countQuantities, priceOf, pricesOf, type Quantities, toPlanPrices } from './quantities.ts'
import { isBilled } from './standings.ts'
import { freeUntil } from './subscription/start-subscription.ts'
import { findSubscription, findUnconfirmed, type Subscription, timeAtGateway } from './subscriptions.ts'
import { paysGst } from './tax.ts'

const toDollars = (cents: number): number => cents / 100

/** Counted now, and not as the gateway last had it: what somebody has just added is part of the price they see. */
export const getPlan = async (
  _input: Input<typeof contract.getPlan>,
  { db, agency, services, now }: AgencyPoolCall,
): Promise<Answer<typeof contract.getPlan>> => {
  const { config } = services
  if (!isBilled(config)) return fail('cards_not_taken')
  const { users, accounts } = await countQuantities(db, agency.agencyId)
  const subscription = await findSubscription(db, agency.agencyId)
  const prices = pricesOf(config, subscription)
  const price = priceOf(prices, { users, accounts })
  const hasTax = await paysGst(db, agency.agencyId)
  const unconfirmed = await findUnconfirmed(db, agency.agencyId)
  return {
    usercount: users,
    socialcount: accounts,
    price: toDollars(price),
    hasTax,
    tax: toDollars(hasTax ? gstOn(price) : 0),
    ...toPlanPrices(prices),
    ...(subscription ? standingOf(subscription, timeAtGateway(subscription, now)) : noSubscription),
    needs_confirmation: unconfirmed !== undefined && subscription?.status !== 'canceled',
    start_charged_at: await startChargedAt(db, { agencyId: agency.agencyId, subscription, now }),
    next_charge: subscription ? nextChargeOf(subscription, { users, accounts, hasTax }) : null,
  }
}

type Start = {
  readonly agencyId: number
  readonly subscription: Subscription | undefined
  readonly now: Date
}

/** Of an agency that can start a subscription: the end of what is free or paid, if it is not past. */
const startChargedAt = async (db: Reader, { agencyId, subscription, now }: Start): Promise<string | null> => {
  if (subscription && subscription.status !== 'canceled') return null
  const card = await findCard(db, { userId: 0, agencyId })
  const until = card && freeUntil(card, subscription)
  const atGateway = timeAtGateway(subscription ?? { clock_ahead_hours: 0 }, now)
  return until && until > atGateway ? until.toISOString() : null
}

type Counted = Quantities & { readonly hasTax: boolean }

/** The gateway's, unless it does not know the present numbers or tax yet, which takes a minute. */
const nextChargeOf = (
  { next_charge: next, user_count, account_count }: Subscription,
  { users, accounts, hasTax }: Counted,
): NextCharge | null => {
  const isPresent = user_count === users && account_count === accounts
  return next && isPresent && next.tax_cents > 0 === hasTax ? next : null
}

const noSubscription = {
  status: 'none' as const,
  from_date: null,
  to_date: null,
  remainingdays: null,
  cancel_at_period_end: false,
  is_ended: false,
  read_only_from: null,
  publishing_until: null,
  is_publishing: true,
}

const standingOf = (subscription: Subscription, now: Date) => {
  const { past_due_since: pastDueSince, trial_ends_at, period_start, period_end } = subscription
  const facts = { status: subscription.status, pastDueSince, endsAt: period_end }
  const status = statusAt(facts, now)
  const end = status === 'trialing' ? trial_ends_at : period_end
  const until = publishingUntil(facts)
  return {
    status,
    from_date: period_start.toISOString(),
    to_date: end.toISOString(),
    remainingdays: daysLeft(end, now),
    cancel_at_period_end: subscription.cancel_at_period_end || subscription.status === 'canceled',
    is_ended: subscription.status === 'canceled',
    read_only_from: readOnlyFrom(facts)?.toISOString() ?? null,
    publishing_until: until?.toISOString() ?? null,
    is_publishing: until === null || now < until,
  }
}
