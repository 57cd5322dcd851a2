import type { Invoice, PaymentCard, Subscription } from '../platform/gateway-model.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import {
  amountsOf,
  type Billing,
  billPeriod,
  charge,
  inNextPeriod,
  monthLater,
  saveSubscription,
  settle,
} from './billing-engine.ts'
import { listIn, objectIn, textsIn } from './forms.ts'
import { invalid, refused } from './replies.ts'
import {
  chargeRefusal,
  idOf,
  listOf,
  missing,
  ok,
  shownCustomer,
  shownInvoice,
  shownPayment,
  shownPrice,
  shownSubscription,
  shownTaxRate,
  timeOf,
} from './wire.ts'

/** Prices are shared by all customers. */
const shared = { network: 'cards' as const, account: '' }

export function createPrice({ sandbox }: Billing, form: URLSearchParams): HttpReply {
  const { store, now } = sandbox
  const lookup_key = form.get('lookup_key') ?? ''
  if (store.list('price').some(price => price.lookup_key === lookup_key))
    return invalid(`A price already uses that lookup key: ${lookup_key}`, 'lookup_key')
  const price = {
    id: idOf('price'),
    ...shared,
    created_at: now(),
    lookup_key,
    metadata: objectIn(form, 'metadata'),
    unit_amount: Number(form.get('unit_amount')),
    name: form.get('product_data[name]') ?? '',
  }
  store.put('price', price)
  return ok(shownPrice(price))
}

export function listPrices({ sandbox }: Billing, form: URLSearchParams): HttpReply {
  const keys = textsIn(form, 'lookup_keys')
  const found = sandbox.store.list('price').filter(({ lookup_key }) => keys.includes(lookup_key))
  return ok(listOf(found.map(shownPrice)))
}

export function createTaxRate({ sandbox }: Billing, form: URLSearchParams): HttpReply {
  const rate = {
    id: idOf('txr'),
    ...shared,
    created_at: sandbox.now(),
    name: form.get('display_name') ?? '',
    percentage: Number(form.get('percentage')),
    metadata: objectIn(form, 'metadata'),
  }
  sandbox.store.put('tax_rate', rate)
  return ok(shownTaxRate(rate))
}

export const listTaxRates = ({ sandbox }: Billing): HttpReply =>
  ok(listOf(sandbox.store.list('tax_rate').map(shownTaxRate)))

export function getCustomer({ sandbox }: Billing, _form: URLSearchParams, { id }: { id: string }): HttpReply {
  const found = sandbox.store.get('customer', id)
  return found ? ok(shownCustomer(found)) : missing('customer', id)
}

export function updateCustomer(
  { sandbox: { store }, messages }: Billing,
  form: URLSearchParams,
  { id }: { id: string },
): HttpReply {
  const customer = store.get('customer', id)
  if (!customer) return missing('customer', id)
  const address = objectIn(form, 'address')
  if (address.country !== undefined && !/^[A-Z]{2}$/.test(address.country))
    return invalid(
      `Country '${address.country}' is unknown. Try using a 2-character alphanumeric country code instead.`,
      'address[country]',
    )
  const card = form.get('invoice_settings[default_payment_method]')
  const next = {
    ...customer,
    name: form.get('name') ?? customer.name,
    ...(Object.keys(address).length > 0 && { address }),
    ...(card && { default_card: card }),
  }
  store.put('customer', next)
  messages.emit(id, 'customer.updated', shownCustomer(next))
  return ok(shownCustomer(next))
}

const itemsOf = (form: URLSearchParams) =>
  listIn(form, 'items').map(({ price = '', quantity = '1' }) => ({
    id: idOf('si'),
    price,
    quantity: Number(quantity),
  }))

