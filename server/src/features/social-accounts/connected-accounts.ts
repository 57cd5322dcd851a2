import { sql } from 'kysely'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { nextCheckMs } from '#domain/social-accounts/health.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { advisoryLock } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { type AccountToken, makeSeal, type Seal } from '#server/platform/session/seal.ts'
import { keepingApprovals } from './approved-accounts.ts'

/** The project's connected accounts, in the networks' order, without their tokens. */
export const listProjectSocials = async (db: Reader, scope: ProjectScope): Promise<ProjectSocial[]> =>
  (await selectProjectSocials(db, scope).modifyFront(prepared).execute()).map(toProjectSocial)

/** The same as a query, to be part of a larger one: `toProjectSocial` gives its rows their wire form. */
export const selectProjectSocials = (db: Reader, scope: ProjectScope) =>
  db
    .selectFrom('social_accounts')
    .select([
      'id',
      'project_id',
      'social_network',
      'logo_url',
      'account_details',
      'name',
      'needs_reconnecting',
    ])
    .where('project_id', '=', scope.projectId)
    .where('removed_at', 'is', null)
    .orderBy('social_network')

/** An account as everyone in the project may see it. */
export const toProjectSocial = (
  row: Awaited<ReturnType<ReturnType<typeof selectProjectSocials>['executeTakeFirstOrThrow']>>,
): ProjectSocial => ({
  id: row.id,
  project_id: row.project_id,
  social_network: row.social_network,
  logo: row.logo_url,
  account_details: row.account_details,
  name: row.name,
  needs_reconnecting: row.needs_reconnecting,
})

