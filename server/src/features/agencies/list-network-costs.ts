import type * as contract from '#domain/agencies/network-costs-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { pricedNetworks } from '#domain/networks/prices.ts'
import {
  budgetShare,
  connectedAccounts,
  listClientCosts,
  monthOf,
  totalOf,
} from '#server/features/social-accounts/paid-calls.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'

export const listNetworkCosts = async (
  { query }: Input<typeof contract.listNetworkCosts>,
  { db, agency: { agencyId }, services: { config, clock } }: AgencyPoolCall,
): Promise<Answer<typeof contract.listNetworkCosts>> => {
  const thisMonth = monthOf(clock.now())
  const month = query.month ?? thisMonth
  const found: Answer<typeof contract.listNetworkCosts> = []
  for (const network of pricedNetworks) {
    const costs = await listClientCosts(db, network, { month, agencyId })
    const budget = month === thisMonth ? await budgetShare(db, config, network, agencyId) : null
    if (costs.length === 0 && !(await hasAccount(db, agencyId, network))) continue
    found.push({
      network,
      budget,
      is_reading_stopped: budget !== null && totalOf(costs) >= budget,
      clients: costs.map(({ project_id, client, written, read }) => ({ project_id, client, written, read })),
    })
  }
  return found
}

const hasAccount = async (db: Reader, agencyId: number, network: SocialNetwork): Promise<boolean> =>
  (await connectedAccounts(db, network)
    .select('social_accounts.id')
    .where('agency_id', '=', agencyId)
    .limit(1)
    .executeTakeFirst()) !== undefined
