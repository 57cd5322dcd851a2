import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { CardRefusal, GatewayUnavailable, SaveOutcome } from '#server/platform/cards/gateway.ts'
import type { Log } from '#server/platform/log.ts'

type CardProblem = Exclude<SaveOutcome, { kind: 'saved' }> | CardRefusal | GatewayUnavailable

const CONFIRMATION = 'Your bank asks for a confirmation that is not possible here. Please use another card.'

/** For what may have been done although no answer came. Saying that nothing was charged or changed could be wrong. */
export const UNANSWERED =
  'The payment service is not responding at the moment. Please try again in a moment; nothing is done or charged twice.'

/**
 * The text for people when the gateway did not accept a card; its own words about the card are shown (docs/product/billing.md "Card
 * refusals").
 */
export const toCardFailure = (
  problem: CardProblem,
  log: Log,
  unanswered?: string,
): Failure<'card_refused' | 'card_gateway_unavailable'> => {
  if (problem.kind === 'refused') {
    const { message, field } = problem
    return fail('card_refused', { message: message, ...(field ? { errors: { [field]: [message] } } : {}) })
  }
  if (problem.kind === 'needs_confirmation') return fail('card_refused', { message: CONFIRMATION })
  const reason = problem.kind === 'unavailable' ? problem.reason : 'the key of the attempt is not taken'
  log.warn({ reason }, 'the card gateway gave no usable answer')
  return fail('card_gateway_unavailable', unanswered === undefined ? {} : { message: unanswered })
}
