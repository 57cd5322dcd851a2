import { networks } from '#domain/networks/network.ts'
import { isRenewalDue, nextCheckMs, warningDue } from '#domain/social-accounts/health.ts'
import type { ReconnectReason } from '#domain/social-accounts/model.ts'
import type { Connectors } from '#server/networks/adapters.ts'
import type { AccessHealth, ConnectRefused } from '#server/networks/connector.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { Seal } from '#server/platform/session/seal.ts'
import { makeWorkerContext, type WorkerContext } from '#server/platform/worker-context.ts'
import { emitAccountWarning } from './account-warning.ts'
import { connectorsOf } from './connection/connectors.ts'
import { countPaidCalls } from './paid-calls.ts'

/** What checking accounts works with. Tests pass their own connectors, keys or clock. */
export type AccountChecker = WorkerContext & { readonly connectors: Connectors }

export const accountHealthChecker = (
  services: Services,
  own: Partial<Omit<AccountChecker, 'services'>> = {},
): AccountChecker => ({
  ...makeWorkerContext(services, own),
  connectors: own.connectors ?? connectorsOf(services.config),
})

/** Longer than a renewal and a check, limited to 20 seconds each, can take. */
const LEASE_MS = 2 * 60_000

type ClaimedAccount = Row<'social_accounts'> & { readonly lease: Date }

/**
 * Claims the account for this process. A network that returns a new refresh token revokes the old one: two renewals at the same time
 * could leave the account without a valid token.
 */
