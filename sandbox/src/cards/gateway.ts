import { createHmac } from 'node:crypto'
import { cardGatewayCredentials } from '../platform/app-credentials.ts'
import type { PaymentCard } from '../platform/gateway-model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { invalid, refused } from './replies.ts'
import { behaviourOf, brandOf, passesLuhn } from './test-cards.ts'
import { idOf, missing, shownCard } from './wire.ts'

export function createCustomer({ store, now }: Sandbox, form: URLSearchParams): HttpReply {
  const id = idOf('cus')
  const name = form.get('name') ?? ''
  store.put('customer', { id, network: 'cards', account: id, created_at: now(), name })
  return { status: 200, body: { id, object: 'customer', name } }
}

const wrongNumber = refused('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' })

/** What is wrong with a card before its bank is called. */
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

/** Keyed, as a gateway's is: from a bare hash of sixteen digits the number could be guessed. */
const fingerprintOf = (number: string): string =>
  createHmac('sha256', cardGatewayCredentials.secret_key).update(number).digest('base64url').slice(0, 16)

export function createCard({ store, now }: Sandbox, form: URLSearchParams): HttpReply {
  if (form.get('type') !== 'card') return invalid('Missing required param: type.', 'type')
  const problem = problemOf(form, new Date(now()))
  if (problem) return problem
  const number = form.get('card[number]') ?? ''
  const country = form.get('billing_details[address][country]')
  const card: PaymentCard = {
    id: idOf('pm'),
    network: 'cards',
    account: '',
    created_at: now(),
    brand: brandOf(number),
    last_four: number.slice(-4),
    fingerprint: fingerprintOf(number),
    behaviour: behaviourOf(number),
    expiry_month: Number(form.get('card[exp_month]')),
    expiry_year: Number(form.get('card[exp_year]')),
    name: form.get('billing_details[name]') ?? '',
    ...(country && { country }),
    confirmed: 0,
  }
  store.put('card', card)
  return { status: 200, body: shownCard(card) }
}

export function getCard({ store }: Sandbox, id: string): HttpReply {
  const card = store.get('card', id)
  return card && !card.detached ? { status: 200, body: shownCard(card) } : missing('payment_method', id)
}

export function detachCard({ store }: Sandbox, id: string): HttpReply {
  const card = store.get('card', id)
  if (!card || card.detached) return missing('payment_method', id)
  store.put('card', { ...card, detached: true })
  return { status: 200, body: { ...shownCard(card), customer: null } }
}
