import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cardGatewayCredentials } from '../platform/app-credentials.ts'
import { send } from '../platform/publish.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import {
  createPrice,
  createSubscription,
  createTaxRate,
  getCustomer,
  getInvoice,
  getSubscription,
  listInvoicePayments,
  listInvoices,
  listPrices,
  listSubscriptions,
  listTaxRates,
  payInvoice,
  previewInvoice,
  updateCustomer,
  updateSubscription,
} from './billing-calls.ts'
import type { Billing } from './billing-engine.ts'
import { registerBillingPages } from './billing-pages.ts'
import { createCard, createCustomer, detachCard, getCard } from './gateway.ts'
import { createGatewayFaults, type GatewayFaults, isGatewayFault } from './gateway-faults.ts'
import { registerHostedFields } from './hosted-fields.ts'
import { createMessages } from './messages.ts'
import { cardsPage } from './pages.ts'
import { refused, serverError } from './replies.ts'
import { confirmSetup, getSetup } from './setup-intents.ts'

const pagePolicy = "default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'"
const SLOW_MS = 20_000
const REMEMBERED = 1_000

type Work = (form: URLSearchParams, params: { id: string }) => HttpReply
type Gateway = { sandbox: Sandbox; faults: GatewayFaults; once: IdempotentReplies }

/**
 * Runs the request of each idempotency key once and repeats its answer; other parameters under the same key are refused (Stripe's
 * "Idempotent requests"). Parameters are compared by a digest with a key of this process, so that no card number is stored or can be derived.
 */
function createIdempotentReplies() {
  const secret = randomBytes(32)
  const answers = new Map<string, { digest: string; answer: HttpReply }>()
  return (key: string, request: string, work: () => HttpReply): HttpReply => {
    const digest = createHmac('sha256', secret).update(request).digest('base64')
    const known = answers.get(key)
    if (known && known.digest !== digest)
      return refused('Keys for idempotent requests can only be used with the same parameters.', {
        status: 400,
        type: 'idempotency_error',
      })
    const answer = known?.answer ?? work()
    // An answer that was lost is repeated when the request is repeated.
    answers.set(key, { digest, answer: { ...answer, lost: false } })
    const [oldest] = answers.keys()
    if (answers.size > REMEMBERED && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}
type IdempotentReplies = ReturnType<typeof createIdempotentReplies>

/** The publishable key, which lies in every browser, makes cards known and does nothing else. */
const hasKey = ({ headers, method, url }: FastifyRequest): boolean => {
  const { secret_key, publishable_key } = cardGatewayCredentials
  const isPublic = method === 'POST' && url === '/cards/v1/payment_methods'
  return [secret_key, ...(isPublic ? [publishable_key] : [])].some(
    key => headers.authorization === `Bearer ${key}`,
  )
}

/** Answers one call: checks the secret key and that the version is pinned (Stripe would fall back to the account's default), applies the active fault, and runs the request. */
async function answerCall(gateway: Gateway, request: FastifyRequest, work: Work): Promise<HttpReply> {
  const { sandbox, faults, once } = gateway
  if (!hasKey(request))
    return refused('Invalid API Key provided.', { status: 401, type: 'invalid_request_error' })
  if (!/^\d{4}-\d{2}-\d{2}/.test(String(request.headers['stripe-version'])))
    return refused('Name the API version in Stripe-Version.', { status: 400, type: 'invalid_request_error' })
  if (faults.take('down')) return serverError()
  if (faults.take('slow')) await sleep(SLOW_MS, undefined, { signal: sandbox.stopping })
  const form = formOf(request)
  const run = () => work(form, request.params as { id: string })
  const key = request.headers['idempotency-key']
  const answer = typeof key === 'string' ? once(key, `${request.url} ${form}`, run) : run()
  const isLost = /\/(payment_methods|subscriptions|pay)$/.test(request.url) && request.method === 'POST'
  if (isLost && faults.take('lost')) return { ...answer, lost: true }
  return isLost && faults.take('error_after') ? serverError() : answer
}

const formOf = ({ body, url }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams(url.split('?')[1] ?? '')

type BillingWork = (billing: Billing, form: URLSearchParams, params: { id: string }) => HttpReply
const billingCalls: readonly ['GET' | 'POST', string, BillingWork][] = [
  ['GET', 'prices', listPrices],
  ['POST', 'prices', createPrice],
  ['GET', 'tax_rates', listTaxRates],
  ['POST', 'tax_rates', createTaxRate],
  ['GET', 'customers/:id', getCustomer],
  ['POST', 'customers/:id', updateCustomer],
  ['GET', 'subscriptions', listSubscriptions],
  ['POST', 'subscriptions', createSubscription],
  ['GET', 'subscriptions/:id', getSubscription],
  ['POST', 'subscriptions/:id', updateSubscription],
  ['GET', 'invoices', listInvoices],
  ['GET', 'invoices/:id', getInvoice],
  ['GET', 'invoice_payments', listInvoicePayments],
  ['POST', 'invoices/create_preview', previewInvoice],
  ['POST', 'invoices/:id/pay', payInvoice],
  ['GET', 'setup_intents/:id', ({ sandbox }, form, params) => getSetup(sandbox, form, params)],
]

/** `/cards/v1` is the part of Stripe's API that Galley uses; `/cards` shows the cards, the test numbers and the faults. */
export function registerCards(app: FastifyInstance, sandbox: Sandbox): void {
  const gateway: Gateway = { sandbox, faults: createGatewayFaults(), once: createIdempotentReplies() }
  const { faults } = gateway
  const billing: Billing = { sandbox, messages: createMessages(sandbox) }
  const call = (path: string, work: Work, method: 'GET' | 'POST' = 'POST') =>
    app.route({
      method,
      url: `/cards/v1/${path}`,
      handler: async (request, reply) => send(reply, await answerCall(gateway, request, work)),
    })
  for (const [method, path, work] of billingCalls)
    call(path, (form, params) => work(billing, form, params), method)
  registerBillingPages(app, billing, pagePolicy)
  registerHostedFields(app)
  call('customers', form => createCustomer(sandbox, form))
  call('payment_methods', form => createCard(sandbox, form))
  call('payment_methods/:id', (_form, { id }) => getCard(sandbox, id), 'GET')
  call('setup_intents', form => confirmSetup(sandbox, form))
  call('payment_methods/:id/detach', (_form, { id }) => detachCard(sandbox, id))

  const show = (reply: FastifyReply) => {
    const cards = sandbox.store.list('card', { limit: 200 })
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .send(cardsPage(cards, faults.active()))
  }
  app.get('/cards', (_request, reply) => show(reply))
  app.get('/sandbox/cards', () => sandbox.store.list('card'))
  // Used by the page and by tests.
  app.post('/cards/faults', (request, reply) => {
    const name = formOf(request).get('fault')
    faults.set(isGatewayFault(name) ? name : null)
    return reply.redirect('/cards', 303)
  })
}