export function createSubscription(billing: Billing, form: URLSearchParams): HttpReply {
  const { store } = billing.sandbox
  const account = form.get('customer') ?? ''
  const customer = store.get('customer', account)
  if (!customer) return missing('customer', account)
  const default_card = form.get('default_payment_method') ?? customer.default_card ?? ''
  const card = store.get('card', default_card)
  if (!card || card.detached || card.account !== account) return missing('payment_method', default_card)
  const at = timeOf(billing.sandbox, customer)
  const trial_end = form.has('trial_end') ? Number(form.get('trial_end')) * 1000 : null
  if (trial_end !== null && trial_end <= at)
    return invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
  const isWhole = form.get('payment_behavior') === 'error_if_incomplete'
  const refusal = isWhole && trial_end === null ? chargeRefusal(card, at) : null
  if (refusal !== null) return refusal === 'confirm' ? actionRequired : refusal
  const subscription: Subscription = {
    id: idOf('sub'),
    network: 'cards',
    account,
    created_at: at,
    items: itemsOf(form),
    trial_end,
    status: trial_end === null ? 'active' : 'trialing',
    period_start: at,
    canceled_at: null,
    period_end: trial_end ?? monthLater(at),
    cancel_at_period_end: false,
    pending: [],
    default_card,
    tax_rates: textsIn(form, 'default_tax_rates'),
    metadata: objectIn(form, 'metadata'),
  }
  if (subscription.items.some(({ price }) => !store.get('price', price))) return missing('price', '')
  saveSubscription(billing, subscription, 'created')
  billPeriod(billing, subscription, at)
  const answer = ok(
    shownSubscription(billing.sandbox, store.get('subscription', subscription.id) ?? subscription),
  )
  return trial_end === null ? afterCharge(card, answer) : answer
}

/** Some cards lose the answer about the money that was taken. Who asks again hears it. */
const afterCharge = (card: PaymentCard | undefined, answer: HttpReply): HttpReply =>
  card?.behaviour === 'charges_lost' ? { ...answer, lost: true } : answer

const actionRequired = refused(
  'Payment for this subscription requires additional user action before it can be completed successfully.',
  { code: 'subscription_payment_intent_requires_action' },
)

/** What changes within a paid period is charged for the rest of it, on the next invoice. */
function proration(billing: Billing, subscription: Subscription, item: { price: string }, more: number) {
  const price = billing.sandbox.store.get('price', item.price)
  const { status, period_start, period_end, account } = subscription
  if (!price || more === 0 || status === 'trialing') return []
  const at = timeOf(billing.sandbox, billing.sandbox.store.get('customer', account))
  const rest = Math.max(0, period_end - at) / (period_end - period_start)
  const amount = Math.round(price.unit_amount * more * rest)
  const description = `${more > 0 ? 'Remaining time' : 'Unused time'} for ${Math.abs(more)} × ${price.name}`
  return [{ description, quantity: Math.abs(more), amount, period_start: at, period_end }]
}

export function updateSubscription(
  billing: Billing,
  form: URLSearchParams,
  { id }: { id: string },
): HttpReply {
  const { store } = billing.sandbox
  const found = store.get('subscription', id)
  if (!found) return missing('subscription', id)
  settle(billing, found.account)
  const subscription = store.get('subscription', id) ?? found
  if (subscription.status === 'canceled')
    return invalid('A canceled subscription can only update its metadata.')
  const wanted = new Map(listIn(form, 'items').map(({ id: item, quantity }) => [item, Number(quantity)]))
  const rates = form.has('default_tax_rates') ? [] : textsIn(form, 'default_tax_rates')
  const isTaxed = [...form.keys()].some(key => key.startsWith('default_tax_rates'))
  const ending = form.get('cancel_at_period_end')
  const next: Subscription = {
    ...subscription,
    items: subscription.items.map(item => ({ ...item, quantity: wanted.get(item.id) ?? item.quantity })),
    pending: [
      ...subscription.pending,
      ...subscription.items.flatMap(item =>
        proration(billing, subscription, item, (wanted.get(item.id) ?? item.quantity) - item.quantity),
      ),
    ],
    cancel_at_period_end: ending === null ? subscription.cancel_at_period_end : ending === 'true',
    default_card: form.get('default_payment_method') ?? subscription.default_card,
    tax_rates: isTaxed ? rates : subscription.tax_rates,
  }
  saveSubscription(billing, next)
  return ok(shownSubscription(billing.sandbox, next))
}

