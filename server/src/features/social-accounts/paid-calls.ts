import { type RawBuilder, sql } from 'kysely'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type Charged, type Prices, pricedNetworks, prices } from '#domain/networks/prices.ts'
import type { Config } from '#server/config.ts'
import { charges } from '#server/networks/charges.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import { onAnswers } from '#server/platform/http/outgoing-requests/client.ts'
import type { Services } from '#server/platform/http/route.ts'

/** Months are X's billing months as far as is known: by UTC. `YYYY-MM`. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7)

/** Whose month a call is counted in. */
type Payer = { readonly network: SocialNetwork; readonly projectId: number | undefined }

/** Counts what the answers within the work cost (decision 129). A failed count never fails the work. */
export const countPaidCalls = async <T>(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { network, projectId }: Payer,
  work: () => Promise<T>,
): Promise<T> => {
  const { chargedFor } = charges[network] ?? {}
  if (!chargedFor || projectId === undefined) return work()
  const found: Charged[] = []
  try {
    return await onAnswers((call, answer) => found.push(...[chargedFor(call, answer) ?? []].flat()), work)
  } finally {
    await count(db, { network, projectId, month: monthOf(clock.now()) }, found).catch((error: unknown) =>
      log.warn({ err: error, network, projectId }, 'what a call cost could not be counted'),
    )
  }
}

const count = async (
  db: Db,
  { network, projectId, month }: { network: SocialNetwork; projectId: number; month: string },
  found: readonly Charged[],
): Promise<void> => {
  const sum = (of: keyof Charged) => found.reduce((total, charged) => total + charged[of], 0)
  const charged = { posts: sum('posts'), users: sum('users'), alt_texts: sum('alt_texts') }
  if (Object.values(charged).every(each => each === 0)) return
  await db
    .insertInto('paid_calls')
    .values({ project_id: projectId, social_network: network, month: `${month}-01`, ...charged })
    .onConflict(conflict =>
      conflict.columns(['project_id', 'social_network', 'month']).doUpdateSet(eb => ({
        posts: eb('paid_calls.posts', '+', charged.posts),
        users: eb('paid_calls.users', '+', charged.users),
        alt_texts: eb('paid_calls.alt_texts', '+', charged.alt_texts),
      })),
    )
    .execute()
}

/** What a client cost in a month, in US dollars. */
export type ClientCost = {
  readonly project_id: number
  readonly agency: string
  readonly client: string
  readonly read: number
  readonly written: number
}

type Period = { readonly month: string; readonly agencyId?: number | undefined }

/**
 * An estimate, the dearest client first: calls are counted, and what was written follows from the posts. A post that is read twice on a day
 * is charged once, so reading costs this much at most.
 */
export const listClientCosts = async (
  db: Reader,
  network: SocialNetwork,
  period: Period,
): Promise<readonly ClientCost[]> => {
  const price = prices[network]
  if (!price) return []
  const whose = period.agencyId === undefined ? sql`true` : sql`agency_id = ${period.agencyId}::bigint`
  const { rows } = await costsOf(network, price, period.month, whose).execute(db)
  return rows
    .map(({ doubtful, ...cost }) => ({ ...cost, written: cost.written + ofLinks(network, price, doubtful) }))
    .toSorted((a, b) => b.read + b.written - (a.read + a.written))
}

/** What the texts cost more in which the network sees a link after all. */
const ofLinks = (network: SocialNetwork, price: Prices, doubtful: readonly string[]): number => {
  const { hasLink } = charges[network] ?? {}
  return doubtful.filter(text => hasLink?.(text) ?? false).length * (price.postWithLink - price.post)
}

/** `doubtful`: texts priced as without a link, in which the network may see one. */
type ReadCost = ClientCost & { readonly doubtful: readonly string[] }

