import type * as contract from '#domain/billing/contract.ts'
import type { ShownCard } from '#domain/billing/model.ts'
import { countryOfCard } from '#domain/billing/tax.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { cardGateway } from '#server/platform/cards/configured.ts'
import type { CardDetails, CardGateway, GatewayCard, HostedCard } from '#server/platform/cards/gateway.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { waitBefore } from '#server/platform/session/attempts.ts'
import { toCardFailure } from '../card-failure.ts'
import { toShownCard } from '../get-billing.ts'
import {
  customerOf,
  describeCard,
  findCard,
  type PaymentCard,
  startCardTrial,
  trialStartOf,
} from '../payment-cards.ts'
import { replaceCard, saveTax } from '../subscription/change-subscription.ts'
import type { CardFields } from './add-card.ts'
import { finishCardAttempt, releaseCardAttempt, renewCardAttempt, startCardAttempt } from './card-attempts.ts'
import { readEnteredCard } from './entered-card.ts'

type Outcome = Answer<typeof contract.updateCard>

/** As for a first card: forms like this are used to test stolen ones. */
const TRIES = { times: 10, minutes: 60 } as const

/**
 * The new card is saved for the agency's customer, then charged from now on, then written here, and the former one deleted last. Whatever
 * gets lost in between, the same attempt repeated finds the same card.
 */
export const updateCard = async (
  { body }: Input<typeof contract.updateCard>,
  call: AgencyPoolCall,
): Promise<Outcome> => {
  const { services, person, agency, now } = call
  const gateway = cardGateway(services.config)
  if (!gateway) return fail('cards_not_taken')
  const entered = readEnteredCard(body, services.config, now)
  if (isFailure(entered)) return entered
  const former = await findCard(services.db, { userId: person.userId, agencyId: agency.agencyId })
  if (!former) return fail('card_required')
  const limit = { subject: `add card ${person.userId}`, ...TRIES }
  const wait = await waitBefore(services.db, limit, now)
  if (wait !== null) return fail('too_many_requests', { wait })
  const key = await startCardAttempt(services.db, person.userId, now)
  if (key === null) return fail('card_being_checked')
  let isKnown = false
  try {
    const answer = await replaceAtGateway(gateway, { body, entered, key, former }, call)
    isKnown = !isFailure(answer) || answer.code !== 'card_gateway_unavailable'
    return answer
  } finally {
    await (isKnown
      ? finishCardAttempt(services.db, person.userId)
      : releaseCardAttempt(services.db, person.userId, now))
  }
}

type Replacement = { readonly body: CardFields; readonly former: PaymentCard }
type Attempt = Replacement & { readonly entered: CardDetails | HostedCard; readonly key: string }

const replaceAtGateway = async (
  gateway: CardGateway,
  { body, entered, key, former }: Attempt,
  call: AgencyPoolCall,
): Promise<Outcome> => {
  const { services, person, log } = call
  const options = {
    customer: customerOf(former),
    person: person.userId,
    returnUrl: `${services.config.publicUrl}/billing`,
  }
  let saved = await gateway.saveCard(entered, key, options)
  if (saved.kind === 'other_attempt')
    saved = await gateway.saveCard(entered, await renewCardAttempt(services.db, person.userId), options)
  if (saved.kind === 'needs_confirmation') return { confirm_url: saved.url }
  if (saved.kind !== 'saved') return toCardFailure(saved, log)
  return putInPlace(gateway, saved.card, { body, former }, call)
}

/** The new card is at the gateway already: from now on it is charged, and stored here. */
export const putInPlace = async (
  gateway: CardGateway,
  kept: GatewayCard,
  replacement: Replacement,
  call: AgencyPoolCall,
): Promise<ShownCard | Failure<'card_refused' | 'card_gateway_unavailable'>> => {
  const { services, agency, log, afterCommit } = call
  const { former } = replacement
  const used = await replaceCard(services, agency.agencyId, kept.token)
  if (used.kind !== 'done' && used.kind !== 'none') return toCardFailure(used, log)
  const card = await writeReplaced(kept, replacement, call)
  // The card is in place; a tax that could not be sent is repaired by the nightly comparison.
  const taxed = await saveTax(services, agency.agencyId)
  if (taxed.kind !== 'done' && taxed.kind !== 'none')
    log.warn({ outcome: taxed.kind }, 'the card gateway did not take the tax of a card')
  if (former.gateway_token !== card.gateway_token)
    afterCommit(() => {
      void gateway.deleteCard(former.gateway_token).then(isDeleted => {
        if (!isDeleted) log.warn('the card gateway still stores a card that nobody uses')
      })
    })
  return toShownCard(card)
}

const writeReplaced = async (
  { token, brand, lastFour, expiryMonth, expiryYear, fingerprint }: GatewayCard,
  { body, former }: Replacement,
  { db, agency, person, address, now }: AgencyPoolCall,
): Promise<PaymentCard> => {
  const by = { agencyId: agency.agencyId, projectId: null, actorId: person.userId, address, now }
  // The agency's trial stays as it is: no card gives it a day more, and none takes one (decision 126).
  const ownersTrial = trialStartOf(former)
  return db.transaction().execute(async tx => {
    await startCardTrial(tx, fingerprint, { ownersTrial, now })
    const card = await tx
      .updateTable('payment_cards')
      .set({
        gateway_token: token,
        fingerprint,
        card_trial_started_at: ownersTrial,
        brand,
        last_four: lastFour,
        name: body.cardName,
        updated_at: now,
        expiry_month: expiryMonth,
        expiry_year: expiryYear,
        country: countryOfCard(body),
      })
      .where('id', '=', former.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, by, { action: 'billing.card_replaced', subject: describeCard(card) })
    return card
  })
}
