import { endpoint } from '#domain/kernel/endpoint.ts'
import { cardForm, keptCard } from './model.ts'

/**
 * The card step (docs/product/billing.md "Card step"): for who may create an agency, and for the admin of an agency that has none. Until the agency
 * is there another card takes the place of the first. The gateway sees number and CVC within this call; nothing else ever does.
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
