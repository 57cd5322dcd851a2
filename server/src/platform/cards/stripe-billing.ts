import type Stripe from 'stripe'
import type {
  BillingGateway,
  BillingTrouble,
  Done,
  GatewayAddress,
  GatewayEvent,
  GatewayInvoice,
  GatewaySubscription,
  SubscriptionOrder,
} from './billing-gateway.ts'
import type { ConfirmationNeeded } from './gateway.ts'
import { attempt, type GatewayTrouble, type StripeAddress, stripeClient } from './stripe-client.ts'
import { findGst, findPrices, type PlanPrices, partOf } from './stripe-prices.ts'
import { isRequested, toAmounts, toInvoice, toSubscription } from './stripe-states.ts'

/** A message that was signed earlier than this is a replay. Stripe's own recommendation. */
const TOLERANCE_SECONDS = 300
/** More than an agency gets in ten years. */
const INVOICES = 200

export type BillingSettings = StripeAddress & {
  readonly prices: PlanPrices
  readonly webhookSecret: string | null
}

const done: Done = { kind: 'done' }

const withoutAttempt = <T extends { readonly kind: string }>(
  outcome: T | GatewayTrouble,
): T | BillingTrouble =>
  outcome.kind === 'other_attempt'
    ? { kind: 'unavailable', reason: 'the key was used' }
    : (outcome as T | BillingTrouble)

/** Whatever key it was begun with: an agency has one, and a call that was given up may have begun it after all. */
const isRunningOf =
  ({ agencyId }: SubscriptionOrder) =>
  ({ metadata, status }: Stripe.Subscription): boolean =>
    metadata.agency === String(agencyId) && status !== 'canceled' && status !== 'incomplete_expired'

/** Looked for before it is created: keys are forgotten after a day, and a process may be away for longer. */
const startSubscription = async (stripe: Stripe, order: SubscriptionOrder, prices: PlanPrices) => {
  const { customerId: customer, startKey, trialEndsAt } = order
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const found = data.find(({ metadata }) => metadata.start_key === startKey) ?? data.find(isRunningOf(order))
  if (found) return { kind: 'started' as const, id: found.id }
  const ids = await findPrices(stripe, prices)
  const [, card = ''] = order.cardToken.split('/')
  const form: Stripe.SubscriptionCreateParams = {
    customer,
    default_payment_method: card,
    items: [
      { price: ids.base, quantity: 1 },
      { price: ids.user, quantity: order.users },
      { price: ids.account, quantity: order.accounts },
    ],
    ...(trialEndsAt && { trial_end: Math.floor(trialEndsAt.getTime() / 1000) }),
    ...(order.paysGst && { default_tax_rates: [await findGst(stripe)] }),
    off_session: true,
    metadata: { agency: String(order.agencyId), start_key: startKey },
  }
  const { id } = await createSubscription(stripe, form, startKey)
  return { kind: 'started' as const, id }
}

/**
 * A first charge that is declined begins nothing. One that the bank wants confirmed cannot be begun in that way, so it is begun with its
 * invoice open, which the card's owner confirms.
 */
const createSubscription = async (
  stripe: Stripe,
  form: Stripe.SubscriptionCreateParams,
  startKey: string,
): Promise<Stripe.Subscription> => {
  const idempotencyKey = `subscription-${startKey}`
  try {
    return await stripe.subscriptions.create(
      { ...form, payment_behavior: 'error_if_incomplete' },
      { idempotencyKey },
    )
  } catch (error) {
    if ((error as { code?: string }).code !== 'subscription_payment_intent_requires_action') throw error
    return stripe.subscriptions.create(form, { idempotencyKey: `${idempotencyKey}-confirmed` })
  }
}

const readState = async (stripe: Stripe, customer: string, id: string) => {
  const subscription = toSubscription(await stripe.subscriptions.retrieve(id, { expand: ['test_clock'] }))
  const found = await stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: INVOICES })
  const invoices: GatewayInvoice[] = []
  for (const one of found) invoices.push(toInvoice(one, one.status === 'open' && (await asks(stripe, one))))
  return {
    kind: 'read' as const,
    state: { subscription, invoices, next: await nextOf(stripe, customer, subscription) },
  }
}

/** What changed within a paid period is charged at its end, so the price alone does not tell the next charge. */
const nextOf = async (stripe: Stripe, customer: string, subscription: GatewaySubscription) => {
  const { id, status, cancelAtPeriodEnd } = subscription
  if (cancelAtPeriodEnd || status === 'canceled' || status === 'unpaid') return null
  try {
    return toAmounts(await stripe.invoices.createPreview({ customer, subscription: id }))
  } catch (error) {
    if ((error as { code?: string }).code === 'invoice_upcoming_none') return null
    throw error
  }
}

