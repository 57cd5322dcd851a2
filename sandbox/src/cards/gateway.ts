import { randomBytes } from 'node:crypto'
import type { PaymentCard } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { bankRefusals, invalid, refused } from './replies.ts'
import { behaviourOf, brandOf, passesLuhn } from './test-cards.ts'

const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export function createCustomer({ store, now }: Sandbox, form: URLSearchParams): HttpReply {
  const id = idOf('cus')
  const name = form.get('name') ?? ''
  store.put('customer', { id, network: 'cards', account: id, created_at: now(), name })
  return { status: 200, body: { id, object: 'customer', name } }
}

const wrongNumber = refused('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' })

/** What is wrong with a card before its bank is asked. */
function problemOf(form: URLSearchParams, now: Date): HttpReply | null {
  const field = (name: string) => form.get(`card[${name}]`) ?? ''
  const [number, month, year] = [field('number'), Number(field('exp_month')), Number(field('exp_year'))]
  if (!/^\d+$/.test(number) || !passesLuhn(number)) return wrongNumber
  if (!(month >= 1 && month <= 12))
    return refused("Your card's expiration month is invalid.", {
      code: 'invalid_expiry_month',
      param: 'exp_month',
    })
  const months = year * 12 + month - (now.getUTCFullYear() * 12 + now.getUTCMonth() + 1)
  if (!(months >= -1 && months < 600))
    return refused("Your card's expiration year is invalid.", {
      code: 'invalid_expiry_year',
      param: 'exp_year',
    })
  return new RegExp(`^\\d{${brandOf(number) === 'amex' ? 4 : 3}}$`).test(field('cvc'))
    ? null
    : refused("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' })
}

export function createCard({ store, now }: Sandbox, form: URLSearchParams): HttpReply {
  if (form.get('type') !== 'card') return invalid('Missing required param: type.', 'type')
  const problem = problemOf(form, new Date(now()))
  if (problem) return problem
  const number = form.get('card[number]') ?? ''
  const country = form.get('billing_details[address][country]')
  const card: PaymentCard = {
    ...{ id: idOf('pm'), network: 'cards', account: '', created_at: now() },
    ...{ brand: brandOf(number), last_four: number.slice(-4), behaviour: behaviourOf(number) },
    expiry_month: Number(form.get('card[exp_month]')),
    expiry_year: Number(form.get('card[exp_year]')),
    name: form.get('billing_details[name]') ?? '',
    ...(country && { country }),
    confirmed: 0,
  }
  store.put('card', card)
  return { status: 200, body: shown(card) }
}

const shown = (card: PaymentCard) => ({
  id: card.id,
  object: 'payment_method',
  type: 'card',
  customer: card.account || null,
  billing_details: { name: card.name, address: { country: card.country ?? null } },
  card: {
    ...{ brand: card.brand, last4: card.last_four },
    ...{ exp_month: card.expiry_month, exp_year: card.expiry_year },
  },
})

const missing = (what: string, id: string): HttpReply =>
  refused(`No such ${what}: '${id}'`, {
    ...{ status: 400, type: 'invalid_request_error', code: 'resource_missing', param: what },
  })

/** A setup intent that is confirmed at once: asks the bank for permission to charge the card later. */
export function confirmSetup({ store, now }: Sandbox, form: URLSearchParams): HttpReply {
  const [customerId, cardId] = [form.get('customer') ?? '', form.get('payment_method') ?? '']
  const card = store.get('card', cardId)
  if (!store.get('customer', customerId)) return missing('customer', customerId)
  if (!card || card.detached) return missing('payment_method', cardId)
  if (form.get('confirm') !== 'true') return invalid('The sandbox only confirms at once.', 'confirm')
  if (card.account !== '' && card.account !== customerId)
    return invalid('The payment method belongs to another customer.', 'payment_method')
  const refusal = bankRefusal(card)
  if (refusal) return refusal
  const status = card.behaviour === 'confirmation' ? 'requires_action' : 'succeeded'
  const isAttached = status === 'succeeded'
  store.put('card', { ...card, confirmed: card.confirmed + 1, account: isAttached ? customerId : '' })
  const created = Math.floor(now() / 1000)
  return { status: 200, body: { id: idOf('seti'), object: 'setup_intent', status, created } }
}

function bankRefusal({ behaviour, confirmed }: PaymentCard): HttpReply | null {
  if (behaviour === 'good' || behaviour === 'confirmation') return null
  return behaviour === 'declined_later' && confirmed === 0 ? null : bankRefusals[behaviour]
}

export function detachCard({ store }: Sandbox, id: string): HttpReply {
  const card = store.get('card', id)
  if (!card || card.detached) return missing('payment_method', id)
  store.put('card', { ...card, detached: true })
  return { status: 200, body: { ...shown(card), customer: null } }
}
