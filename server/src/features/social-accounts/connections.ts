import { socialNetworks } from '#domain/networks/model.ts'
import { MASTER_NETWORK, settingValue } from '#domain/permissions/settings.ts'
import { healthOf, isAccessOver } from '#domain/social-accounts/health.ts'
import type { AccountWithHealth, NetworkConnection } from '#domain/social-accounts/model.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { toProjectSocial } from './connected-accounts.ts'
import { countPostsAtRisk } from './posts-at-risk.ts'

type AccountRow = Row<'social_accounts'> & {
  readonly connector_name: string | null
  readonly connector_last_name: string | null
}

const toAccountWithHealth = (row: AccountRow, master: string | undefined, now: Date): AccountWithHealth => {
  const access = {
    needsReconnecting: row.needs_reconnecting,
    expiresAt: row.expires_at,
    isRenewable: row.is_renewable,
    checkFailures: row.check_failures,
  }
  const found = row.reconnect_reason ?? (row.needs_reconnecting ? 'publish_refused' : 'expired')
  const { connected_by: id, connector_name: first, connector_last_name: last } = row
  return {
    ...toProjectSocial(row),
    health: healthOf(access, now),
    reason: isAccessOver(access, now) ? found : null,
    expires_at: row.expires_at?.toISOString() ?? null,
    connected_at: row.connected_at.toISOString(),
    connected_by: id === null ? null : { id, name: `${first ?? ''} ${last ?? ''}`.trim() },
    last_checked_at: row.checked_at?.toISOString() ?? null,
    is_master: master === row.social_network,
  }
}

/** The four networks of a project in their fixed order, with their accounts, account health and posts at risk. */
export const listConnections = async (
  db: Db,
  scope: ProjectScope,
  now: Date,
): Promise<NetworkConnection[]> => {
  const rows = await db
    .selectFrom('social_accounts')
    .leftJoin('users', 'users.id', 'social_accounts.connected_by')
    .selectAll('social_accounts')
    .select(['users.name as connector_name', 'users.last_name as connector_last_name'])
    .where('project_id', '=', scope.projectId)
    .where('removed_at', 'is', null)
    .execute()
  const risks = await countPostsAtRisk(db, [scope.projectId], now)
  const master = settingValue(scope.settings, MASTER_NETWORK)
  return socialNetworks.map(network => {
    const row = rows.find(account => account.social_network === network)
    return {
      social_network: network,
      account: row ? toAccountWithHealth(row, master, now) : null,
      posts_at_risk: risks.find(risk => risk.social_network === network)?.count ?? 0,
    }
  })
}
