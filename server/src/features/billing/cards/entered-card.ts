import { expiryProblem } from '#domain/billing/cards.ts'
import type { CardForm } from '#domain/billing/model.ts'
import { countryOfCard } from '#domain/billing/tax.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { Config } from '#server/config.ts'
import type { CardDetails, HostedCard } from '#server/platform/cards/gateway.ts'
import { cardGatewaySettings } from '#server/platform/cards/settings.ts'

const rejectField = (field: keyof CardForm, text: string): Failure<'validation_error'> =>
  fail('validation_error', { message: text, errors: { [field]: [text] } })

/**
 * The card as the gateway takes it: the id of one whose number was typed into the gateway's own fields, or number and CVC, which an
 * installation takes only if it is meant to.
 */
export const readEnteredCard = (
  form: CardForm,
  config: Config,
  now: Date,
): CardDetails | HostedCard | Failure<'validation_error'> => {
  const shared = { name: form.cardName, country: countryOfCard(form) }
  const { paymentMethod, cardNumber: number, expiryMonth, expiryYear, cvc } = form
  if (paymentMethod !== undefined)
    return number === undefined && cvc === undefined
      ? { ...shared, id: paymentMethod }
      : rejectField('cardNumber', 'Invalid card number')
  if (!cardGatewaySettings(config)?.takesNumbers)
    return rejectField('cardNumber', 'Card numbers are not accepted here. Use the card form.')
  if (number === undefined || expiryMonth === undefined || expiryYear === undefined || cvc === undefined)
    return rejectField('cardNumber', 'Card number is required')
  const expired = expiryProblem(expiryMonth, expiryYear, now)
  return expired ? rejectField('expiryMonth', expired) : { ...shared, number, expiryMonth, expiryYear, cvc }
}
