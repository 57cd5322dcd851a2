import type * as contract from '#domain/billing/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { cardGateway } from '#server/platform/cards/configured.ts'
import type { CardGateway, GatewayCard } from '#server/platform/cards/gateway.ts'
import type { SignedInContext, SignedInPoolCall } from '#server/platform/http/route.ts'
import { toCardFailure } from '../card-failure.ts'
import { findCardOwner } from '../payment-cards.ts'
import { type CardFields, saveCard } from './add-card.ts'

const UNANSWERED = 'Your bank is still waiting for your confirmation. Please add the card again.'

type Confirmed = { readonly card: GatewayCard; readonly fields: CardFields }

/** Everything about a card whose owner has been to the bank comes from the gateway, which also knows whose confirmation it was. */
export const readConfirmation = async (
  gateway: CardGateway,
  setupIntent: string,
  { person, log }: Pick<SignedInContext, 'person' | 'log'>,
): Promise<Confirmed | Failure<'not_found' | 'card_refused' | 'card_gateway_unavailable'>> => {
  const outcome = await gateway.readConfirmed(setupIntent, person.userId)
  if (outcome.kind === 'unknown') return fail('not_found')
  if (outcome.kind === 'needs_confirmation') return fail('card_refused', { message: UNANSWERED })
  if (outcome.kind !== 'saved') return toCardFailure(outcome, log)
  const { name: cardName, country } = outcome
  return { card: outcome.card, fields: { cardName, ...(country && { country }) } }
}

/** Takes a person's first card after the bank's page. Loading the page again takes the same card once more, which changes nothing. */
export const confirmCard = async (
  { body }: Input<typeof contract.confirmCard>,
  call: SignedInPoolCall,
): Promise<Answer<typeof contract.confirmCard>> => {
  const { services, person } = call
  const gateway = cardGateway(services.config)
  if (!gateway) return fail('cards_not_taken')
  if (!(await findCardOwner(services.db, person.userId))) return fail('forbidden')
  const confirmed = await readConfirmation(gateway, body.setup_intent, call)
  return isFailure(confirmed) ? confirmed : saveCard(gateway, confirmed.card, confirmed.fields, call)
}
