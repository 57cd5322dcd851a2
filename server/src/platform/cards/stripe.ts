import type Stripe from 'stripe'
import type {
  CardDetails,
  CardGateway,
  CardRefusal,
  CheckOutcome,
  ConfirmedOutcome,
  GatewayCard,
  HostedCard,
  SaveOptions,
  SaveOutcome,
} from './gateway.ts'
import {
  attempt,
  type GatewayTrouble,
  type StripeAddress,
  safeMessage,
  stripeClient,
} from './stripe-client.ts'

const cardForm = ({ number, expiryMonth, expiryYear, cvc, name, country }: CardDetails) => ({
  type: 'card' as const,
  card: { number, exp_month: expiryMonth, exp_year: expiryYear, cvc },
  billing_details: { name, ...(country && { address: { country } }) },
})

const refusedByBank: CardRefusal = {
  kind: 'refused',
  message: 'Your bank did not confirm the card. Please try again, or use another card.',
  field: null,
}

const othersCard: CardRefusal = {
  kind: 'refused',
  message: 'This card has already been used. Please enter it again.',
  field: null,
}

const replacedSince: CardRefusal = {
  kind: 'refused',
  message: 'This card has been replaced by another one. Please enter it again if you want to use it.',
  field: null,
}

/** Stripe's code of a brand, as people write it. */
const brandOf = (brand: string): string => {
  const known: Readonly<Record<string, string>> = {
    visa: 'Visa',
    mastercard: 'Mastercard',
    amex: 'American Express',
    discover: 'Discover',
    jcb: 'JCB',
    diners: 'Diners Club',
    unionpay: 'UnionPay',
  }
  return known[brand] ?? brand
}

/** @throws Error if the answer is not a card: `attempt` reports it as an unexpected answer */
const toCard = (customerId: string, { id, card }: Stripe.PaymentMethod): GatewayCard => {
  if (!card || !/^\d{4}$/.test(card.last4)) throw new Error('not a card')
  const { exp_month: expiryMonth, exp_year: expiryYear } = card
  const token = `${customerId}/${id}`
  const fingerprint = card.fingerprint || null
  return { token, brand: brandOf(card.brand), lastFour: card.last4, expiryMonth, expiryYear, fingerprint }
}

/** Asks the bank for permission to charge the card later, which neither charges nor reserves money. */
const confirm = (
  stripe: Stripe,
  { token, person, returnUrl }: { token: string } & Partial<SaveOptions>,
  key: string,
): Promise<Stripe.SetupIntent> => {
  const [customer = '', payment_method = ''] = token.split('/')
  const form = {
    customer,
    payment_method,
    confirm: true,
    usage: 'off_session' as const,
    allowed_payment_method_types: ['card' as const],
    ...(returnUrl && { return_url: returnUrl }),
    ...(person && { metadata: { person: String(person) } }),
  }
  return stripe.setupIntents.create(form, { idempotencyKey: key })
}

const outcomeOf = (setup: Stripe.SetupIntent, card: GatewayCard): SaveOutcome => {
  if (setup.status === 'succeeded') return { kind: 'saved', card }
  const url = setup.next_action?.redirect_to_url?.url
  if (setup.status === 'requires_action')
    return url ? { kind: 'needs_confirmation', url, clientSecret: setup.client_secret } : refusedByBank
  const message = setup.last_setup_error?.message
  return message ? { ...refusedByBank, message: safeMessage(message) } : refusedByBank
}

