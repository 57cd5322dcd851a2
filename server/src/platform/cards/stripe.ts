import { z } from 'zod'
import { failures } from '#domain/kernel/failure.ts'
import { parseBody, type Reply, sendRequest } from '#server/platform/http/client.ts'
import type { CardDetails, CardGateway, CardRefusal, GatewayUnavailable } from './gateway.ts'
import type { CardGatewaySettings } from './settings.ts'

/** Long enough for a bank to answer; three calls, each made at most twice, still finish before a browser gives up. */
const TIMEOUT_MS = 8_000
const TRIES = 2
/** Pinned: otherwise the account's default applies, which can be changed in the gateway's dashboard. */
const STRIPE_VERSION = '2024-06-20'

type Address = Pick<CardGatewaySettings, 'url' | 'key'>
type Form = Readonly<Record<string, string>>
type Post = (path: string, form: Form, key: string) => Promise<Reply>

const named = z.object({ id: z.string().min(1) })
const method = named.extend({
  card: z.object({ brand: z.string().min(1).max(40), last4: z.string().regex(/^\d{4}$/) }),
})
const setup = z.object({ status: z.string() })
const refusal = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish(),
    param: z.string().nullish(),
    message: z.string().nullish(),
  }),
})

/**
 * Makes a call and repeats it once, with the same idempotency key, when the answer was lost or inconclusive: the gateway acts once per key
 * and gives the same answer again.
 */
const poster =
  ({ url, key: secret }: Address): Post =>
  async (path, form, key) => {
    const call = {
      method: 'POST',
      url: `${url}/v1/${path}`,
      headers: {
        authorization: `Bearer ${secret}`,
        'stripe-version': STRIPE_VERSION,
        'idempotency-key': key,
        accept: 'application/json',
      },
      body: new URLSearchParams(form),
      timeoutMs: TIMEOUT_MS,
    } as const
    let reply = await sendRequest(call)
    for (let tries = 1; tries < TRIES && isInconclusive(reply); tries++) reply = await sendRequest(call)
    return reply
  }

const isInconclusive = (reply: Reply): boolean =>
  reply.kind !== 'answered' || reply.status >= 500 || reply.status === 409 || reply.status === 429

const fieldOf = (code = '', param = ''): CardRefusal['field'] => {
  if (/number/.test(code) || /number/.test(param)) return 'cardNumber'
  if (/cvc/.test(code) || /cvc/.test(param)) return 'cvc'
  return /expir/.test(code) || /exp_/.test(param) ? 'expiryMonth' : null
}

/** A gateway may repeat card data in its message, so one with more than two digits in a row is not shown. */
const safeMessage = (message: string | null | undefined): string =>
  message && message.length <= 300 && !/\d[\d\s-]*\d[\s-]*\d/.test(message)
    ? message
    : failures.card_refused.message

/** What a failed call means. 402 is about the card; anything else is between the gateway and us. */
const failureOf = (reply: Reply): CardRefusal | GatewayUnavailable | { readonly kind: 'other_attempt' } => {
  if (reply.kind !== 'answered') return { kind: 'unavailable', reason: reply.text }
  const error = parseBody(reply, refusal)?.error
  if (error?.type === 'idempotency_error') return { kind: 'other_attempt' }
  if (reply.status === 402 && error)
    return {
      kind: 'refused',
      message: safeMessage(error.message),
      field: fieldOf(error.code ?? '', error.param ?? ''),
    }
  if (error?.code === 'resource_missing')
    return {
      kind: 'refused',
      message: 'The payment service does not know this card any more. Please add it again.',
      field: null,
    }
  // The gateway's error codes only: its text may repeat card data.
  const name = [error?.type, error?.code].filter(part => /^[a-z_]+$/.test(part ?? '')).join(' ')
  return { kind: 'unavailable', reason: `HTTP ${reply.status} ${name}`.trim() }
}

const confirmationNeeded: CardRefusal = {
  kind: 'refused',
  message: 'Your bank asks for a confirmation that cannot be given here. Please use another card.',
  field: null,
}

/** Asks the bank for permission to charge the card later, which neither charges nor reserves money. */
const confirm = async (ask: Post, token: string, key: string) => {
  const [customer = '', card = ''] = token.split('/')
  const form = {
    ...{ customer, payment_method: card, confirm: 'true', usage: 'off_session' },
    'payment_method_types[]': 'card',
  }
  const reply = await ask('setup_intents', form, key)
  const status = parseBody(reply, setup)?.status
  if (reply.kind !== 'answered' || !reply.ok || status === undefined) return failureOf(reply)
  return status === 'succeeded' ? ({ kind: 'good' } as const) : confirmationNeeded
}

const cardForm = ({ number, expiryMonth, expiryYear, cvc, name, country }: CardDetails): Form => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': String(expiryMonth),
  'card[exp_year]': String(expiryYear),
  'card[cvc]': cvc,
  'billing_details[name]': name,
  ...(country ? { 'billing_details[address][country]': country } : {}),
})

/**
 * Stripe, and the sandbox, which speaks its wire format: a customer, a payment method, and a setup intent that the bank confirms. The token
 * is `customer/payment method`. Sending card numbers ourselves requires raw card data access on the Stripe account. Why not Stripe's own
 * library: decision 24.
 */
export const stripeGateway = (settings: Address): CardGateway => {
  const ask = poster(settings)
  return {
    saveCard: async (details, key) => {
      const customer = await ask('customers', { name: details.name }, `${key}-customer`)
      const customerId = parseBody(customer, named)?.id
      if (customer.kind !== 'answered' || !customer.ok || !customerId) return failureOf(customer)
      const made = await ask('payment_methods', cardForm(details), `${key}-card`)
      const kept = parseBody(made, method)
      if (made.kind !== 'answered' || !made.ok || !kept) return failureOf(made)
      const token = `${customerId}/${kept.id}`
      const confirmed = await confirm(ask, token, `${key}-setup`)
      if (confirmed.kind !== 'good') return confirmed
      return { kind: 'saved', card: { token, brand: brandOf(kept.card.brand), lastFour: kept.card.last4 } }
    },
    checkCard: async token => {
      const outcome = await confirm(ask, token, crypto.randomUUID())
      return outcome.kind === 'other_attempt' ? { kind: 'unavailable', reason: 'the key was used' } : outcome
    },
    deleteCard: async token => {
      const [, card = ''] = token.split('/')
      const reply = await ask(`payment_methods/${encodeURIComponent(card)}/detach`, {}, crypto.randomUUID())
      return reply.kind === 'answered' && reply.ok
    },
  }
}

/** Stripe's code of a brand, as people write it. */
const brandOf = (brand: string): string => {
  const known: Readonly<Record<string, string>> = {
    ...{ visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', discover: 'Discover' },
    ...{ jcb: 'JCB', diners: 'Diners Club', unionpay: 'UnionPay' },
  }
  return known[brand] ?? brand
}
