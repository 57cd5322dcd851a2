import { type Failure, fail } from '#domain/kernel/failure.ts'
import { networks } from '#domain/networks/network.ts'
import type { ConnectorsOf } from '#server/features/social-accounts/connection/connectors.ts'
import {
  type Disconnecting,
  disconnect,
  isBeingSent,
  lockPublications,
} from '#server/features/social-accounts/disconnect.ts'
import { type AuditBy, audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'

const busy = () =>
  fail('being_published', {
    message:
      'A post of this client is being published. Try again in a few minutes; to stop the others until then, pause the client.',
  })

const listConnected = (tx: Tx, projectId: number) =>
  tx
    .selectFrom('social_accounts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

/**
 * Gives up the access to all accounts of a project; its main network stays chosen. Refused while a post is being sent, as its network's
 * answer needs the access. @returns how many they were
 */
export const disconnectAll = async (
  call: Disconnecting,
  connectors: ConnectorsOf,
  by: AuditBy & { readonly projectId: number },
): Promise<number | Failure<'being_published'>> => {
  const { tx } = call
  const accounts = await listConnected(tx, by.projectId)
  for (const account of accounts) {
    if (!(await lockPublications(tx, account.id))) return busy()
    await disconnect(call, connectors, account)
    if (await isBeingSent(tx, account.id)) return busy()
    await audit(tx, by, {
      action: 'social_account.removed',
      subject: networks[account.social_network].label,
      old: { account: account.name },
    })
  }
  return accounts.length
}
