import { sql } from 'kysely'
import type { PlanPrices } from '#domain/billing/model.ts'
import type { Config } from '#server/config.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Subscription } from './subscriptions.ts'

/** What an agency pays for besides the base price. */
export type Quantities = { readonly users: number; readonly accounts: number }

/**
 * The people and connected accounts of an agency, each person once. Clients (external approvers) are free, because an agency invites as
 * many as it likes, and so are blocked people, who cannot sign in (docs/product/billing.md "Plan").
 */
export const countQuantities = async (db: Reader, agencyId: number): Promise<Quantities> => {
  const { rows } = await sql<Quantities>`
    select
      (select count(*)::int from users u where not u.is_blocked and u.id in (
        select a.user_id from agency_admins a where a.agency_id = ${agencyId}
        union select m.user_id from agency_members m where m.agency_id = ${agencyId}
        union select m.user_id from project_members m join projects p on p.id = m.project_id
          where p.agency_id = ${agencyId} and p.deleted_at is null and p.archived_at is null and m.role <> 'external-approver')) as users,
      (select count(*)::int from social_accounts s join projects p on p.id = s.project_id
        where p.agency_id = ${agencyId} and p.deleted_at is null and p.archived_at is null and s.removed_at is null) as accounts`.execute(
    db,
  )
  return rows[0] ?? { users: 0, accounts: 0 }
}

/** What a month costs, in cents before tax. */
export type Prices = { readonly base: number; readonly user: number; readonly account: number }

type Agreed = Pick<Subscription, 'status' | 'base_cents' | 'user_cents' | 'account_cents'>

/** Of a subscription that runs, those with which it began; otherwise those of the configuration, with which one would begin now. */
export const pricesOf = (config: Config, running?: Agreed): Prices => {
  const { base_cents: base = null, user_cents: user = null, account_cents: account = null } = running ?? {}
  return running?.status !== 'canceled' && base !== null && user !== null && account !== null
    ? { base, user, account }
    : {
        base: config.PLAN_BASE_PRICE,
        user: config.PLAN_USER_PRICE,
        account: config.PLAN_ACCOUNT_PRICE,
      }
}

/** As people read them. */
export const toPlanPrices = ({ base, user, account }: Prices): PlanPrices => ({
  base_price: base / 100,
  user_price: user / 100,
  account_price: account / 100,
})

export const priceOf = (prices: Prices, { users, accounts }: Quantities): number =>
  prices.base + users * prices.user + accounts * prices.account
