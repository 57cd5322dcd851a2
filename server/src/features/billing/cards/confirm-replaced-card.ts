import type * as contract from '#domain/billing/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { cardGateway } from '#server/platform/cards/configured.ts'
import type { CardGateway } from '#server/platform/cards/gateway.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { toShownCard } from '../get-billing.ts'
import { customerOf, findCard, type PaymentCard } from '../payment-cards.ts'
import { readConfirmation } from './confirm-card.ts'
import { putInPlace } from './update-card.ts'

/**
 * The confirmed card takes the place of the agency's, as one would that no bank asks about. Loading the page again finds it in place; a
 * confirmation of a card that was meant for another customer is not this agency's.
 */
export const confirmReplacedCard = async (
  { body }: Input<typeof contract.confirmReplacedCard>,
  call: AgencyPoolCall,
): Promise<Answer<typeof contract.confirmReplacedCard>> => {
  const { services, person, agency } = call
  const gateway = cardGateway(services.config)
  if (!gateway) return fail('cards_not_taken')
  const former = await findCard(services.db, { userId: person.userId, agencyId: agency.agencyId })
  if (!former) return fail('card_required')
  const confirmed = await readConfirmation(gateway, body.setup_intent, call)
  if (isFailure(confirmed)) return confirmed
  const { card, fields } = confirmed
  if (card.token === former.gateway_token) return toShownCard(former)
  if (!(await mayFollow(gateway, former, card.token, services.db))) return fail('not_found')
  return putInPlace(gateway, card, { body: fields, former }, call)
}

/** Of the agency's own customer; or, if the gateway has lost that, of a new one that no other card has. */
const mayFollow = async (
  gateway: CardGateway,
  former: PaymentCard,
  token: string,
  db: Db,
): Promise<boolean> => {
  const customer = customerOf({ gateway_token: token })
  if (customer === customerOf(former)) return true
  if ((await gateway.knowsCustomer(customerOf(former))) !== false) return false
  const others = await db
    .selectFrom('payment_cards')
    .select('id')
    .where('gateway_token', 'like', `${customer}/%`)
    .execute()
  return others.length === 0
}
