import { endpoint } from '#domain/kernel/endpoint.ts'
import { cardForm, keptCard } from './model.ts'

/**
 * The card step (docs/product/billing.md "Card step"): for people who may create an agency, and for admins of an agency without a card.
 * Until the agency exists, another card replaces the first. The number and CVC are sent to the gateway within this call and go nowhere else.
 */
export const addCard = endpoint({
  method: 'POST',
  path: '/pay/payment-process',
  summary: 'Add a card and start the free trial',
  permission: 'signed-in',
  body: cardForm,
  output: keptCard,
  failures: [
    'cards_not_taken',
    'card_refused',
    'card_exists',
    'card_being_checked',
    'card_gateway_unavailable',
    'too_many_requests',
  ],
})
