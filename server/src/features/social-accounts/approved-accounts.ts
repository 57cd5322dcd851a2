import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type PostSocialStatus, pending } from '#domain/posts/status.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'

/**
 * Runs `connect` for a network on which the project has no account at the moment. Versions keep the account that the project had before, if
 * another one is connected now, and no longer that one which is back (decision 158). They are locked before the account is written, which
 * is the order of publishers. `connect`: returns the id of the account.
 */
export const keepingApprovals = async <Saved extends { readonly id: number }>(
  tx: Tx,
  { projectId, network }: { projectId: number; network: SocialNetwork },
  connect: () => Promise<Saved>,
): Promise<Saved> => {
  const versions = await lockUnsent(tx, projectId, network)
  const former = await findFormer(tx, projectId, network)
  const saved = await connect()
  const idsOf = (account: number | null) =>
    versions.filter(({ approved_account_id: own }) => own === account).map(({ id }) => id)
  await setApproved(tx, idsOf(saved.id), null)
  if (former !== undefined && former !== saved.id) {
    await setApproved(tx, idsOf(null), former)
    await renewOpenVersions(tx, versions)
  }
  return saved
}

/** Another account is another version for those who decide: a page that was opened before shows the former one, and an approval there is stale. */
const renewOpenVersions = async (
  tx: Tx,
  versions: readonly Pick<Row<'post_socials'>, 'id' | 'status'>[],
): Promise<void> => {
  const ids = versions.flatMap(({ id, status }) => (waitsForApproval(status) ? [id] : []))
  if (ids.length === 0) return
  await tx
    .updateTable('post_socials')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

const setApproved = async (tx: Tx, versions: readonly number[], account: number | null): Promise<void> => {
  if (versions.length === 0) return
  await tx
    .updateTable('post_socials')
    .set({ approved_account_id: account })
    .where('id', 'in', versions)
    .execute()
}

/** Also those that are not approved at the moment: what was stopped or taken back can be undone. */
const lockUnsent = (tx: Tx, projectId: number, network: SocialNetwork) =>
  tx
    .selectFrom('post_socials')
    .select(['id', 'status', 'approved_account_id'])
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .where('status', '<>', 'live')
    .orderBy('id')
    .forUpdate()
    .execute()

const findFormer = async (tx: Tx, projectId: number, network: SocialNetwork): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('social_accounts')
    .select('id')
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

type Slot = { readonly projectId: number; readonly network: SocialNetwork }

/**
 * What a version keeps of a decision of this moment that counts again, or alone: the account that the project had then. Null: the one that
 * it has now.
 */
export const readAccountAt = async (tx: Tx, slot: Slot, at: Date): Promise<number | null> => {
  const accounts = await listAccounts(tx, slot)
  const before = accounts.findLast(({ connected_at }) => connected_at <= at)
  // An account that came back has lost its first date: of those that came later, the one that the project has known longest.
  const own = before ?? accounts.toSorted((a, b) => a.id - b.id)[0]
  return own === undefined || own.id === currentOf(accounts)?.id ? null : own.id
}

/** The same where the decision was for this account. */
export const asApprovedFor = async (tx: Tx, slot: Slot, account: number): Promise<number | null> =>
  currentOf(await listAccounts(tx, slot))?.id === account ? null : account

type KnownAccount = Pick<Row<'social_accounts'>, 'id' | 'connected_at' | 'removed_at'>

/** Those that the project has or has had, in the order in which they were connected. */
const listAccounts = (tx: Tx, { projectId, network }: Slot): Promise<KnownAccount[]> =>
  tx
    .selectFrom('social_accounts')
    .select(['id', 'connected_at', 'removed_at'])
    .where('project_id', '=', projectId)
    .where('social_network', '=', network)
    .orderBy('connected_at')
    .orderBy('id')
    .execute()

/** The connected one, or the last that was: while none is connected, nothing has taken its place. */
const currentOf = (accounts: readonly KnownAccount[]): KnownAccount | undefined =>
  accounts.find(({ removed_at }) => removed_at === null) ??
  accounts.toSorted((a, b) => Number(b.removed_at) - Number(a.removed_at) || b.id - a.id)[0]

/** In which a version waits for its time, or for somebody who publishes it. */
const waiting = ['approved', 'scheduled', 'pending_publish'] as const satisfies readonly PostSocialStatus[]

export const waitsForItsTime = (status: PostSocialStatus): boolean => waiting.some(one => one === status)

/** Whether a version was approved for another account than the one that is connected now, in SQL (decision 158). */
export const isForOtherAccountIn = (version: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${version}.approved_account_id`)} is not null
    and ${sql.ref(`${version}.status`)} in (${sql.join(waiting.map(status => sql.lit(status)))}))`

/** The same for a row that was read. */
export const isForOtherAccount = ({
  approved_account_id,
  status,
}: Pick<Row<'post_socials'>, 'approved_account_id' | 'status'>): boolean =>
  approved_account_id !== null && waitsForItsTime(status)

/** Whether a version waits for people who decide about it for the connected account. */
export const waitsForApproval = (status: PostSocialStatus): boolean => pending.some(one => one === status)

/**
 * The names of the accounts that these were approved for, or that were connected before the round that is open, by version; those for the
 * connected account are left out.
 */
export const readFormerAccounts = async (
  db: Reader,
  socials: readonly Row<'post_socials'>[],
): Promise<ReadonlyMap<number, string>> => {
  const others = socials.filter(
    social =>
      isForOtherAccount(social) || (social.approved_account_id !== null && waitsForApproval(social.status)),
  )
  if (others.length === 0) return new Map()
  const accounts = await db
    .selectFrom('social_accounts')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      others.flatMap(({ approved_account_id: id }) => id ?? []),
    )
    .execute()
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return new Map(others.map(({ id, approved_account_id }) => [id, names.get(approved_account_id ?? 0) ?? '']))
}
