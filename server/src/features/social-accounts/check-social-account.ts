import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/social-accounts/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { accountHealthChecker, checkAccount } from './check-account.ts'
import { findConnected } from './connected-accounts.ts'
import type { ConnectorsOf } from './connection/connectors.ts'
import { listConnections } from './connections.ts'

/** Impatient clicking must not use up the network's rate limit. */
const PAUSE_MS = 10_000

/** Checks the project's account as the regular check does, and returns its state afterwards. */
export const checkSocialAccount =
  (connectors: ConnectorsOf) =>
  async (
    { params: { social: network } }: Input<typeof contract.checkSocialAccount>,
    { db, scope, services, now }: ScopedPoolCall,
  ): Promise<Answer<typeof contract.checkSocialAccount>> => {
    const known = await findConnected(db, scope.projectId, network)
    if (!known) return fail('not_found')
    const checker = accountHealthChecker(services, { connectors: connectors(services.config) })
    const isFresh =
      known.checked_at !== null && (await checker.now(db)).getTime() - known.checked_at.getTime() < PAUSE_MS
    if (!isFresh) await checkAccount(checker, known.id)
    const connections = await listConnections(db, scope, now)
    const connection = connections.find(({ social_network }) => social_network === network)
    if (!connection?.account) return fail('not_found')
    const { checked_at: before } = known
    const after = connection.account.last_checked_at
    return { connection, is_answered: isFresh || after !== (before?.toISOString() ?? null) }
  }
