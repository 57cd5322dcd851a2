import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { settingValue } from '#domain/projects/model.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import { healthOf, isAccessOver } from '#domain/social-accounts/health.ts'
import type { AccountWithHealth } from '#domain/social-accounts/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { toProjectSocial } from '../queries.ts'

type Risk = { readonly project_id: number; readonly social_network: SocialNetwork; readonly count: number }

/**
 * Cleared posts that are yet to come and will not go out as things stand: there is no account, it needs reconnecting, or the post's time
 * comes after the end of an access that nobody renews. Networks without such posts are left out.
 */
export const countPostsAtRisk = async (
  db: Reader,
  projectIds: readonly number[],
  now: Date,
): Promise<readonly Risk[]> => {
  const { rows } = await sql<Risk>`
    select s.project_id, s.social_network, count(*)::int as count
    from post_socials s
    join posts p on p.id = s.post_id and p.deleted_at is null
    join schedules c on c.post_id = p.id and c.deleted_at is null
    left join social_accounts a
      on a.project_id = s.project_id and a.social_network = s.social_network and a.removed_at is null
    where s.project_id = any(${projectIds})
      and s.status in ('approved', 'scheduled') and c.datetime > ${now}
      and (a.id is null or a.needs_reconnecting or a.expires_at <= ${now}
        or (a.expires_at <= c.datetime and not a.is_renewable))
    group by 1, 2`.execute(db)
  return rows
}

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

/** The four networks of a project with what is connected, for the social accounts screen. */
export const listNetworksOfProject = async (
  _input: Input<typeof contract.listSocialAccounts>,
  { tx, scope, now }: ScopedCall,
): Promise<Answer<typeof contract.listSocialAccounts>> => {
  const rows = await tx
    .selectFrom('social_accounts')
    .leftJoin('users', 'users.id', 'social_accounts.connected_by')
    .selectAll('social_accounts')
    .select(['users.name as connector_name', 'users.last_name as connector_last_name'])
    .where('project_id', '=', scope.projectId)
    .where('removed_at', 'is', null)
    .execute()
  const risks = await countPostsAtRisk(tx, [scope.projectId], now)
  const master = settingValue(scope.settings, 'post-master-content-social-network-id')
  return socialNetworks.map(network => {
    const row = rows.find(account => account.social_network === network)
    return {
      social_network: network,
      account: row ? toAccountWithHealth(row, master, now) : null,
      posts_at_risk: risks.find(risk => risk.social_network === network)?.count ?? 0,
    }
  })
}

/** Accounts whose turn it is to be asked about, whose access has just ended, or that publishing has found to need reconnecting. */
export const listDueChecks = async (db: Reader, now: Date, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('social_accounts')
    .innerJoin('projects', 'projects.id', 'social_accounts.project_id')
    .select('social_accounts.id')
    .where('social_accounts.removed_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where('sealed_token', 'is not', null)
    .where(eb => eb.or([eb('check_lease_until', 'is', null), eb('check_lease_until', '<=', now)]))
    .where(eb =>
      eb.or([
        eb('check_due_at', '<=', now),
        eb.and([
          eb('reconnect_reason', 'is', null),
          eb.or([eb('needs_reconnecting', '=', true), eb('expires_at', '<=', now)]),
        ]),
      ]),
    )
    .orderBy('check_due_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}
