import { sql } from 'kysely'
import type { Me } from '#domain/accounts/model.ts'
import { trialEnd } from '#domain/billing/cards.ts'
import type { KeptCard } from '#domain/billing/model.ts'
import type { Config } from '#server/config.ts'
import { cardGatewaySettings } from '#server/platform/cards/settings.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { pricesOf, toPlanPrices } from './quantities.ts'

/**
 * Whether the person administers no agency yet: being in another's takes nobody the right to found one (decision 104). Of the statement's
 * `users u`.
 */
const mayCreate = sql<boolean>`not exists (select 1 from agency_admins a where a.user_id = u.id)`

export const mayCreateAgency = async (db: Reader, userId: number): Promise<boolean> => {
  const { rows } = await sql<{
    id: number
  }>`select u.id from users u where u.id = ${userId} and ${mayCreate}`.execute(db)
  return rows.length > 0
}

/** The owner of a card: the person until there is an agency, then the agency. */
export type CardOwner = { readonly userId: number; readonly agencyId: number | null }

/** The owner whose card this person may add; null for none. Only admins add an agency's card (docs/product/billing.md "Card step"). */
export const findCardOwner = async (db: Reader, userId: number): Promise<CardOwner | null> => {
  const administered = await db
    .selectFrom('agency_admins')
    .select('agency_id')
    .where('user_id', '=', userId)
    .orderBy('agency_id')
    .executeTakeFirst()
  if (administered) return { userId, agencyId: administered.agency_id }
  return (await mayCreateAgency(db, userId)) ? { userId, agencyId: null } : null
}

export type PaymentCard = Row<'payment_cards'>

/** The gateway's customer whose card it is. */
export const customerOf = ({ gateway_token }: Pick<PaymentCard, 'gateway_token'>): string =>
  gateway_token.split('/')[0] ?? ''

export const findCard = async (
  db: Reader,
  { userId, agencyId }: CardOwner,
): Promise<PaymentCard | undefined> => {
  const cards = db.selectFrom('payment_cards').selectAll()
  const own =
    agencyId === null
      ? cards.where('user_id', '=', userId).where('agency_id', 'is', null)
      : cards.where('agency_id', '=', agencyId)
  return own.executeTakeFirst()
}

/** `not_needed` if the installation takes no cards, or if the person may not add one. */
export const cardFactsOf = async (
  db: Reader,
  config: Config,
  userId: number,
  now: Date,
): Promise<
  Pick<Me, 'card_status' | 'takes_test_cards' | 'card_fields' | 'plan_prices' | 'charged_at_once'>
> => {
  const settings = cardGatewaySettings(config)
  if (!settings) return { card_status: 'not_needed' }
  // `findCardOwner` and `findCard` in one statement: every page asks.
  const { rows } = await sql<{ trial_started_at: Date | null; is_own: boolean }>`
    ${prepared} select o.agency_id is null as is_own, (select least(c.trial_started_at, c.card_trial_started_at)
      from payment_cards c where c.agency_id = o.agency_id
      or (o.agency_id is null and c.agency_id is null and c.user_id = o.user_id)) as trial_started_at
    from (select u.id as user_id, (select min(agency_id) from agency_admins where user_id = u.id) as agency_id,
      ${mayCreate} as may_create from users u where u.id = ${userId}) o
    where o.agency_id is not null or o.may_create`.execute(db)
  const [owner] = rows
  if (!owner) return { card_status: 'not_needed' }
  const { trial_started_at: started, is_own } = owner
  const isCharged = started !== null && is_own && trialEnd(started) <= now
  return {
    card_status: started ? 'active' : 'none',
    ...(isCharged && { charged_at_once: true as const }),
    ...((!started || isCharged) && { plan_prices: toPlanPrices(pricesOf(config)) }),
    ...(settings.takesTestCards && { takes_test_cards: true as const }),
    ...(settings.fields && { card_fields: settings.fields }),
  }
}

/** When the trial began that comes with a card: with its owner's first card, or when this card was first used for one, by whomever. */
export const trialStartOf = ({
  trial_started_at: own,
  card_trial_started_at: ofCard,
}: Pick<PaymentCard, 'trial_started_at' | 'card_trial_started_at'>): Date =>
  ofCard && ofCard < own ? ofCard : own

/**
 * When this card began its first trial: if it never had one, it is in its owner's now, which runs since `ownersTrial`, unless that is over.
 * Locks the card's row, so that of two people who enter the same card at once the second sees the first one's trial.
 */
export const startCardTrial = async (
  tx: Tx,
  fingerprint: string | null,
  { ownersTrial, now }: { readonly ownersTrial: Date; readonly now: Date },
): Promise<Date | null> => {
  if (fingerprint === null) return null
  if (trialEnd(ownersTrial) > now)
    await tx
      .insertInto('card_trials')
      .values({ fingerprint, started_at: ownersTrial })
      .onConflict(clash => clash.column('fingerprint').doNothing())
      .execute()
  const trial = await tx
    .selectFrom('card_trials')
    .select('started_at')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return trial?.started_at ?? null
}

/** A card as what is sent with it is counted: by the gateway's fingerprint, else by all that is kept of it. */
export const countedCard = ({
  fingerprint,
  brand,
  last_four,
  expiry_month,
  expiry_year,
}: Pick<PaymentCard, 'fingerprint' | 'brand' | 'last_four' | 'expiry_month' | 'expiry_year'>): string =>
  fingerprint ?? `${brand} ${last_four} ${expiry_month}/${expiry_year}`

export const describeCard = ({ brand, last_four }: Pick<PaymentCard, 'brand' | 'last_four'>): string =>
  `${brand} ending in ${last_four}`

export const toWireCard = (card: Omit<PaymentCard, 'id'>): KeptCard => ({
  brand: card.brand,
  last_four: card.last_four,
  expiry_month: card.expiry_month,
  expiry_year: card.expiry_year,
  trial_ends_at: trialEnd(trialStartOf(card)).toISOString(),
})
