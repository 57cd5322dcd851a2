import { trialEnd } from '#domain/billing/cards.ts'
import { subscriptionLifecycle } from '#domain/billing/status.ts'
import type { BillingTrouble } from '#server/platform/cards/billing-gateway.ts'
import { billingGateway } from '#server/platform/cards/configured.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { countedCard, customerOf, findCard, type PaymentCard, trialStartOf } from '../payment-cards.ts'
import { countQuantities } from '../quantities.ts'
import { findSubscription, type Subscription, timeAtGateway } from '../subscriptions.ts'
import { paysGst } from '../tax.ts'
import { saveBillingAddress } from './change-subscription.ts'
import { syncSubscription } from './sync-subscription.ts'

export const startSubscriptionQueue: JobQueue<{ agencyId: number }> = {
  name: 'start-subscription',
  expireSeconds: 120,
  retry: { times: 30, firstSeconds: 5, longestSeconds: 3600 },
}

const latest = (one: Date, other: Date | null): Date => (other && other > one ? other : one)

/** Until when an ended subscription is paid: the gateway's people can end one at once, and no day is charged twice. */
const paidUntil = (former: Subscription | undefined): Date | null =>
  former?.status === 'canceled' && former.past_due_since === null ? former.period_end : null

/** Until when a subscription that begins now charges nothing: the trial of its card, or what the former one is paid for. It may be past. */
export const freeUntil = (card: PaymentCard, former: Subscription | undefined): Date =>
  latest(trialEnd(trialStartOf(card)), paidUntil(former))

/**
 * Writes that the agency subscribes, in the transaction that gives it its card; a job tells the gateway. The row comes first, so that no
 * subscription of the gateway can be without one. An agency whose subscription has ended gets another. `was_unlimited`: nothing limited it
 * before, as it is older than the gateway of its installation.
 */
export const openSubscription = async (
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  agencyId: number,
  { was_unlimited = false }: { readonly was_unlimited?: boolean } = {},
): Promise<void> => {
  const card = await findCard(tx, { userId: 0, agencyId })
  if (!card) return
  const former = await findSubscription(tx, agencyId)
  const now = timeAtGateway(former ?? { clock_ahead_hours: 0 }, services.clock.now())
  const { users, accounts } = await countQuantities(tx, agencyId)
  const ends = freeUntil(card, former)
  const values = {
    gateway_customer_id: customerOf(card),
    // Not later than what is free or paid: if the gateway refuses, that is when the agency's subscription ended.
    trial_ends_at: ends,
    period_start: ends < now ? ends : now,
    period_end: ends,
    user_count: users,
    account_count: accounts,
    trial_card: countedCard(card),
  }
  const opened = await tx
    .insertInto('subscriptions')
    .values({ ...values, status: ends > now ? 'trialing' : 'active', agency_id: agencyId, was_unlimited })
    .onConflict(clash => clash.column('agency_id').doNothing())
    .returning('agency_id')
    .executeTakeFirst()
  // An agency whose subscription has ended; one that has another has begun it just now.
  if (!opened)
    await move(
      tx,
      subscriptionLifecycle,
      agencyId,
      ends > now ? 'started_again_with_trial' : 'started_again',
      {
        ...values,
        gateway_subscription_id: null,
        cancel_at_period_end: false,
        canceled_at: null,
        gone_at: null,
        start_key: crypto.randomUUID(),
        base_cents: null,
        user_cents: null,
        account_cents: null,
      },
    )
  await services.jobs.enqueue(tx, startSubscriptionQueue, { agencyId })
}

/** `ended`: it was refused in the meantime, and begins again only if somebody asks for it. */
export type StartOutcome =
  | { readonly kind: 'started' }
  | { readonly kind: 'no_card' }
  | { readonly kind: 'ended' }
  | BillingTrouble

/** Subscribes the agency at the gateway, once for its row, however often it is called and wherever it was killed before. */
export const startAtGateway = async (services: Services, agencyId: number): Promise<StartOutcome> => {
  const { db, config } = services
  const gateway = billingGateway(config)
  const row = await findSubscription(db, agencyId)
  const card = await findCard(db, { userId: 0, agencyId })
  if (!gateway || !row || !card) return { kind: 'no_card' }
  if (row.gateway_subscription_id === null) {
    if (row.status === 'canceled') return { kind: 'ended' }
    const outcome = await gateway.startSubscription({
      ...orderOf(row, card, timeAtGateway(row, services.clock.now())),
      paysGst: await paysGst(db, agencyId),
    })
    // The key was used with other numbers, and no subscription came of it: a new key cannot make a second one.
    if (outcome.kind === 'other_attempt') {
      await renewKey(db, row)
      return { kind: 'unavailable', reason: 'the key was used with other numbers' }
    }
    if (outcome.kind === 'refused') {
      services.log.warn({ agencyId }, 'the gateway refused to start a subscription')
      await giveUpStart(db, row, services.clock.now())
    }
    if (outcome.kind !== 'started') return outcome
    await db
      .updateTable('subscriptions')
      .set({ gateway_subscription_id: outcome.id })
      .where('agency_id', '=', agencyId)
      .where('start_key', '=', row.start_key)
      .where('gateway_subscription_id', 'is', null)
      .execute()
    // It may have been written before there was a subscription to tell it of.
    await saveBillingAddress(services, agencyId)
  }
  await syncSubscription(services, agencyId)
  return { kind: 'started' }
}

const orderOf = (row: Subscription, card: PaymentCard, now: Date) => ({
  agencyId: row.agency_id,
  customerId: row.gateway_customer_id,
  startKey: row.start_key,
  cardToken: card.gateway_token,
  users: row.user_count,
  accounts: row.account_count,
  trialEndsAt: row.trial_ends_at > now ? row.trial_ends_at : null,
})

const renewKey = (db: Db, { agency_id, start_key }: Subscription) =>
  db
    .updateTable('subscriptions')
    .set({ start_key: crypto.randomUUID() })
    .where('agency_id', '=', agency_id)
    .where('start_key', '=', start_key)
    .where('gateway_subscription_id', 'is', null)
    .execute()

/** For an agency without a subscription, or one that has ended: both steps, with the gateway's answer. */
export const startSubscription = async (services: Services, agencyId: number): Promise<StartOutcome> => {
  await services.db
    .transaction()
    .execute(tx => openSubscription(tx, services, agencyId, { was_unlimited: true }))
  return startAtGateway(services, agencyId)
}

/**
 * The gateway has refused, so nothing was begun, and the agency is where it was before: without a subscription, if nothing limited it, or with
 * one that ended when its last trial or paid period did; so did a new agency's whose card had its trial. Nobody is charged later for a click that was refused.
 */
const giveUpStart = async (db: Db, { agency_id, start_key }: Subscription, now: Date): Promise<void> => {
  await db
    .deleteFrom('subscriptions')
    .where('agency_id', '=', agency_id)
    .where('start_key', '=', start_key)
    .where('gateway_subscription_id', 'is', null)
    .where('status', '=', 'active')
    .where('readings_begun', '=', 0)
    .where('was_unlimited', '=', true)
    .execute()
  const fence = { start_key, gateway_subscription_id: null }
  await move(db, subscriptionLifecycle, agency_id, 'ended', { canceled_at: now }, fence)
}

export const runStart = async (services: Services, agencyId: number): Promise<JobOutcome> => {
  const outcome = await startAtGateway(services, agencyId)
  if (outcome.kind !== 'unavailable') return 'done'
  services.log.warn({ agencyId, reason: outcome.reason }, 'a subscription could not be started yet')
  return 'retry'
}
