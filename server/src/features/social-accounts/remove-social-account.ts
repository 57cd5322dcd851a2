import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { networks } from '#domain/networks/network.ts'
import { MASTER_NETWORK } from '#domain/permissions/settings.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { findConnected } from './connected-accounts.ts'
import type { ConnectorsOf } from './connection/connectors.ts'
import { disconnect, failBusy, isBeingSent, lockPublications } from './disconnect.ts'
import { countPostsAtRisk } from './posts-at-risk.ts'

/** @returns whether it was the account of the master platform, which the project then no longer has */
const forgetMaster = async (
  tx: Tx,
  { project_id, social_network }: Row<'social_accounts'>,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('project_settings')
    .where('project_id', '=', project_id)
    .where('name', '=', MASTER_NETWORK)
    .where('value', '=', social_network)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Removes the project's account of a network, and revokes its access after the commit. */
export const removeSocialAccount =
  (connectors: ConnectorsOf) =>
  async (
    { params: { social: network } }: Input<typeof contract.removeSocialAccount>,
    call: ScopedCall,
  ): Promise<Answer<typeof contract.removeSocialAccount>> => {
    const { tx, scope, now } = call
    const found = await findConnected(tx, scope.projectId, network)
    if (!found) return fail('not_found')
    if (!(await lockPublications(tx, found.id))) return failBusy(network)
    await disconnect(call, connectors, found)
    const wasMaster = await forgetMaster(tx, found)
    if (await isBeingSent(tx, found.id)) return failBusy(network)
    const risks = await countPostsAtRisk(tx, [scope.projectId], now)
    const postsAtRisk = risks.find(risk => risk.social_network === network)?.count ?? 0
    await call.emit({
      type: 'social_account.removed',
      detail: {
        social_network: network,
        social_account_id: found.id,
        name: found.name,
        posts_at_risk: postsAtRisk,
        audience: 'admins',
      },
    })
    await audit(tx, byScoped(call), {
      action: 'social_account.removed',
      subject: networks[network].label,
      old: { account: found.name },
    })
    if (wasMaster)
      await audit(tx, byScoped(call), {
        action: 'project.setting_changed',
        subject: scope.projectName,
        old: { [MASTER_NETWORK]: network },
        new: { [MASTER_NETWORK]: '' },
      })
    return { posts_at_risk: postsAtRisk }
  }