const saveCard = async (
  stripe: Stripe,
  details: CardDetails | HostedCard,
  key: string,
  { customer, ...options }: SaveOptions,
): Promise<SaveOutcome> => {
  const createCustomer = async () =>
    (await stripe.customers.create({ name: details.name }, { idempotencyKey: `${key}-customer` })).id
  const confirmFor = async (customerId: string, made: Stripe.PaymentMethod, setupKey: string) => {
    // An id that was found somewhere must not make another's card one's own.
    if (made.customer && made.customer !== customerId) return othersCard
    const card = toCard(customerId, made)
    return outcomeOf(await confirm(stripe, { token: card.token, ...options }, setupKey), card)
  }
  const first = customer ?? (await createCustomer())
  const made =
    'id' in details
      ? await stripe.paymentMethods.retrieve(details.id)
      : await stripe.paymentMethods.create(cardForm(details), { idempotencyKey: `${key}-card` })
  try {
    return await confirmFor(first, made, `${key}-setup`)
  } catch (error) {
    // The gateway has lost the agency's customer, whose cards are of no use any more: this card gets a new one.
    if (customer === undefined || !isOfCustomer(error)) throw error
    return confirmFor(await createCustomer(), made, `${key}-setup-anew`)
  }
}

const isOfCustomer = (error: unknown): boolean => {
  const { code, param } = error as { code?: unknown; param?: unknown }
  return code === 'resource_missing' && param === 'customer'
}

const readConfirmed = async (stripe: Stripe, setupId: string, person: number): Promise<ConfirmedOutcome> => {
  const setup = await stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] })
  const { payment_method: made, customer, metadata } = setup
  if (metadata?.person !== String(person)) return { kind: 'unknown' }
  if (!made || typeof made === 'string' || typeof customer !== 'string') return refusedByBank
  const outcome = outcomeOf(setup, toCard(customer, made))
  if (outcome.kind === 'other_attempt') return refusedByBank
  if (outcome.kind !== 'saved') return outcome
  // It has been replaced since: loading the bank's answer again must not bring it back.
  if (made.customer !== customer) return replacedSince
  return {
    ...outcome,
    name: made.billing_details.name ?? '',
    country: made.billing_details.address?.country === 'AU' ? 'AU' : null,
  }
}

const unlessKeyUsed = <T extends { readonly kind: string }>(outcome: T | GatewayTrouble) =>
  outcome.kind === 'other_attempt'
    ? ({ kind: 'unavailable', reason: 'the key was used' } as const)
    : (outcome as Exclude<T | GatewayTrouble, { kind: 'other_attempt' }>)

/**
 * Stripe, and the sandbox, which speaks its wire format: a customer, a payment method, and a setup intent that the bank confirms. The token
 * is `customer/payment method`. Sending card numbers ourselves requires raw card data access on the Stripe account.
 */
export const stripeGateway = (settings: StripeAddress): CardGateway => {
  const client = stripeClient(settings)
  return {
    saveCard: (details, key, options = {}) =>
      attempt(client, stripe => saveCard(stripe, details, key, options)),
    readConfirmed: async (setupId, person) =>
      unlessKeyUsed(await attempt(client, stripe => readConfirmed(stripe, setupId, person))),
    checkCard: async token =>
      unlessKeyUsed(
        await attempt(client, async (stripe): Promise<CheckOutcome> => {
          const { status } = await confirm(stripe, { token }, crypto.randomUUID())
          // A bank that asks for its customer has not declined the card; the first charge asks for the confirmation.
          return status === 'succeeded' || status === 'requires_action' ? { kind: 'good' } : refusedByBank
        }),
      ),
    knowsCustomer: async id => {
      const outcome = await attempt(client, async stripe => {
        const { deleted } = await stripe.customers.retrieve(id)
        return { kind: deleted ? ('unknown' as const) : ('known' as const) }
      })
      if (outcome.kind === 'refused') return false
      return outcome.kind === 'known' || outcome.kind === 'unknown' ? outcome.kind === 'known' : null
    },
    deleteCard: async token => {
      const [, card = ''] = token.split('/')
      const outcome = await attempt(client, async stripe => {
        await stripe.paymentMethods.detach(card)
        return { kind: 'deleted' as const }
      })
      return outcome.kind === 'deleted'
    },
  }
}