/** The account that a project has on a network; undefined: none is connected. */
export const findConnected = (
  db: Reader,
  projectId: number,
  network: SocialNetwork,
): Promise<Row<'social_accounts'> | undefined> =>
  db
    .selectFrom('social_accounts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** The account with this id as everyone in the project may see it. */
export const getProjectSocial = async (db: Reader, id: number): Promise<ProjectSocial> =>
  toProjectSocial(
    await db.selectFrom('social_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** An account as its network names it, with the access that was granted. */
export type GrantedAccount = {
  readonly projectId: number
  readonly social_network: SocialNetwork
  readonly external_id: string
  readonly name: string
  readonly account_details: Readonly<Record<string, string>>
  readonly logo_url: string | null
  readonly token: string
  readonly token_secret?: string | null | undefined
}

/** The same, with everything needed to renew and check it. */
export type Granted = Omit<GrantedAccount, 'token' | 'token_secret'> & {
  readonly token: AccountToken
  readonly expiresAt: Date | null
  readonly scopes: readonly string[]
  readonly isRenewable: boolean
  readonly connectedBy: number | null
}

export type SavedAccount = {
  readonly kind: 'saved'
  readonly id: number
  readonly how: 'connected' | 'reconnected'
}

/** Locks the project's slot for an account of this network: two simultaneous connections would otherwise violate the unique index. */
const lockNetworkOfProject = (tx: Tx, projectId: number, network: SocialNetwork): Promise<void> =>
  advisoryLock(tx, `social account ${projectId}/${network}`)

/** Locks the project against being archived until the transaction ends: no account of an archived client is connected. */
const isArchived = async (tx: Tx, projectId: number): Promise<boolean> => {
  const project = await tx
    .selectFrom('projects')
    .select('archived_at')
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirst()
  return project?.archived_at != null
}

/** The row of an account that was removed from the project and is connected again: its posts and publications refer to it. */
const findRemoved = (tx: Tx, { projectId, social_network, external_id }: Granted) =>
  tx
    .selectFrom('social_accounts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('social_network', '=', social_network)
    .where('external_id', '=', external_id)
    .where('removed_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/**
 * Connects an account or renews its access. An account that the project has had before gets its old row back, and with it its history.
 * While one account is connected, another one is refused.
 */
export const saveAccount = async (
  tx: Tx,
  seal: Seal,
  account: Granted,
  now: Date,
): Promise<SavedAccount | Failure<'other_account_connected' | 'project_archived'>> => {
  const { projectId, social_network, external_id } = account
  await lockNetworkOfProject(tx, projectId, social_network)
  if (await isArchived(tx, projectId)) return fail('project_archived')
  const connected = await findConnected(tx, projectId, social_network)
  if (connected && connected.external_id !== external_id)
    return fail('other_account_connected', { values: { name: connected.name } })
  if (!connected)
    return keepingApprovals(tx, { projectId, network: social_network }, () =>
      addAccount(tx, seal, account, now),
    )
  await writeAccess(tx, connected.id, toColumns(seal, account, now))
  return { kind: 'saved', id: connected.id, how: 'reconnected' }
}

const addAccount = async (tx: Tx, seal: Seal, account: Granted, now: Date): Promise<SavedAccount> => {
  const { projectId, social_network, external_id } = account
  const known = await findRemoved(tx, account)
  const values = { ...toColumns(seal, account, now), connected_at: now }
  if (known) {
    await writeAccess(tx, known.id, { ...values, removed_at: null })
    return { kind: 'saved', id: known.id, how: 'connected' }
  }
  const { id } = await tx
    .insertInto('social_accounts')
    .values({ project_id: projectId, social_network, external_id, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { kind: 'saved', id, how: 'connected' }
}

const writeAccess = async (
  tx: Tx,
  id: number,
  values: ReturnType<typeof toColumns> & { connected_at?: Date; removed_at?: null },
): Promise<void> => {
  await tx.updateTable('social_accounts').set(values).where('id', '=', id).execute()
}

/** New access resets everything known about the old one, and cancels a check that is running. */
const toColumns = (seal: Seal, account: Granted, now: Date) => {
  const { projectId, social_network: network, external_id: externalId } = account
  const { sealed, keyId } = seal.seal({ projectId, network, externalId }, account.token)
  return {
    name: account.name,
    account_details: JSON.stringify(account.account_details),
    logo_url: account.logo_url,
    sealed_token: sealed,
    token_key_id: keyId,
    expires_at: account.expiresAt,
    scopes: [...account.scopes],
    is_renewable: account.isRenewable,
    connected_by: account.connectedBy,
    needs_reconnecting: false,
    reconnect_reason: null,
    warned_days: null,
    checked_at: now,
    check_due_at: new Date(now.getTime() + nextCheckMs(0, Math.random())),
    check_lease_until: null,
    check_failures: 0,
  }
}

/** Connects an account about which nothing else is known, for the demo and tests. @returns the account's id */
export const connectAccount = async (
  tx: Tx,
  services: Pick<Services, 'config'>,
  { token, token_secret, ...account }: GrantedAccount,
): Promise<number> => {
  const granted: Granted = {
    ...account,
    token: { token, secret: token_secret ?? undefined },
    expiresAt: null,
    scopes: [],
    isRenewable: false,
    connectedBy: null,
  }
  const saved = await saveAccount(tx, makeSeal(services.config), granted, await databaseNow(tx))
  if (isFailure(saved)) throw new Error(saved.message)
  // It has not been checked with its network yet: the first check finds out when the access expires.
  await tx
    .updateTable('social_accounts')
    .set({ checked_at: null, check_due_at: sql`now()` })
    .where('id', '=', saved.id)
    .execute()
  return saved.id
}

/**
 * Marks the account as needing to be reconnected, if its token is still the one that was refused. Removed accounts are skipped. False:
 * it has a new token by now.
 */
export const markNeedsReconnecting = async (
  tx: Tx,
  accountId: number,
  sealedToken: Buffer | null,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('social_accounts')
    .select(['sealed_token', 'removed_at'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.removed_at) return true
  const { sealed_token: present } = row
  if (present && !(sealedToken && present.equals(sealedToken))) return false
  await tx
    .updateTable('social_accounts')
    .set({ needs_reconnecting: true })
    .where('id', '=', accountId)
    .execute()
  return true
}
