import { type RawBuilder, sql } from 'kysely'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type Charged, pricedNetworks, prices } from '#domain/networks/prices.ts'
import type { Config } from '#server/config.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'

/** Months are X's billing months as far as is known: by UTC. */
const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`

/** Counts what was read, for the estimate of its cost. */
export const countReading = async (
  db: Db,
  {
    projectId,
    network,
    charged,
    now,
  }: { projectId: number; network: SocialNetwork; charged: Charged | undefined; now: Date },
): Promise<void> => {
  if (!charged || (charged.posts === 0 && charged.users === 0)) return
  await db
    .insertInto('paid_readings')
    .values({ project_id: projectId, social_network: network, month: monthOf(now), ...charged })
    .onConflict(conflict =>
      conflict.columns(['project_id', 'social_network', 'month']).doUpdateSet(eb => ({
        posts: eb('paid_readings.posts', '+', charged.posts),
        users: eb('paid_readings.users', '+', charged.users),
      })),
    )
    .execute()
}

/** What a client cost this month, in US dollars. */
export type ClientCost = {
  readonly agency: string
  readonly client: string
  readonly read: number
  readonly written: number
}

const priceOf = (text: RawBuilder<unknown>, { post, postWithLink }: { post: number; postWithLink: number }) =>
  sql`case when ${text} ~* 'https?://|www[.]' then ${postWithLink}::float8 else ${post}::float8 end`

/**
 * An estimate, the dearest client first: what was read is counted, what was written is told by the posts. A post that is read twice on a day
 * is charged once, so reading costs this much at most.
 */
export const listClientCosts = async (db: Reader, now: Date): Promise<readonly ClientCost[]> => {
  const found: ClientCost[] = []
  for (const network of pricedNetworks) {
    const price = prices[network]
    if (!price) continue
    const { rows } = await sql<ClientCost>`
      with read as (select project_id, posts * ${price.readPost}::float8 + users * ${price.readUser}::float8 as usd
          from paid_readings where social_network = ${network} and month = ${monthOf(now)}::date),
        written as (select project_id, sum(case when type = 'link' then ${price.postWithLink}::float8
              else ${priceOf(sql`message`, price)} end
            + case when first_comment_status = 'added' then ${priceOf(sql`first_comment`, price)} else 0 end) as usd
          from post_socials where social_network = ${network} and external_id is not null
            and published_at >= (${monthOf(now)}::date)::timestamp at time zone 'UTC' group by project_id)
      select a.name as agency, p.name as client, coalesce(r.usd, 0) as read, coalesce(w.usd, 0) as written
      from projects p join agencies a on a.id = p.agency_id
      left join read r on r.project_id = p.id left join written w on w.project_id = p.id
      where r.usd is not null or w.usd is not null
      order by coalesce(r.usd, 0) + coalesce(w.usd, 0) desc, p.id`.execute(db)
    found.push(...rows)
  }
  return found
}

export const totalOf = (costs: readonly ClientCost[]): number =>
  costs.reduce((sum, { read, written }) => sum + read + written, 0)

/** Whether this month's budget is used up: then nothing is read of the network any more, while posts still go out. */
export const isBudgetUsed = async (
  { db, config, clock }: Pick<Services, 'db' | 'clock'> & { readonly config: Config },
  network: SocialNetwork,
): Promise<boolean> => {
  const budget = config.X_MONTHLY_BUDGET
  if (budget === undefined || prices[network] === null) return false
  return totalOf(await listClientCosts(db, clock.now())) >= budget
}
