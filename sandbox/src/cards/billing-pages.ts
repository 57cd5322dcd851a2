import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from '../pages/html.ts'
import { page, time } from '../pages/layout.ts'
import type { Customer, Invoice, Subscription } from '../platform/gateway-model.ts'
import { advance, type Billing, charge, settle } from './billing-engine.ts'
import { type Delivery, deliveries, isDelivery } from './messages.ts'
import { answerSetup } from './setup-intents.ts'
import { timeOf } from './wire.ts'

const DAY_MS = 86_400_000
const TICK_MS = 15_000
const money = (cents: number): string => `US$ ${(cents / 100).toFixed(2)}`

const button = (action: string, text: string, fields: Record<string, string> = {}): Html =>
  html`<form method="post" action="${action}" class="inline">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button class="button">${text}</button></form>`

const subscriptionRow = (one: Subscription): Html =>
  html`<li class="card-row"><span class="name">${one.status}${one.cancel_at_period_end && ', ends with its period'}</span>
<span class="meta">until ${time(one.period_end)} · ${one.items.map(({ quantity }) => quantity).join(' + ')}</span>
${button(`/cards/subscriptions/${one.id}/delete`, 'Delete')}</li>`

const invoiceRow = (one: Invoice): Html =>
  html`<li class="card-row"><a class="name" href="/cards/invoices/${one.id}">${one.number} · ${money(one.total)}</a>
<span class="meta">${one.status} · ${time(one.created_at)}${
    one.next_attempt !== null && html` · tried again ${time(one.next_attempt)}`
  }</span></li>`

function customerPage({ sandbox }: Billing, customer: Customer): string {
  const { store } = sandbox
  const account = customer.id
  const action = `/cards/customers/${account}/advance`
  const body = html`<section class="intro"><h1>${customer.name}</h1>
<p>The time of this customer: ${time(timeOf(sandbox, customer))}</p>
${[1, 3, 7, 14, 31].map(days => button(action, `Advance ${days} ${days === 1 ? 'day' : 'days'}`, { days: String(days) }))}${button(`/cards/customers/${account}/accept`, 'Let the bank accept every charge')}${button(`/cards/customers/${account}/decline`, 'Let the bank decline every charge')}${button(`/cards/customers/${account}/confirm`, 'Let the bank ask about every charge')}${button(`/cards/customers/${account}/delete`, 'Delete this customer')}</section>
<section class="brand"><h2>Subscriptions</h2><ul class="card-list">${store.list('subscription', { account }).map(subscriptionRow)}</ul></section>
<section class="brand"><h2>Invoices</h2><ul class="card-list">${store.list('invoice', { account }).map(invoiceRow)}</ul></section>
<section class="brand"><h2>Messages to the product</h2><ul class="card-list">${store
    .list('gateway_message', { account, limit: 50 })
    .map(
      one =>
        html`<li class="card-row"><span class="name">${one.type}</span><span class="meta">delivered ${one.delivered} times · ${time(one.created_at)}</span>${button(`/cards/messages/${one.id}`, 'Send again')}</li>`,
    )}</ul></section>`
  return page({ title: customer.name, body })
}

function customersPage({ sandbox, messages }: Billing): string {
  const { delivery, url } = messages.current()
  const rows = sandbox.store.list('customer', { limit: 100 }).map(
    one =>
      html`<li class="card-row"><a class="name" href="/cards/customers/${one.id}">${one.name}</a>
<span class="meta">${sandbox.store.count('invoice', { account: one.id })} invoices · ${time(one.created_at)}</span></li>`,
  )
  const choices = (Object.entries(deliveries) as [Delivery, string][]).map(
    ([name, meaning]) =>
      html`<label class="kind"><input type="radio" name="delivery" value="${name}"${
        delivery === name && html` checked`
      }><span>${meaning}<code>${name}</code></span></label>`,
  )
  const body = html`<section class="intro"><h1>Customers</h1><p>Each has a clock of its own, which can be moved forward.</p></section>
<section class="brand"><ul class="card-list">${rows}</ul></section>
<section class="brand"><h2>Messages to the product</h2><p class="bio">They go to ${url ?? 'nobody'}.</p>
<form method="post" action="/cards/messages" class="fault-form"><div class="wide kinds"><fieldset><legend>How they travel</legend>${choices}</fieldset></div><button class="button">Set</button></form></section>`
  return page({ title: 'Customers', body })
}

const questionPage = (title: string, text: string, action: string): string =>
  page({
    title,
    body: html`<section class="intro"><h1>${title}</h1><p>${text}</p>
${button(action, 'Confirm', { answer: 'yes' })}${button(action, 'Refuse', { answer: 'no' })}</section>`,
  })

const fieldOf = (body: unknown, name: string): string | undefined =>
  body instanceof URLSearchParams ? (body.get(name) ?? undefined) : undefined

/** What the bank of a customer's cards says from now on. */
const bankMoods = [
  ['accept', 'good'],
  ['decline', 'charges_declined'],
  ['confirm', 'charges_confirmed'],
] as const

