import type { PaymentCard, SetupIntent } from '../platform/gateway-model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { objectIn } from './forms.ts'
import { bankRefusals, invalid } from './replies.ts'
import { idOf, missing, ok, shownSetup } from './wire.ts'

/** A setup intent that is confirmed at once: asks the bank for permission to charge the card later. */
export function confirmSetup(sandbox: Sandbox, form: URLSearchParams): HttpReply {
  const { store, now } = sandbox
  const [customerId, cardId] = [form.get('customer') ?? '', form.get('payment_method') ?? '']
  const card = store.get('card', cardId)
  if (!store.get('customer', customerId)) return missing('customer', customerId)
  if (!card || card.detached) return missing('payment_method', cardId)
  if (form.get('confirm') !== 'true') return invalid('The sandbox only confirms at once.', 'confirm')
  if (card.account !== '' && card.account !== customerId)
    return invalid('The payment method belongs to another customer.', 'payment_method')
  const refusal = bankRefusal(card)
  if (refusal) return refusal
  // A bank that knows the card from an earlier confirmation does not ask again.
  const asks = ['confirmation', 'charges_confirmed'].includes(card.behaviour) && card.account === ''
  const setup: SetupIntent = {
    id: idOf('seti'),
    network: 'cards',
    account: customerId,
    created_at: now(),
    status: asks ? 'requires_action' : 'succeeded',
    payment_method: cardId,
    return_url: form.get('return_url') ?? '',
    metadata: objectIn(form, 'metadata'),
  }
  store.put('setup_intent', setup)
  if (!asks) attach(sandbox, setup, card)
  return ok(shownSetup(sandbox, setup))
}

const attach = ({ store }: Sandbox, setup: SetupIntent, card: PaymentCard) =>
  store.put('card', { ...card, confirmed: card.confirmed + 1, account: setup.account })

function bankRefusal({ behaviour, confirmed }: PaymentCard): HttpReply | null {
  if (behaviour === 'good' || behaviour === 'confirmation' || behaviour.startsWith('charges_')) return null
  if (behaviour === 'declined_later' && confirmed === 0) return null
  return bankRefusals[behaviour as keyof typeof bankRefusals]
}

export function getSetup(sandbox: Sandbox, form: URLSearchParams, { id }: { id: string }): HttpReply {
  const setup = sandbox.store.get('setup_intent', id)
  const isExpanded = [...form.values()].includes('payment_method')
  return setup ? ok(shownSetup(sandbox, setup, isExpanded)) : missing('setup_intent', id)
}

/** The card's owner has answered on the bank's page. Returns where the page leads. */
export function answerSetup(sandbox: Sandbox, id: string, isConfirmed: boolean): string | null {
  const setup = sandbox.store.get('setup_intent', id)
  if (!setup) return null
  const card = sandbox.store.get('card', setup.payment_method)
  if (setup.status === 'requires_action' && card) {
    const status = isConfirmed ? 'succeeded' : 'requires_payment_method'
    sandbox.store.put('setup_intent', { ...setup, status })
    if (isConfirmed) attach(sandbox, setup, card)
  }
  if (!URL.canParse(setup.return_url)) return '/cards'
  const url = new URL(setup.return_url)
  url.searchParams.set('setup_intent', id)
  url.searchParams.set('redirect_status', isConfirmed ? 'succeeded' : 'failed')
  return url.href
}