/** An open invoice does not say why it was not paid; its payment does. */
const asks = async (stripe: Stripe, { id: invoice }: Stripe.Invoice): Promise<boolean> => {
  const expand = ['data.payment.payment_intent']
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'open', expand })
  return data.some(isRequested)
}

/** The numbers themselves, not the difference: a repeated call changes nothing more. */
const setQuantities = async (
  stripe: Stripe,
  id: string,
  { users, accounts }: { users: number; accounts: number },
): Promise<Done> => {
  const { items } = await stripe.subscriptions.retrieve(id)
  const wanted = { base: 1, user: users, account: accounts }
  const changed = items.data.flatMap(item => {
    const part = partOf(item.price)
    return part && item.quantity !== wanted[part] ? [{ id: item.id, quantity: wanted[part] }] : []
  })
  if (changed.length > 0) await stripe.subscriptions.update(id, { items: changed })
  return done
}

const useCard = async (stripe: Stripe, token: string, subscriptionId: string | null): Promise<Done> => {
  const [customer = '', card = ''] = token.split('/')
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
  if (subscriptionId) await stripe.subscriptions.update(subscriptionId, { default_payment_method: card })
  return done
}

const saveAddress = async (
  stripe: Stripe,
  customerId: string,
  { name, line, city, state, zip, country }: GatewayAddress,
): Promise<Done> => {
  const address = { line1: line, city, state, postal_code: zip, ...(country && { country }) }
  await stripe.customers.update(customerId, { name, address })
  return done
}

/** Asked first, so that comparing every night changes nothing. An empty list is sent as an empty text. */
const setGst = async (stripe: Stripe, id: string, paysGst: boolean): Promise<Done> => {
  const { default_tax_rates: rates } = await stripe.subscriptions.retrieve(id)
  if (Boolean(rates?.length) === paysGst) return done
  await stripe.subscriptions.update(id, { default_tax_rates: paysGst ? [await findGst(stripe)] : '' })
  return done
}

/** An invoice that another click has paid, or whose bank asks for a confirmation, is reported by what it is now. */
const payInvoice = async (stripe: Stripe, id: string): Promise<Done | ConfirmationNeeded> => {
  try {
    await stripe.invoices.pay(id, { off_session: false })
    return done
  } catch (error) {
    const { status, hosted_invoice_url: url } = await stripe.invoices.retrieve(id)
    if (status === 'paid') return done
    const { code } = error as { code?: string }
    if (code !== 'invoice_payment_intent_requires_action' || !url) throw error
    return { kind: 'needs_confirmation', url, clientSecret: null }
  }
}

/** The customer of an object: itself, or the one that it names. */
const customerOf = (object: unknown): string | null => {
  const { object: kind, id, customer } = object as { object?: string; id?: string; customer?: unknown }
  if (kind === 'customer') return id ?? null
  return typeof customer === 'string' ? customer : null
}

const readEvent =
  ({ key, webhookSecret }: BillingSettings) =>
  async (payload: string, signature: string, now: Date): Promise<GatewayEvent | null> => {
    if (webhookSecret === null || key === '') return null
    const { default: Library } = await import('stripe')
    try {
      const { id, type, created, data } = await Library.webhooks.constructEventAsync(
        ...([payload, signature, webhookSecret, TOLERANCE_SECONDS, undefined, now.getTime()] as const),
      )
      return { id, type, customerId: customerOf(data.object), createdAt: new Date(created * 1000) }
    } catch {
      return null
    }
  }

/** Stripe's Billing. */
export const stripeBilling = (settings: BillingSettings): BillingGateway => {
  const client = stripeClient(settings)
  const ask = async <T extends { readonly kind: string }>(work: (stripe: Stripe) => Promise<T>) =>
    withoutAttempt(await attempt(client, work))
  return {
    startSubscription: order => attempt(client, stripe => startSubscription(stripe, order, settings.prices)),
    readState: async (customerId, subscriptionId) => {
      const outcome = await ask(stripe => readState(stripe, customerId, subscriptionId))
      return outcome.kind === 'refused' ? { kind: 'gone' } : outcome
    },
    setQuantities: (id, quantities) => ask(stripe => setQuantities(stripe, id, quantities)),
    setCancelAtPeriodEnd: (id, isCanceled) =>
      ask(async stripe => {
        await stripe.subscriptions.update(id, { cancel_at_period_end: isCanceled })
        return done
      }),
    useCard: (token, subscriptionId) => ask(stripe => useCard(stripe, token, subscriptionId)),
    saveAddress: (customerId, address) => ask(stripe => saveAddress(stripe, customerId, address)),
    setGst: (id, paysGst) => ask(stripe => setGst(stripe, id, paysGst)),
    payInvoice: id => ask(stripe => payInvoice(stripe, id)),
    readEvent: readEvent(settings),
  }
}
