import type * as contract from '#domain/billing/contract.ts'
import type { CardForm } from '#domain/billing/model.ts'
import { countryOfCard } from '#domain/billing/tax.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { cardGateway } from '#server/platform/cards/configured.ts'
import type {
  CardDetails,
  CardGateway,
  GatewayCard,
  HostedCard,
  SaveOutcome,
} from '#server/platform/cards/gateway.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { waitBefore } from '#server/platform/session/attempts.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { toCardFailure } from '../card-failure.ts'
import {
  type CardOwner,
  describeCard,
  findCard,
  findCardOwner,
  type PaymentCard,
  startCardTrial,
  toWireCard,
} from '../payment-cards.ts'
import { openSubscription } from '../subscription/start-subscription.ts'
import { finishCardAttempt, releaseCardAttempt, renewCardAttempt, startCardAttempt } from './card-attempts.ts'
import { readEnteredCard } from './entered-card.ts'

/** What is kept of what was typed; the rest comes from the gateway. */
export type CardFields = Pick<CardForm, 'cardName' | 'country' | 'hasTax'>

type Outcome = Answer<typeof contract.addCard>

/** Card forms are used to test stolen cards; people need no more attempts than this for their own. */
const TRIES = { times: 10, minutes: 60 } as const

/** The same card again within this time counts as the same click. */
const SAME_CLICK_MS = 10 * 60_000

/**
 * Checks a card with the gateway and stores the token it returns. Number and CVC are passed on in this call and kept nowhere else:
 * they must never reach a log, an error or a row (docs/product/billing.md "Card secrecy"). No transaction is open while the gateway is
 * asked.
 */
export const addCard = async (
  { body }: Input<typeof contract.addCard>,
  call: SignedInPoolCall,
): Promise<Outcome> => {
  const { services, person, now } = call
  const { userId } = person
  const gateway = cardGateway(services.config)
  if (!gateway) return fail('cards_not_taken')
  if (!(await findCardOwner(services.db, userId))) return fail('forbidden')
  const entered = readEnteredCard(body, services.config, now)
  if (isFailure(entered)) return entered
  const key = await startCardAttempt(services.db, userId, now)
  if (key === null) return fail('card_being_checked')
  let isKnown = false
  try {
    const settled = await answerWithoutGateway(call, body)
    if (settled) return settled
    const answer = await keepAtGateway(gateway, { body, entered }, key, call)
    isKnown = !isFailure(answer) || answer.code !== 'card_gateway_unavailable'
    return answer
  } finally {
    await (isKnown ? finishCardAttempt(services.db, userId) : releaseCardAttempt(services.db, userId, now))
  }
}

/**
 * Why the gateway is not called: the owner has a card that must stay, this very card was just added, or there were too many attempts.
 */
const answerWithoutGateway = async (
  { services, person, now }: SignedInPoolCall,
  body: CardForm,
): Promise<Outcome | null> => {
  const owner = await findCardOwner(services.db, person.userId)
  if (!owner) return fail('forbidden')
  const former = await findCard(services.db, owner)
  if (former && isSameClick(former, body, now)) return toWireCard(former)
  if (former && owner.agencyId !== null) return fail('card_exists')
  const limit = { subject: `add card ${person.userId}`, ...TRIES }
  const wait = await waitBefore(services.db, limit, now)
  return wait === null ? null : fail('too_many_requests', { wait })
}

const isSameClick = (card: PaymentCard, body: CardForm, now: Date): boolean =>
  (body.paymentMethod === undefined
    ? body.cardNumber?.endsWith(card.last_four) === true &&
      body.expiryMonth === card.expiry_month &&
      body.expiryYear === card.expiry_year
    : card.gateway_token.endsWith(`/${body.paymentMethod}`)) &&
  body.cardName === card.name &&
  now.getTime() - card.updated_at.getTime() < SAME_CLICK_MS

type Attempt = { readonly body: CardForm; readonly entered: CardDetails | HostedCard }

const keepAtGateway = async (
  gateway: CardGateway,
  { body, entered }: Attempt,
  key: string,
  call: SignedInPoolCall,
): Promise<Outcome> => {
  const { services, person, log } = call
  const options = { person: person.userId, returnUrl: `${services.config.publicUrl}/add-card` }
  let outcome: SaveOutcome = await gateway.saveCard(entered, key, options)
  if (outcome.kind === 'other_attempt')
    outcome = await gateway.saveCard(entered, await renewCardAttempt(services.db, person.userId), options)
  if (outcome.kind === 'needs_confirmation') return { confirm_url: outcome.url }
  if (outcome.kind !== 'saved') return toCardFailure(outcome, log)
  return saveCard(gateway, outcome.card, body, call)
}

type Caller = Pick<SignedInPoolCall, 'services' | 'now' | 'address' | 'log' | 'afterCommit'> & {
  readonly person: Pick<Person, 'userId'>
}

/**
 * The owner may have changed during the call to the gateway: the agency was created in another window, or the person was invited to one.
 */
export const saveCard = async (
  gateway: CardGateway,
  kept: GatewayCard,
  body: CardFields,
  call: Caller,
): Promise<Answer<typeof contract.confirmCard>> => {
  const { services, person, log, afterCommit } = call
  const forget = async (token: string) => {
    if (!(await gateway.deleteCard(token))) log.warn('the card gateway still stores a card that nobody uses')
  }
  const stored = await services.db.transaction().execute(async tx => {
    await tx.selectFrom('users').select('id').where('id', '=', person.userId).forUpdate().execute()
    const owner = await findCardOwner(tx, person.userId)
    if (!owner) return fail('forbidden')
    const former = await findCard(tx, owner)
    // The same attempt, repeated by a process that did not know how the first one ended: the card it would delete is the agency's.
    if (former?.gateway_token === kept.token) return { former, card: former }
    if (former && owner.agencyId !== null) return fail('card_exists')
    return { former, card: await writeCard(tx, { owner, former, kept, body }, call) }
  })
  if (isFailure(stored)) {
    await forget(kept.token)
    return stored
  }
  const { former } = stored
  if (former && former.gateway_token !== kept.token) afterCommit(() => void forget(former.gateway_token))
  return toWireCard(stored.card)
}

type Write = {
  readonly owner: CardOwner
  readonly former: PaymentCard | undefined
  readonly kept: GatewayCard
  readonly body: CardFields
}

const writeCard = async (
  tx: Tx,
  { owner, former, kept, body }: Write,
  { now, address, services }: Caller,
) => {
  const { userId, agencyId } = owner
  const trial_started_at = former?.trial_started_at ?? now
  const values = {
    fingerprint: kept.fingerprint,
    card_trial_started_at: await startCardTrial(tx, kept.fingerprint, { ownersTrial: trial_started_at, now }),
    gateway_token: kept.token,
    brand: kept.brand,
    last_four: kept.lastFour,
    name: body.cardName,
    expiry_month: kept.expiryMonth,
    expiry_year: kept.expiryYear,
    country: countryOfCard(body),
    updated_at: now,
  }
  const card = {
    ...values,
    user_id: userId,
    agency_id: agencyId,
    trial_started_at,
  }
  if (former) await tx.updateTable('payment_cards').set(values).where('id', '=', former.id).execute()
  else await tx.insertInto('payment_cards').values(card).execute()
  if (agencyId === null) return card
  const by = { agencyId, projectId: null, actorId: userId, address, now }
  await audit(tx, by, { action: 'card.added', subject: describeCard(card) })
  await openSubscription(tx, services, agencyId)
  return card
}
