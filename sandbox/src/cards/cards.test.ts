import { afterAll, beforeAll, expect, it } from 'vitest'
import { cardGatewayCredentials } from '../platform/app-credentials.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start.ts'
import { passesLuhn, testCards } from './test-cards.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

type Body = { id?: string; status?: string; error?: { type: string; code?: string; message: string } }

const post = async (
  path: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) => {
  const authorization = `Bearer ${cardGatewayCredentials.secret_key}`
  const init = {
    method: 'POST',
    headers: { authorization, 'stripe-version': '2024-06-20', ...headers },
    body: new URLSearchParams(form),
  }
  const answer = await fetch(`${sandbox.url()}/cards/v1/${path}`, init)
  return { status: answer.status, body: (await answer.json()) as Body }
}
const card = (more: Record<string, string> = {}) => ({
  type: 'card',
  'card[number]': '4242424242424242',
  'card[cvc]': '917',
  'card[exp_month]': '12',
  'card[exp_year]': String(new Date().getUTCFullYear() + 1),
  'billing_details[name]': 'Ada Moreau',
  ...more,
})
const confirmed = async (number: string, times = 1) => {
  const customer = (await post('customers', { name: 'Ada Moreau' })).body.id ?? ''
  const made = await post('payment_methods', card({ 'card[number]': number }))
  const setup = { customer, payment_method: made.body.id ?? '', confirm: 'true' }
  let answer = await post('setup_intents', setup)
  for (let count = 1; count < times; count++) answer = await post('setup_intents', setup)
  return answer
}

it('Every test number has a valid check digit', () => {
  expect(testCards.filter(({ number }) => !passesLuhn(number))).toEqual([])
  expect(passesLuhn('4242424242424241')).toBe(false)
})

it('The card gateway stores a card only for callers with the secret key and a pinned version', async () => {
  expect((await confirmed('4242424242424242')).body.status).toBe('succeeded')
  const unpinned = await post('payment_methods', card(), { 'stripe-version': '' })
  expect([unpinned.status, unpinned.body.error?.message]).toEqual([
    400,
    'Name the API version in Stripe-Version.',
  ])
  const other = await post('payment_methods', card(), { authorization: 'Bearer sk_test_other' })
  expect([other.status, other.body.error?.message]).toEqual([401, 'Invalid API Key provided.'])
})

it.each([
  ['4000000000000002', 'card_declined', 'Your card was declined.'],
  ['4000000000000069', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', "Your card's security code is incorrect."],
])('%s is refused by its bank: %s', async (number, code, message) => {
  const { status, body } = await confirmed(number)
  expect([status, body.error?.code, body.error?.message]).toEqual([402, code, message])
})

it('One test number is accepted first and declined at the second confirmation', async () => {
  expect((await confirmed('4000000000000341')).status).toBe(200)
  expect((await confirmed('4000000000000341', 2)).body.error?.code).toBe('card_declined')
})

it('One test number loses the answer about the money that was taken, and the same call again is answered', async () => {
  const setup = await confirmed('4000000000003410')
  const { customer, payment_method } = setup.body as { customer?: string; payment_method?: string }
  const price = await post('prices', { lookup_key: 'lost', unit_amount: '2900' })
  const form = { customer: customer ?? '', default_payment_method: payment_method ?? '' }
  const order = { ...form, 'items[0][price]': price.body.id ?? '', 'items[0][quantity]': '1' }
  const key = { 'idempotency-key': 'a lost charge' }
  await expect(post('subscriptions', order, key)).rejects.toThrow()
  expect((await post('subscriptions', order, key)).body.status).toBe('active')
  expect(await sandbox.get('/sandbox/cards/charges')).toMatchObject([{ amount: 2900 }])
  expect(await (await fetch(`${sandbox.url()}/cards`)).text()).toMatch(/4000 0000 0000 3410.*Accepted, but/s)
})

it.each([
  ['a wrong check digit', { 'card[number]': '4242424242424241' }, 'incorrect_number'],
  ['an impossible month', { 'card[exp_month]': '13' }, 'invalid_expiry_month'],
  ['a year in the past', { 'card[exp_year]': '2001' }, 'invalid_expiry_year'],
  ['a CVC of the wrong length', { 'card[cvc]': '12' }, 'invalid_cvc'],
])('%s is refused before the bank is called', async (_what, more, code) => {
  const { status, body } = await post('payment_methods', card(more))
  expect([status, body.error?.code]).toEqual([402, code])
})

it('An idempotency key runs its request once and rejects different parameters', async () => {
  const key = { 'idempotency-key': 'an attempt' }
  const first = await post('payment_methods', card(), key)
  expect((await post('payment_methods', card(), key)).body.id).toBe(first.body.id)
  const other = await post('payment_methods', card({ 'card[cvc]': '123' }), key)
  expect([other.status, other.body.error?.type]).toEqual([400, 'idempotency_error'])
})

it('The cards page shows the last four digits and never the number or the CVC', async () => {
  await confirmed('4242424242424242')
  const page = await (await fetch(`${sandbox.url()}/cards`)).text()
  expect(page).toContain('visa ···· 4242')
  const stored = await sandbox.get<Record<string, unknown>[]>('/sandbox/cards')
  const values = stored.flatMap(Object.values).map(String)
  expect(values).toContain('4242')
  expect(values.filter(value => value.includes('4242424242424242') || value === '917')).toEqual([])
})
