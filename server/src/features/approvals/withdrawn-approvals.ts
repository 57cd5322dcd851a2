import { sql } from 'kysely'
import { approvalLifecycle } from '#domain/approvals/status.ts'
import {
  type ApprovalState,
  isSameState,
  membersToRestore,
  roundsToRestore,
} from '#domain/approvals/withdrawal.ts'
import { type ApprovalType, postSocialLifecycle } from '#domain/posts/status.ts'
import { digestIn } from '#server/features/posts/content.ts'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { asApprovedFor, readAccountAt } from '#server/features/social-accounts/approved-accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** A version that has rounds, with those that share its outcome. */
type Unit = { readonly carrier: LockedSocial; readonly members: readonly LockedSocial[] }

type Digests = ReadonlyMap<number, string>

/** The rounds and approvals of a unit, and what its versions are because of them. */
export const readApprovalState = async (tx: Tx, { carrier, members }: Unit): Promise<ApprovalState> => {
  const rounds = await tx
    .selectFrom('approvals')
    .select(['id', 'type', 'status'])
    .where('post_social_id', '=', carrier.id)
    .orderBy('id')
    .execute()
  const approvals = await tx
    .selectFrom('approval_approvers as c')
    .innerJoin('approvals as a', 'a.id', 'c.approval_id')
    .select(['c.approval_id', 'c.user_id', 'c.is_chosen', 'c.decided_at', 'c.content_digest'])
    .where('a.post_social_id', '=', carrier.id)
    .where('a.status', 'in', ['open', 'approved'])
    .where('c.content_digest', 'is not', null)
    .orderBy('c.approval_id')
    .orderBy('c.user_id')
    .execute()
  const ids = members.map(({ id }) => id)
  const versions = await tx
    .selectFrom('post_socials')
    .select(['id', 'status', 'cleared_digest', 'approved_account_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return {
    rounds,
    approvals: approvals.map(({ decided_at, ...approval }) => ({
      ...approval,
      decided_at: decided_at?.toISOString() ?? null,
    })),
    versions,
  }
}

const digestsOf = ({ members }: Unit, digests: Digests): Record<string, string> =>
  Object.fromEntries(members.map(({ id }) => [id, digestIn(digests, id)]))

/** Keeps what an edit took away, by what the versions said before it. */
export const keepWithdrawn = async (
  { tx, now }: ScopedCall,
  unit: Unit,
  before: Digests,
  { was, became }: { readonly was: ApprovalState; readonly became: ApprovalState },
): Promise<void> => {
  const digests = JSON.stringify(digestsOf(unit, before))
  await tx
    .deleteFrom('withdrawn_approvals')
    .where('post_social_id', '=', unit.carrier.id)
    .where('digests', '=', sql<never>`${digests}::jsonb`)
    .execute()
  await tx
    .insertInto('withdrawn_approvals')
    .values({
      post_social_id: unit.carrier.id,
      digests,
      withdrawn_at: now,
      was: JSON.stringify(was),
      became: JSON.stringify(became),
    })
    .execute()
}

/**
 * Lets approvals count again that were given to exactly what the versions say now, as long as nothing but edits has come after them: no
 * request for revision, no other sending, no skipping (decision 32). @returns the rounds whose approvals count again
 */
export const restoreApprovals = async (
  { tx, now }: ScopedCall,
  unit: Unit,
  present: Digests,
): Promise<{ id: number; type: ApprovalType }[]> => {
  const kept = await tx
    .selectFrom('withdrawn_approvals')
    .select(['id', 'was', 'became', 'withdrawn_at'])
    .where('post_social_id', '=', unit.carrier.id)
    .where('digests', '=', sql<never>`${JSON.stringify(digestsOf(unit, present))}::jsonb`)
    .executeTakeFirst()
  if (!kept) return []
  const state = await readApprovalState(tx, unit)
  if (!isSameState(kept.became, state)) return []
  for (const { id, event } of roundsToRestore(kept.was, state))
    await movedOrThrow(
      move(tx, approvalLifecycle, id, event, { closed_at: event === 'restored_as_open' ? null : now }),
      id,
    )
  await restoreDecisions(tx, kept.was)
  for (const { id, event } of membersToRestore(kept.was, state)) {
    const isApproved = event === 'approved'
    const set = {
      is_approved: isApproved,
      is_unapproved: false,
      updated_at: now,
      cleared_digest: isApproved ? digestIn(present, id) : null,
      approved_account_id: await readApprovedAccount(tx, unit, id, kept),
    }
    await movedOrThrow(move(tx, postSocialLifecycle, id, event, set), id)
  }
  await tx.deleteFrom('withdrawn_approvals').where('id', '=', kept.id).execute()
  const again = new Set(kept.was.approvals.map(({ approval_id }) => approval_id))
  return kept.was.rounds.filter(
    ({ id, status }) => again.has(id) || (status === 'approved' && isOpenIn(state, id)),
  )
}

/** The account that the version was for before the edit: nobody has decided about another one since that counts now (decision 158). */
const readApprovedAccount = (
  tx: Tx,
  { members }: Unit,
  id: number,
  { was, withdrawn_at }: { readonly was: ApprovalState; readonly withdrawn_at: Date },
): Promise<number | null> => {
  const { project_id: projectId, social_network: network } =
    members.find(member => member.id === id) ?? fault(id)
  const account = was.versions.find(version => version.id === id)?.approved_account_id ?? null
  const slot = { projectId, network }
  return account === null ? readAccountAt(tx, slot, withdrawn_at) : asApprovedFor(tx, slot, account)
}

const fault = (id: number): never => {
  throw new Error(`version ${id} has no approval that could be restored`)
}

const isOpenIn = ({ rounds }: ApprovalState, id: number): boolean =>
  rounds.some(round => round.id === id && round.status !== 'approved')

/** The rows are locked and have been compared: anything else is a fault. */
const movedOrThrow = async (moved: Promise<boolean>, id: number): Promise<void> => {
  if (!(await moved)) throw new Error(`the approval of ${id} could not be restored`)
}

/** In a round that is still open nobody decides who has been released from it in the meantime. */
const restoreDecisions = async (tx: Tx, { rounds, approvals }: ApprovalState): Promise<void> => {
  for (const { approval_id, user_id, is_chosen, content_digest, decided_at } of approvals) {
    const decision = { content_digest, decided_at: decided_at === null ? null : new Date(decided_at) }
    const isClosed = rounds.some(({ id, status }) => id === approval_id && status === 'approved')
    if (isClosed)
      await tx
        .insertInto('approval_approvers')
        .values({ approval_id, user_id, is_chosen, ...decision })
        .onConflict(conflict => conflict.columns(['approval_id', 'user_id']).doUpdateSet(decision))
        .execute()
    else
      await tx
        .updateTable('approval_approvers')
        .set(decision)
        .where('approval_id', '=', approval_id)
        .where('user_id', '=', user_id)
        .execute()
  }
}