/** Pages of customers with their clocks, and of the bank that asks for a confirmation. */
export function registerBillingPages(app: FastifyInstance, billing: Billing, policy: string): void {
  const { sandbox, messages } = billing
  const { store, stopping } = sandbox
  // The bank's answer leads back to the product, which is another site.
  const answering = policy.replace("form-action 'self'", 'form-action *')
  const show = (reply: FastifyReply, text: string | null) =>
    reply
      .code(text === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', answering)
      .send(text ?? 'Not found')
  const timer = setInterval(() => {
    for (const { id } of store.list('customer')) settle(billing, id)
  }, TICK_MS).unref()
  stopping.addEventListener('abort', () => clearInterval(timer))

  app.get('/cards/customers', (_request, reply) => show(reply, customersPage(billing)))
  app.get<{ Params: { id: string } }>('/cards/customers/:id', ({ params: { id } }, reply) => {
    settle(billing, id)
    const customer = store.get('customer', id)
    return show(reply, customer ? customerPage(billing, customer) : null)
  })
  app.post<{ Params: { id: string } }>('/cards/customers/:id/advance', ({ params: { id }, body }, reply) => {
    advance(billing, id, Number(fieldOf(body, 'days') ?? 0) * DAY_MS)
    return reply.redirect(`/cards/customers/${id}`, 303)
  })
  for (const [name, behaviour] of bankMoods)
    app.post<{ Params: { id: string } }>(`/cards/customers/:id/${name}`, ({ params: { id } }, reply) => {
      for (const card of store.list('card'))
        if (card.account === id) store.put('card', { ...card, behaviour })
      return reply.redirect(`/cards/customers/${id}`, 303)
    })
  registerDeletions(app, billing)
  app.post('/cards/messages', ({ body }, reply) => {
    const delivery = fieldOf(body, 'delivery')
    messages.set({ url: fieldOf(body, 'url'), delivery: isDelivery(delivery) ? delivery : undefined })
    return reply.redirect('/cards/customers', 303)
  })
  app.post<{ Params: { id: string } }>('/cards/messages/:id', ({ params: { id } }, reply) => {
    messages.again(id)
    const customer = store.get('gateway_message', id)?.account ?? ''
    return reply.redirect(`/cards/customers/${customer}`, 303)
  })
  registerQuestions(app, billing, show)
  app.get<{ Querystring: { limit?: string } }>('/sandbox/cards/messages', ({ query: { limit = '-1' } }) =>
    store.list('gateway_message', { limit: Number(limit) }).reverse(),
  )
  app.get('/sandbox/cards/charges', () => store.list('charge').reverse())
  app.get('/sandbox/cards/subscriptions', () => store.list('subscription').reverse())
}

/** As when the gateway's test data is deleted: nobody is told. Without a customer its cards can no longer be charged. */
function registerDeletions(app: FastifyInstance, { sandbox: { store } }: Billing): void {
  app.post<{ Params: { id: string } }>('/cards/subscriptions/:id/delete', ({ params: { id } }, reply) => {
    const account = store.get('subscription', id)?.account ?? ''
    store.remove('subscription', id)
    return reply.redirect(`/cards/customers/${account}`, 303)
  })
  app.post<{ Params: { id: string } }>(
    '/cards/customers/:id/delete',
    ({ params: { id: account } }, reply) => {
      for (const { id } of store.list('subscription', { account })) store.remove('subscription', id)
      for (const { id } of store.list('invoice', { account })) store.remove('invoice', id)
      for (const card of store.list('card'))
        if (card.account === account) store.put('card', { ...card, detached: true })
      store.remove('customer', account)
      return reply.redirect('/cards/customers', 303)
    },
  )
}

/** What a bank asks the card's owner. */
function registerQuestions(
  app: FastifyInstance,
  billing: Billing,
  show: (reply: FastifyReply, text: string | null) => FastifyReply,
): void {
  const { store } = billing.sandbox
  app.get<{ Params: { id: string } }>('/cards/confirm/:id', ({ params: { id } }, reply) =>
    show(
      reply,
      store.get('setup_intent', id)
        ? questionPage('Your bank asks', 'May this card be charged later?', `/cards/confirm/${id}`)
        : null,
    ),
  )
  app.post<{ Params: { id: string } }>('/cards/confirm/:id', ({ params: { id }, body }, reply) => {
    const url = answerSetup(billing.sandbox, id, fieldOf(body, 'answer') === 'yes')
    return url === null ? show(reply, null) : reply.redirect(url, 303)
  })
  app.get<{ Params: { id: string } }>('/cards/invoices/:id', ({ params: { id } }, reply) => {
    const invoice = store.get('invoice', id)
    if (!invoice) return show(reply, null)
    const title = `Invoice ${invoice.number}`
    const text = `${money(invoice.total)}, ${invoice.status}`
    if (invoice.status === 'open')
      return show(reply, questionPage(title, `${text}. Pay it?`, `/cards/invoices/${id}`))
    return show(
      reply,
      page({ title, body: html`<section class="intro"><h1>${title}</h1><p>${text}</p></section>` }),
    )
  })
  app.post<{ Params: { id: string } }>('/cards/invoices/:id', ({ params: { id }, body }, reply) => {
    const invoice = store.get('invoice', id)
    const at = timeOf(billing.sandbox, store.get('customer', invoice?.account ?? ''))
    if (fieldOf(body, 'answer') === 'yes') charge(billing, id, at, { isConfirmed: true, isByHand: true })
    return reply.redirect(`/cards/invoices/${id}`, 303)
  })
}