const claim = async (checker: AccountChecker, id: number): Promise<ClaimedAccount | null> => {
  const { db } = checker.services
  const now = await checker.now(db)
  const lease = new Date(now.getTime() + LEASE_MS)
  const row = await db
    .updateTable('social_accounts')
    .set({ check_lease_until: lease })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('sealed_token', 'is not', null)
    .where(eb => eb.or([eb('check_lease_until', 'is', null), eb('check_lease_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  return row ? { ...row, lease } : null
}

const sealedRowOf = (row: Row<'social_accounts'>) => ({
  projectId: row.project_id,
  network: row.social_network,
  externalId: row.external_id,
})

const open = (seal: Seal, row: ClaimedAccount): ConnectedAccount => {
  if (!row.sealed_token || !row.token_key_id) throw new Error(`account ${row.id} has no token`)
  const token = seal.open(sealedRowOf(row), row.sealed_token, row.token_key_id)
  return { externalId: row.external_id, details: row.account_details, token }
}

/** The columns that a renewal changed. Nothing is written if the account was reconnected or removed in the meantime. */
type Change = Partial<
  Pick<
    Row<'social_accounts'>,
    'sealed_token' | 'token_key_id' | 'expires_at' | 'scopes' | 'is_renewable' | 'warned_days'
  >
>
type Renewed = { readonly account: ConnectedAccount; readonly change: Change }

/** Renews the access if it is due. If that fails, nothing changes: a usable token is never discarded. */
const renew = async (
  checker: AccountChecker,
  row: ClaimedAccount,
  account: ConnectedAccount,
  now: Date,
): Promise<Renewed> => {
  const { refresh } = checker.connectors[row.social_network]
  const access = { expiresAt: row.expires_at, isRenewable: row.is_renewable }
  if (!refresh || !isRenewalDue(access, now)) return { account, change: {} }
  const answer = await refresh(account)
  if (answer.kind === 'refused') return { account, change: afterRefusal(checker, row, answer) }
  const { grant } = answer
  // A network that sends no new refresh token leaves the old one valid.
  const token = { ...grant.token, refresh: grant.token.refresh ?? account.token.refresh }
  const { sealed, keyId } = checker.seal.seal(sealedRowOf(row), token)
  const change: Change = {
    sealed_token: sealed,
    token_key_id: keyId,
    expires_at: grant.expiresAt,
    warned_days: null,
    ...(grant.scopes.length > 0 ? { scopes: [...grant.scopes] } : {}),
  }
  await saveRenewed(checker, row, change)
  return { account: { ...account, token }, change }
}

/** Saved at once: whatever happens next, the new token must not be lost. */
const saveRenewed = async (
  { services }: AccountChecker,
  row: ClaimedAccount,
  change: Change,
): Promise<void> => {
  await services.db
    .updateTable('social_accounts')
    .set(change)
    .where('id', '=', row.id)
    .where('removed_at', 'is', null)
    // Never overwrites an account that a person has connected in the meantime. Resealing it with another key keeps the lease.
    .where(eb => eb.or([eb('sealed_token', '=', row.sealed_token), eb('check_lease_until', '=', row.lease)]))
    .execute()
}

/**
 * After `down`, the next check tries again. Any other refusal is final: from now on the people are warned before the access expires.
 */
const afterRefusal = (
  { services }: AccountChecker,
  row: ClaimedAccount,
  { reason, response }: ConnectRefused,
): Change => {
  services.log.warn(
    { account: row.id, network: row.social_network, reason, response },
    'could not renew access',
  )
  return reason === 'down' ? {} : { is_renewable: false }
}

type Finding = {
  readonly reason: ReconnectReason | null
  readonly needsReconnecting: boolean
  readonly failures: number
  readonly expiresAt: Date | null
}

/** What a check says about an account, given what was known before. */
const assess = (row: Row<'social_accounts'>, health: AccessHealth, now: Date): Finding => {
  const known = row.reconnect_reason ?? (row.needs_reconnecting ? 'publish_refused' : null)
  const expiresAt = health.kind === 'works' ? (health.expiresAt ?? row.expires_at) : row.expires_at
  const isOver = expiresAt !== null && expiresAt <= now
  const failures = health.kind === 'cannot_tell' ? row.check_failures + 1 : 0
  const found = (reason: ReconnectReason | null): Finding => ({
    reason,
    needsReconnecting: reason !== null,
    failures,
    expiresAt,
  })
  // A working token may not be enough for publishing, so only reconnecting clears this.
  if (known === 'publish_refused') return found(known)
  if (isOver) return found('expired')
  if (health.kind === 'reconnect_needed') return found('refused')
  return found(health.kind === 'works' ? null : known)
}

const recordCheck = (
  checker: AccountChecker,
  row: ClaimedAccount,
  change: Change,
  health: AccessHealth,
  now: Date,
): Promise<void> =>
  checker.services.db.transaction().execute(async tx => {
    const present = { ...row, ...change }
    const finding = assess(present, health, now)
    const { reason, needsReconnecting, failures, expiresAt } = finding
    const access = { needsReconnecting, expiresAt, isRenewable: present.is_renewable }
    // With a later expiry, earlier warnings no longer count.
    const isLater = expiresAt === null || (row.expires_at !== null && expiresAt > row.expires_at)
    const warned = isLater ? null : present.warned_days
    const warning = warningDue(access, warned, now)
    const written = await tx
      .updateTable('social_accounts')
      .set({
        is_renewable: present.is_renewable,
        expires_at: expiresAt,
        needs_reconnecting: needsReconnecting,
        reconnect_reason: reason,
        warned_days: warning ?? warned,
        check_failures: failures,
        check_due_at: new Date(now.getTime() + nextCheckMs(failures, checker.random())),
        check_lease_until: null,
        ...(health.kind === 'cannot_tell' ? {} : { checked_at: now }),
      })
      .where('id', '=', row.id)
      .where('removed_at', 'is', null)
      .where('check_lease_until', '=', row.lease)
      // What publishing has found in the meantime is newer than this check.
      .where('needs_reconnecting', '=', row.needs_reconnecting)
      .executeTakeFirst()
    if (written.numUpdatedRows !== 1n) return
    if (needsReconnecting && row.reconnect_reason === null)
      await emitAccountWarning(tx, row, 'social_account.needs_reconnecting', now, { reason })
    if (warning !== null)
      await emitAccountWarning(tx, row, 'social_account.expiring', now, {
        days: warning,
        expires_at: expiresAt?.toISOString() ?? null,
      })
  })

/** Asks the network about an account, renews its access if that is due, and notifies the project's admins of problems. */
export const checkAccount = async (checker: AccountChecker, id: number): Promise<void> => {
  const row = await claim(checker, id)
  if (!row) return
  const { db, log } = checker.services
  const now = await checker.now(db)
  const { account, change } = await renew(checker, row, open(checker.seal, row), now)
  const { project_id: projectId, social_network: network } = row
  const health = await countPaidCalls(checker.services, { network, projectId }, () =>
    checker.connectors[network].check(account),
  )
  if (health.kind !== 'works')
    log.warn({ account: id, response: health.response }, `${networks[network].label}: ${health.kind}`)
  await recordCheck(checker, row, change, health, await checker.now(db))
}