/** The statement of a month's costs, by client. `whose`: which projects count. */
const costsOf = (network: SocialNetwork, price: Prices, month: string, whose: RawBuilder<unknown>) => {
  const first = `${month}-01`
  return sql<ReadCost>`
    with mine as (select id, agency_id, name from projects where ${whose}),
      called as (select project_id, posts * ${price.readPost}::float8 + users * ${price.readUser}::float8 as read,
          alt_texts * ${price.altText}::float8 as described
        from paid_calls where social_network = ${network} and month = ${first}::date
          and project_id in (select id from mine)),
      live as (select project_id, type, message, first_comment, first_comment_status from post_socials
        where social_network = ${network} and external_id is not null and project_id in (select id from mine)
          and published_at >= ${first}::date::timestamp at time zone 'UTC'
          and published_at < (${first}::date + interval '1 month') at time zone 'UTC'),
      texts as (select project_id, type = 'link' or message ~* 'https?://' as is_link, message as text from live
        union all select project_id, first_comment ~* 'https?://', first_comment from live where first_comment_status = 'added'),
      written as (select project_id,
          sum(case when is_link then ${price.postWithLink}::float8 else ${price.post}::float8 end) as usd,
          array_agg(text) filter (where not is_link and text ~ '[^[:space:].][.][^[:space:].]') as doubtful
        from texts group by project_id)
    select p.id as project_id, a.name as agency, p.name as client, coalesce(c.read, 0) as read,
      coalesce(w.usd, 0) + coalesce(c.described, 0) as written, coalesce(w.doubtful, '{}') as doubtful
    from mine p join agencies a on a.id = p.agency_id
    left join called c on c.project_id = p.id left join written w on w.project_id = p.id
    where c.project_id is not null or w.usd is not null
    order by p.id`
}

export const totalOf = (costs: readonly Pick<ClientCost, 'read' | 'written'>[]): number =>
  costs.reduce((sum, { read, written }) => sum + read + written, 0)

/** The accounts of this network that are connected now, in projects that still exist. */
export const connectedAccounts = (db: Reader, network: SocialNetwork) =>
  db
    .selectFrom('social_accounts')
    .innerJoin('projects', 'projects.id', 'social_accounts.project_id')
    .where('social_network', '=', network)
    .where('removed_at', 'is', null)
    .where('projects.deleted_at', 'is', null)

/**
 * An agency's share of the installation's budget: as much as it has of all connected accounts of the network. Null: there is no budget
 * (decision 129).
 */
export const budgetShare = async (
  db: Reader,
  { X_MONTHLY_BUDGET: budget }: Config,
  network: SocialNetwork,
  agencyId: number,
): Promise<number | null> => {
  if (budget === undefined || prices[network] === null) return null
  const rows = await connectedAccounts(db, network).select(['agency_id', 'external_id']).distinct().execute()
  const own = rows.filter(row => row.agency_id === agencyId).length
  return shareOf(budget, own, rows.length)
}

const shareOf = (budget: number, own: number, all: number): number =>
  all === 0 ? budget : (budget * own) / all

/**
 * Whether the agency has used up its share of this month's budget: then nothing is read any more, while posts still go out. One statement,
 * since it is asked before every reading.
 */
export const isBudgetUsed = async (
  { db, config, clock }: Pick<Services, 'db' | 'clock'> & { readonly config: Config },
  network: SocialNetwork,
  projectId: number,
): Promise<boolean> => {
  const { X_MONTHLY_BUDGET: budget } = config
  const price = prices[network]
  if (budget === undefined || price === null) return false
  const agency = sql`(select agency_id from projects where id = ${projectId})`
  const costs = costsOf(network, price, monthOf(clock.now()), sql`agency_id = ${agency}`)
  const connected = connectedAccounts(db, network).select(['agency_id', 'external_id']).distinct()
  const { rows } = await sql<{ usd: number; doubtful: readonly string[]; own: number; all: number }>`
    with costs as (${costs}), connected as (${connected})
    select (select coalesce(sum(read + written), 0) from costs) as usd,
      array(select unnest(doubtful) from costs) as doubtful,
      (select count(*)::int from connected where agency_id = ${agency}) as own,
      (select count(*)::int from connected) as all`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a statement without a row')
  return found.usd + ofLinks(network, price, found.doubtful) >= shareOf(budget, found.own, found.all)
}

/** The costs of all networks that charge, for the operator. */
export const listAllCosts = async (db: Reader, now: Date): Promise<readonly ClientCost[]> =>
  (
    await Promise.all(pricedNetworks.map(network => listClientCosts(db, network, { month: monthOf(now) })))
  ).flat()
