import { sql } from 'kysely'
import { nextTurn, storyNetworks } from '#domain/analytics/gathering.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { readersOf } from '#server/features/social-accounts/ask-network.ts'
import type { NetworkReaders } from '#server/networks/adapters.ts'
import type { Services } from '#server/platform/http/route.ts'

/** What gathering works with. Tests pass their own readers. */
export type Gatherer = { readonly services: Services; readonly readers: NetworkReaders }

export const makeGatherer = (services: Services, readers = readersOf(services.config)): Gatherer => ({
  services,
  readers,
})

/** Longer than a turn can take, so that a dead worker's account is soon another one's. */
const LEASE_MINUTES = 5

/** An account whose turn it is. */
export type DueAccount = {
  readonly id: number
  readonly projectId: number
  readonly network: SocialNetwork
  readonly externalId: string
  readonly readTo: string | null
  /** The days before it was connected were requested. */
  readonly hasPast: boolean
  readonly failures: number
}

/** Every connected account is gathered, from the minute it is connected. */
export const addNewAccounts = async ({ services: { db, clock } }: Gatherer): Promise<void> => {
  const now = clock.now()
  await sql`insert into metric_accounts (project_id, social_network, external_id, due_at, stories_due_at)
    select s.project_id, s.social_network, s.external_id, ${now},
      case when s.social_network = any(${storyNetworks}) then ${now}::timestamptz end
    from social_accounts s
    where s.removed_at is null and s.sealed_token is not null and not exists (select 1 from metric_accounts m
      where m.project_id = s.project_id and m.social_network = s.social_network and m.external_id = s.external_id)
    on conflict do nothing`.execute(db)
}

/** Takes accounts whose turn it is, those that have waited longest first. Removed ones and those without access rest. */
export const takeDueAccounts = async (
  { services: { db, clock } }: Gatherer,
  limit: number,
): Promise<readonly DueAccount[]> => {
  const now = clock.now()
  const { rows } = await sql<DueAccount>`
    update metric_accounts m set lease_until = ${now}::timestamptz + make_interval(mins => ${LEASE_MINUTES})
    where m.id in (select d.id from metric_accounts d
      join social_accounts s on s.project_id = d.project_id and s.social_network = d.social_network
        and s.external_id = d.external_id and s.removed_at is null and not s.needs_reconnecting
      join projects p on p.id = d.project_id and p.deleted_at is null
      where d.due_at <= ${now} and (d.lease_until is null or d.lease_until <= ${now})
      order by d.due_at limit ${limit} for update of d skip locked)
    returning m.id, m.project_id as "projectId", m.social_network as network, m.external_id as "externalId",
      m.read_to as "readTo", m.past_asked_at is not null as "hasPast", m.failures`.execute(db)
  return rows
}

/** Gives an account back without having read it. */
export const putOff = async ({ services: { db } }: Gatherer, id: number, dueAt: Date): Promise<void> => {
  await db
    .updateTable('metric_accounts')
    .set(eb => ({ due_at: dueAt, lease_until: null, failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** When the account is read again: at once while days are missing, after a while if something failed, otherwise tomorrow. */
export const dueAfter = (
  id: number,
  { isWhole, hasFailed }: { readonly isWhole: boolean; readonly hasFailed: boolean },
  now: Date,
): Date => {
  if (hasFailed) return new Date(now.getTime() + 3_600_000)
  return isWhole ? nextTurn(id, now) : now
}