const isExpanded = (form: URLSearchParams, path: string): boolean => [...form.values()].includes(path)

export function getSubscription(billing: Billing, form: URLSearchParams, { id }: { id: string }): HttpReply {
  const { store } = billing.sandbox
  const found = store.get('subscription', id)
  if (!found) return missing('subscription', id)
  settle(billing, found.account)
  const settled = store.get('subscription', id) ?? found
  return ok(shownSubscription(billing.sandbox, settled, isExpanded(form, 'test_clock')))
}

export function listSubscriptions({ sandbox }: Billing, form: URLSearchParams): HttpReply {
  const account = form.get('customer') ?? ''
  if (!sandbox.store.get('customer', account)) return missing('customer', account)
  const found = sandbox.store.list('subscription', { account })
  return ok(listOf(found.map(subscription => shownSubscription(sandbox, subscription))))
}

export function listInvoices({ sandbox }: Billing, form: URLSearchParams): HttpReply {
  const account = form.get('customer') ?? ''
  return ok(listOf(sandbox.store.list('invoice', { account }).map(invoice => shownInvoice(sandbox, invoice))))
}

export function getInvoice({ sandbox }: Billing, _form: URLSearchParams, { id }: { id: string }): HttpReply {
  const found = sandbox.store.get('invoice', id)
  return found ? ok(shownInvoice(sandbox, found)) : missing('invoice', id)
}

/** The invoice that is to come, with what it would be of now. It is not kept. */
export function previewInvoice(billing: Billing, form: URLSearchParams): HttpReply {
  const { sandbox } = billing
  const id = form.get('subscription') ?? ''
  const found = sandbox.store.get('subscription', id)
  if (!found) return missing('subscription', id)
  settle(billing, found.account)
  const subscription = sandbox.store.get('subscription', id) ?? found
  if (subscription.status === 'canceled' || subscription.cancel_at_period_end)
    return refused('No upcoming invoices for customer', {
      status: 404,
      type: 'invalid_request_error',
      code: 'invoice_upcoming_none',
    })
  const { account, period_end } = subscription
  const preview: Invoice = {
    id: idOf('upcoming_in'),
    network: 'cards',
    account,
    parent: id,
    number: '',
    status: 'open',
    created_at: period_end,
    attempts: 0,
    next_attempt: period_end,
    paid_at: null,
    ...amountsOf(billing, inNextPeriod(subscription)),
  }
  return ok({ ...shownInvoice(sandbox, preview), status: 'draft', number: null, hosted_invoice_url: null })
}

export function listInvoicePayments({ sandbox }: Billing, form: URLSearchParams): HttpReply {
  const found = sandbox.store.get('invoice', form.get('invoice') ?? '')
  if (!found) return missing('invoice', form.get('invoice') ?? '')
  const payment = shownPayment(found, isExpanded(form, 'data.payment.payment_intent'))
  return ok(listOf([form.get('status') ?? payment.status].includes(payment.status) ? [payment] : []))
}

const confirmationNeeded = refused(
  'The payment attempt failed because additional action is required before it can be completed.',
  { code: 'invoice_payment_intent_requires_action' },
)

export function payInvoice(billing: Billing, _form: URLSearchParams, { id }: { id: string }): HttpReply {
  const { sandbox } = billing
  const found = sandbox.store.get('invoice', id)
  if (!found) return missing('invoice', id)
  if (found.status !== 'open') return invalid(`Invoice is already ${found.status}.`)
  const at = timeOf(sandbox, sandbox.store.get('customer', found.account))
  const refusal = charge(billing, id, at, { isByHand: true })
  if (refusal !== null) return refusal === 'confirm' ? confirmationNeeded : refusal
  const subscription = sandbox.store.get('subscription', found.parent ?? '')
  const card = sandbox.store.get('card', subscription?.default_card ?? '')
  return afterCharge(card, getInvoice(billing, new URLSearchParams(), { id }))
}
