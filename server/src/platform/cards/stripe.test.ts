import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CardGateway } from './gateway.ts'
import { stripeGateway } from './stripe.ts'

type Requested = {
  path: string
  form: URLSearchParams
  key: string | undefined
  authorization: string | undefined
  version: unknown
}
type Reply = { status?: number; body: unknown } | 'cut'

let server: Server
let gateway: CardGateway
let requests: Requested[]
let replies: Record<string, Reply[]>

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const path = (request.url ?? '').replace('/v1/', '')
    const { authorization, 'idempotency-key': key, 'stripe-version': version } = request.headers
    requests.push({
      path,
      form: new URLSearchParams(Buffer.concat(parts).toString()),
      key: key as string | undefined,
      authorization,
      version,
    })
    const [reply] =
      (replies[path]?.length ?? 0) > 1 ? (replies[path]?.splice(0, 1) ?? []) : (replies[path] ?? [])
    if (reply === 'cut' || !reply) return request.socket.destroy()
    response.writeHead(reply.status ?? 200).end(JSON.stringify(reply.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  gateway = stripeGateway({ url: `http://127.0.0.1:${port}`, key: 'sk_test_mine' })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
  replies = {
    customers: [{ body: { id: 'cus_1' } }],
    payment_methods: [
      { body: { id: 'pm_1', card: { brand: 'visa', last4: '4242', fingerprint: 'Xt5EWLLDS7FJjR1c' } } },
    ],
    setup_intents: [{ body: { id: 'seti_1', status: 'succeeded' } }],
  }
})

const details = {
  number: '4242424242424242',
  expiryMonth: 3,
  expiryYear: 2030,
  cvc: '917',
  name: 'Ada Moreau',
  country: 'AU' as const,
}
const keep = () => gateway.saveCard(details, 'an-attempt')
const failing = (status: number, error: Record<string, unknown>) => ({ status, body: { error } })

describe('Saving a card', () => {
  it('creates a customer and a payment method, and asks the bank for permission to charge it later', async () => {
    expect(await keep()).toEqual({
      kind: 'saved',
      card: { token: 'cus_1/pm_1', brand: 'Visa', lastFour: '4242', fingerprint: 'Xt5EWLLDS7FJjR1c' },
    })
    expect(requests.map(({ path }) => path)).toEqual(['customers', 'payment_methods', 'setup_intents'])
    expect(requests.every(({ authorization }) => authorization === 'Bearer sk_test_mine')).toBe(true)
    expect(new Set(requests.map(({ version }) => version))).toEqual(new Set(['2026-10-28.endive']))
    expect(Object.fromEntries(requests[1]?.form ?? [])).toEqual({
      type: 'card',
      'card[number]': '4242424242424242',
      'card[cvc]': '917',
      'card[exp_month]': '3',
      'card[exp_year]': '2030',
      'billing_details[name]': 'Ada Moreau',
      'billing_details[address][country]': 'AU',
    })
    expect(Object.fromEntries(requests[2]?.form ?? [])).toEqual({
      customer: 'cus_1',
      payment_method: 'pm_1',
      confirm: 'true',
      usage: 'off_session',
      'allowed_payment_method_types[0]': 'card',
    })
  })

  it.each<[string, Reply]>([
    ['is lost', 'cut'],
    ['is a server error', { status: 500, body: {} }],
    ['is a rate limit', { status: 429, body: {} }],
    ['is that the same call is in progress', { status: 409, body: {} }],
  ])('is tried once more, with the same key, when the answer %s', async (_what, reply) => {
    replies.payment_methods?.unshift(reply)
    expect(await keep()).toMatchObject({ kind: 'saved' })
    const keys = requests.filter(({ path }) => path === 'payment_methods').map(({ key }) => key)
    expect(keys).toEqual(['an-attempt-card', 'an-attempt-card'])
  })

  it('is unavailable when two answers are lost, and makes no further calls', async () => {
    replies.customers = ['cut']
    expect(await keep()).toMatchObject({ kind: 'unavailable' })
    expect(requests.map(({ path }) => path)).toEqual(['customers', 'customers'])
  })

  it.each([
    ['Your card was declined.', 'card_declined', null],
    ['Your card number is incorrect.', 'incorrect_number', 'cardNumber'],
    ["Your card's expiration year is invalid.", 'invalid_expiry_year', 'expiryMonth'],
    ["Your card's security code is incorrect.", 'incorrect_cvc', 'cvc'],
  ])('passes the bank’s message on: %s', async (message, code, field) => {
    replies.setup_intents = [failing(402, { type: 'card_error', code, message })]
    expect(await keep()).toEqual({ kind: 'refused', message, field })
  })

  it.each(['The number 4242 4242 4242 4242 is wrong.', 'CVC 917 is wrong', '4-2-4-2', 'x'.repeat(301)])(
    'hides a message that repeats digits or is too long: %s',
    async message => {
      replies.setup_intents = [failing(402, { type: 'card_error', message })]
      expect(await keep()).toMatchObject({ message: 'Your card was declined. Please use another card.' })
    },
  )

  it('tells where its owner confirms a card whose bank asks for it, and refuses it if nobody can', async () => {
    replies.setup_intents = [{ body: { id: 'seti_1', status: 'requires_action' } }]
    expect(await keep()).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('did not confirm'),
    })
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/1' } }
    const asking = { id: 'seti_1', status: 'requires_action', client_secret: 'seti_1_secret', next_action }
    replies.setup_intents = [{ body: asking }]
    expect(await keep()).toEqual({
      kind: 'needs_confirmation',
      url: 'https://bank.example/1',
      clientSecret: 'seti_1_secret',
    })
  })

  it('reports a key that was used with other details', async () => {
    replies.payment_methods = [failing(400, { type: 'idempotency_error' })]
    expect(await keep()).toEqual({ kind: 'other_attempt' })
  })

  it.each<[string, Reply, string]>([
    [
      'a wrong secret key',
      failing(401, { type: 'invalid_request_error', message: 'no 4242424242424242' }),
      'HTTP 401 invalid_request_error',
    ],
    ['an unexpected answer', { body: { id: 'pm_1' } }, 'an unexpected answer'],
    ['an answer that is a text', { status: 404, body: 'not here' }, 'HTTP 404 unusable_answer'],
    ['an answer that is a text and looks good', { body: '4242424242424242' }, 'HTTP 200 unusable_answer'],
  ])('is unavailable with %s, and the reason contains no card data', async (_what, reply, reason) => {
    replies.payment_methods = [reply]
    expect(await keep()).toEqual({ kind: 'unavailable', reason })
  })
})

describe('A saved card', () => {
  it('is checked by its token', async () => {
    expect(await gateway.checkCard('cus_1/pm_1')).toEqual({ kind: 'good' })
    replies.setup_intents = [
      failing(402, { type: 'card_error', code: 'card_declined', message: 'Declined.' }),
    ]
    expect(await gateway.checkCard('cus_1/pm_1')).toEqual({
      kind: 'refused',
      message: 'Declined.',
      field: null,
    })
  })

  it('that the gateway no longer knows must be added again', async () => {
    replies.setup_intents = [failing(400, { type: 'invalid_request_error', code: 'resource_missing' })]
    expect(await gateway.checkCard('cus_1/pm_1')).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('add it again'),
    })
  })

  it('can be deleted', async () => {
    replies['payment_methods/pm_1/detach'] = [{ body: { id: 'pm_1' } }]
    expect(await gateway.deleteCard('cus_1/pm_1')).toBe(true)
    expect(await gateway.deleteCard('cus_1/pm_2')).toBe(false)
  })
})
