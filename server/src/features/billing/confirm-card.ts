import type * as contract from '#domain/billing/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { cardGateway } from '#server/platform/cards/configured.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { saveCard } from './add-card.ts'
import { toCardFailure } from './card-failure.ts'
import { findCardOwner } from './payment-cards.ts'

const UNANSWERED = 'Your bank still waits for your confirmation. Please add the card again.'

/**
 * Takes a card whose owner has been to the bank. Everything about it comes from the gateway, which also knows whose confirmation it was;
 * loading the page again takes the same card once more, which changes nothing.
 */
export const confirmCard = async (
  { body }: Input<typeof contract.confirmCard>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.confirmCard>> => {
  const { services, person, log } = call
  const gateway = cardGateway(services.config)
  if (!gateway) return fail('cards_not_taken')
  if (!(await findCardOwner(services.db, person.userId))) return fail('forbidden')
  const outcome = await gateway.readConfirmed(body.setup_intent, person.userId)
  if (outcome.kind === 'unknown') return fail('not_found')
  if (outcome.kind === 'needs_confirmation') return fail('card_refused', { message: UNANSWERED })
  if (outcome.kind !== 'saved') return toCardFailure(outcome, log)
  const { name: cardName, country } = outcome
  const fields = { cardName, ...(country && { country }) }
  return saveCard(gateway, outcome.card, fields, call)
}
