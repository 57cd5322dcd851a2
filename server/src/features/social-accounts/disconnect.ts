import { fail } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Call } from '#server/platform/http/route.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import type { ConnectorsOf } from './connection/connectors.ts'

/** Statuses in which the network has, or may have, the call: its answer needs the account. */
const sentStatuses = ['sending', 'unknown'] as const

/**
 * Locks the open publications of this account, in the publisher's order (publication, then account). One that is about to be sent is
 * either committed first and seen here, or finds the account removed. @returns whether none is being sent
 */
export const lockPublications = async (tx: Tx, accountId: number): Promise<boolean> => {
  const rows = await tx
    .selectFrom('publications')
    .select(['id', 'status'])
    .where('social_account_id', '=', accountId)
    .where('status', 'in', openStatuses)
    .orderBy('id')
    .forUpdate()
    .execute()
  return !rows.some(row => row.status === 'sending' || row.status === 'unknown')
}

/** Publishers lock the account before sending: what was released after the first check and sent before we had the lock is seen here. */
export const isBeingSent = async (tx: Tx, accountId: number): Promise<boolean> => {
  const sent = await tx
    .selectFrom('publications')
    .select('id')
    .where('social_account_id', '=', accountId)
    .where('status', 'in', sentStatuses)
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}

export const failBusy = (network: SocialNetwork) =>
  fail('being_published', {
    message: `A post is being published to ${networks[network].label}. Try again in a few minutes.`,
  })

/** What disconnecting needs of a call. */
export type Disconnecting = Pick<Call, 'tx' | 'now' | 'services' | 'log' | 'afterCommit'>

/** The account with its access if it can be revoked without harming another project that has the same account; otherwise null. */
const findRevocable = async (
  call: Disconnecting,
  row: Row<'social_accounts'>,
): Promise<ConnectedAccount | null> => {
  const { sealed_token: sealed, token_key_id: keyId } = row
  if (!sealed || !keyId) return null
  const twin = await call.tx
    .selectFrom('social_accounts')
    .select('id')
    .where('social_network', '=', row.social_network)
    .where('external_id', '=', row.external_id)
    .where('removed_at', 'is', null)
    .where('id', '<>', row.id)
    .executeTakeFirst()
  if (twin) return null
  const place = { projectId: row.project_id, network: row.social_network, externalId: row.external_id }
  const { externalId } = place
  try {
    const token = makeSeal(call.services.config).open(place, sealed, keyId)
    return { externalId, details: row.account_details, token }
  } catch (error) {
    // An account whose token cannot be decrypted must still be removable.
    call.log.warn({ err: error, account: row.id }, 'could not revoke the access of a removed account')
    return null
  }
}

/**
 * Removes the account from the project, and revokes its access after the commit. Its sealed token is deleted; its row and its posts stay.
 */
export const disconnect = async (
  call: Disconnecting,
  connectors: ConnectorsOf,
  row: Row<'social_accounts'>,
): Promise<void> => {
  const { tx, now, services, log } = call
  const { project_id: projectId, social_network: network } = row
  const account = await findRevocable(call, row)
  await tx
    .updateTable('social_accounts')
    .set({ removed_at: now, sealed_token: null, token_key_id: null, check_lease_until: null })
    .where('id', '=', row.id)
    .execute()
  await tx
    .deleteFrom('pending_connections')
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .execute()
  const { revoke } = connectors(services.config)[network]
  if (account && revoke)
    call.afterCommit(() => {
      revoke(account).catch((error: unknown) =>
        log.warn({ err: error, network }, 'the network did not revoke the access'),
      )
    })
}
