import { type RawBuilder, sql } from 'kysely'
import type { BillingNotice } from '#domain/billing/model.ts'
import type { ReadOnlyReason } from '#domain/billing/read-only-text.ts'
import { publishingUntil, readOnlyFrom, type SubscriptionFacts, statusAt } from '#domain/billing/standing.ts'
import { GRACE_DAYS, PUBLISHING_DAYS, subscriptionRights } from '#domain/billing/subscription-rights.ts'
import type { Config } from '#server/config.ts'
import { cardGatewaySettings } from '#server/platform/cards/settings.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { timeAtGateway } from './subscriptions.ts'

type FactsRow = {
  agency_id: number
  status: SubscriptionFacts['status']
  past_due_since: Date | null
  ends_at: Date
  clock_ahead_hours: number
  needs_confirmation: boolean
}

type Facts = SubscriptionFacts & {
  readonly agencyId: number
  readonly needsConfirmation: boolean
  /** By the gateway's clock. */
  readonly now: Date
}

/** What an installation without a gateway has of a subscription counts for nothing: nobody could pay. */
export const isBilled = (config: Config): boolean => cardGatewaySettings(config) !== null

const readFacts = async (db: Reader, agencyIds: readonly number[], now: Date): Promise<Facts[]> => {
  const { rows } = await sql<FactsRow>`
    ${prepared} select agency_id, status, past_due_since, period_end as ends_at, clock_ahead_hours,
      exists (select from invoices i
        where i.agency_id = subscriptions.agency_id and i.status = 'open' and i.needs_confirmation) as needs_confirmation
    from subscriptions where agency_id = any(${[...agencyIds]}) order by agency_id`.execute(db)
  return rows.map(row => ({
    agencyId: row.agency_id,
    status: row.status,
    pastDueSince: row.past_due_since,
    endsAt: row.ends_at,
    needsConfirmation: row.needs_confirmation,
    now: timeAtGateway(row, now),
  }))
}

/** Why the agency cannot be written to; null: it can. So can one without a subscription: it is older than the gateway of its installation. */
export const readOnlyReason = async (
  db: Reader,
  agencyId: number,
  now: Date,
): Promise<ReadOnlyReason | null> => {
  const [facts] = await readFacts(db, [agencyId], now)
  if (!facts || subscriptionRights[statusAt(facts, facts.now)].write) return null
  return facts.status === 'canceled' ? 'ended' : 'unpaid'
}

export const mayWrite = async (db: Reader, agencyId: number, now: Date): Promise<boolean> =>
  (await readOnlyReason(db, agencyId, now)) === null

/**
 * Whether the schedules of an agency no longer go out: `publishingUntil` in SQL, because the sweep asks it of all agencies at once.
 * `agencyId` is a column of the statement.
 */
export const isPublishingStopped = (agencyId: RawBuilder<number>, now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from subscriptions where subscriptions.agency_id = ${agencyId}
    and subscriptions.status in ('past_due', 'unpaid', 'canceled')
    and coalesce(subscriptions.past_due_since + make_interval(days => ${GRACE_DAYS}), subscriptions.period_end)
      + make_interval(days => ${PUBLISHING_DAYS})
      <= ${now}::timestamptz + make_interval(hours => subscriptions.clock_ahead_hours))`

/**
 * When the schedules of these agencies stop going out, or stopped, by our clock: the same as `isPublishingStopped` at any moment. Left
 * out: agencies of which that is not in sight.
 */
export const readPublishingEnds = async (
  db: Reader,
  config: Config,
  { agencyIds, now }: { readonly agencyIds: readonly number[]; readonly now: Date },
): Promise<ReadonlyMap<number, Date>> => {
  if (agencyIds.length === 0 || !isBilled(config)) return new Map()
  const all = await readFacts(db, agencyIds, now)
  return new Map(
    all.flatMap(facts => {
      const end = publishingUntil(facts)
      const ahead = facts.now.getTime() - now.getTime()
      return end ? [[facts.agencyId, new Date(end.getTime() - ahead)] as const] : []
    }),
  )
}

/** The agencies of a person, and whether they are an admin there. */
type OwnAgency = { readonly agencyId: number; readonly isAdmin: boolean }

/** What people are told at the top of their pages. Only admins learn of a payment that is missing and limits nothing yet. */
export const listBillingNotices = async (
  db: Reader,
  config: Config,
  { agencies, now }: { readonly agencies: readonly OwnAgency[]; readonly now: Date },
): Promise<BillingNotice[]> => {
  if (agencies.length === 0 || !isBilled(config)) return []
  const admins = new Set(agencies.flatMap(({ agencyId, isAdmin }) => (isAdmin ? [agencyId] : [])))
  const ids = [...new Set(agencies.map(({ agencyId }) => agencyId))]
  return (await readFacts(db, ids, now)).flatMap(facts => {
    const isAdmin = admins.has(facts.agencyId)
    const status = statusAt(facts, facts.now)
    const from = readOnlyFrom(facts)
    const until = publishingUntil(facts)
    if (from === null || until === null || (status === 'past_due' && !isAdmin)) return []
    if (status === 'active') return []
    const kind = status === 'past_due' ? 'payment_failed' : 'read_only'
    return [
      {
        agency_id: facts.agencyId,
        kind,
        is_ended: facts.status === 'canceled',
        can_pay: isAdmin,
        until: (kind === 'payment_failed' ? from : until).toISOString(),
        is_publishing: facts.now < until,
        needs_confirmation: isAdmin && facts.status !== 'canceled' && facts.needsConfirmation,
      },
    ]
  })
}
