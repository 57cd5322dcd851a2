import type Stripe from 'stripe'
import { z } from 'zod'
import { failures } from '#domain/kernel/failure.ts'
import {
  type AnsweredReply,
  type Reply,
  sendRequest,
} from '#server/platform/http/outgoing-requests/client.ts'
import type { CardRefusal, GatewayUnavailable } from './gateway.ts'
import type { CardGatewaySettings } from './settings.ts'

/** Long enough for a bank to answer; three calls, each made at most twice, still finish before a browser gives up. */
const TIMEOUT_MS = 8_000
const TRIES = 2

export type StripeAddress = Pick<CardGatewaySettings, 'url' | 'key'>
/** Loads the library on first use: it takes a tenth of a second and 37 MB. */
export type StripeClient = () => Promise<Stripe>

type Transport = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>

/** All that the gateway needs. The library's other headers describe this machine. */
const SENT_HEADERS = ['authorization', 'stripe-version', 'idempotency-key', 'accept']

/**
 * The library with our own transport (decision 78): a gateway's address may have a path, a time limit holds for the whole call, every
 * inconclusive answer is requested once more under the same key, and an answer that is not an object does no harm.
 */
export const stripeClient = ({ url, key }: StripeAddress): StripeClient => {
  let client: Promise<Stripe> | null = null
  const open = async () => {
    const { default: Library } = await import('stripe')
    return new Library(key, { httpClient: transportTo(url), maxNetworkRetries: 0, telemetry: false })
  }
  return () => {
    client ??= open()
    return client
  }
}

const transportTo = (url: string): Transport => ({
  getClientName: () => 'galley',
  makeRequest: async (_host, _port, path, method, headers, data) => {
    const sent = Object.entries(headers).filter(([name]) => SENT_HEADERS.includes(name.toLowerCase()))
    const call = {
      method: method === 'POST' ? ('POST' as const) : ('GET' as const),
      url: `${url}${path}`,
      headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      ...(method === 'POST' && { body: new URLSearchParams(data ?? '') }),
      timeoutMs: TIMEOUT_MS,
    }
    if (!['GET', 'POST'].includes(method)) throw new Error(`${method} is not used`)
    let reply = await sendRequest(call)
    for (let tries = 1; tries < TRIES && isInconclusive(reply); tries++) reply = await sendRequest(call)
    if (reply.kind !== 'answered') throw new Error(reply.text)
    return toResponse(reply)
  },
})

const isInconclusive = (reply: Reply): boolean =>
  reply.kind !== 'answered' || reply.status >= 500 || reply.status === 409 || reply.status === 429

const usable = z.looseObject({ error: z.looseObject({ type: z.string() }).optional() })

const toResponse = (reply: AnsweredReply) => {
  const { data } = usable.safeParse(reply.json)
  const isUsable = data !== undefined && reply.ok === (data.error === undefined)
  const body = isUsable ? data : { error: { type: 'unusable_answer' } }
  return {
    getStatusCode: () => reply.status,
    getHeaders: () => ({}),
    getRawResponse: () => ({}),
    toStream: () => null,
    toJSON: async () => body,
  }
}

const libraryError = z.looseObject({
  rawType: z.string().nullish(),
  type: z.string(),
  code: z.string().nullish(),
  param: z.string().nullish(),
  statusCode: z.number().nullish(),
  message: z.string().nullish(),
  detail: z.unknown(),
})

export type GatewayTrouble = CardRefusal | GatewayUnavailable | { readonly kind: 'other_attempt' }

const fieldOf = (code = '', param = ''): CardRefusal['field'] => {
  if (/number/.test(code) || /number/.test(param)) return 'cardNumber'
  if (/cvc/.test(code) || /cvc/.test(param)) return 'cvc'
  return /expir/.test(code) || /exp_/.test(param) ? 'expiryMonth' : null
}

/** A gateway may repeat card data in its message, so one with more than two digits in a row is not shown. */
export const safeMessage = (message: string | null | undefined): string =>
  message && message.length <= 300 && !/\d[\d\s-]*\d[\s-]*\d/.test(message)
    ? message
    : failures.card_refused.message

const unknownCard: CardRefusal = {
  kind: 'refused',
  message: 'The payment service no longer knows this card. Please add it again.',
  field: null,
}

/** What a failed call means. 402 is about the card; anything else is between the gateway and us. */
export const troubleOf = (error: unknown): GatewayTrouble => {
  const { data } = libraryError.safeParse(error)
  if (!data) return { kind: 'unavailable', reason: 'an unexpected answer' }
  const { rawType, code, param, statusCode, message, detail } = data
  if (rawType === 'idempotency_error') return { kind: 'other_attempt' }
  if (statusCode === 402)
    return { kind: 'refused', message: safeMessage(message), field: fieldOf(code ?? '', param ?? '') }
  if (code === 'resource_missing') return unknownCard
  if (statusCode === undefined || statusCode === null)
    return { kind: 'unavailable', reason: detail instanceof Error ? detail.message : 'no answer' }
  // The gateway's error codes only: its text may repeat card data.
  const name = [rawType, code].filter(part => /^[a-z_]+$/.test(part ?? '')).join(' ')
  return { kind: 'unavailable', reason: `HTTP ${statusCode} ${name}`.trim() }
}

/** Runs calls to the gateway and never throws. */
export const attempt = async <T>(
  client: StripeClient,
  work: (stripe: Stripe) => Promise<T>,
): Promise<T | GatewayTrouble> => {
  try {
    return await work(await client())
  } catch (error) {
    return troubleOf(error)
  }
}
