import { sql } from 'kysely'
import type { LockedSocial } from '#server/features/posts/locks.ts'
import { readAccountAt } from '#server/features/social-accounts/approved-accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** A version that has rounds, and all that share its outcome. */
type Decided = { readonly carrier: LockedSocial; readonly members: readonly LockedSocial[] }

/**
 * Lets versions keep the account that the latest approval that still counts was for: a later one has been taken back, or the product is
 * about to approve. A version that keeps one already has had no decision since (decision 158).
 */
export const keepDecidedAccounts = async (tx: Tx, { carrier, members }: Decided): Promise<void> => {
  const decidedAt = await findLatestApproval(tx, carrier.id)
  if (!decidedAt) return
  for (const { id, project_id: projectId, social_network: network, approved_account_id: own } of members) {
    const account = own ?? (await readAccountAt(tx, { projectId, network }, decidedAt))
    if (account !== own)
      await tx
        .updateTable('post_socials')
        .set({ approved_account_id: account })
        .where('id', '=', id)
        .execute()
  }
}

/** A round that is approved counts from its end on: an edit that keeps it does not confirm the account. */
const findLatestApproval = async (tx: Tx, postSocialId: number): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(closed_at) from approvals where post_social_id = ${postSocialId} and status = 'approved'),
      (select max(c.decided_at) from approvals a join approval_approvers c on c.approval_id = a.id
        where a.post_social_id = ${postSocialId} and a.status = 'open')) as at`.execute(tx)
  return rows[0]?.at ?? null
}
