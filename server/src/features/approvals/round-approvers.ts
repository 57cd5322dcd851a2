import type { RoundApprover } from '#domain/approvals/rounds.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** Records the caller's approval of the content with this digest. */
export const recordApproval = async (
  { tx, person, now }: ScopedCall,
  approvalId: number,
  digest: string,
): Promise<void> => {
  const approval = { decided_at: now, content_digest: digest }
  await tx
    .insertInto('approval_approvers')
    .values({ approval_id: approvalId, user_id: person.userId, is_chosen: false, ...approval })
    .onConflict(conflict => conflict.columns(['approval_id', 'user_id']).doUpdateSet(approval))
    .execute()
}

/** Removes the caller's approval from a round; if they were chosen for it, they stay chosen. */
export const withdrawApproval = async ({ tx, person }: ScopedCall, approvalId: number): Promise<void> => {
  await tx
    .updateTable('approval_approvers')
    .set({ decided_at: null, content_digest: null })
    .where('approval_id', '=', approvalId)
    .where('user_id', '=', person.userId)
    .where('is_chosen', '=', true)
    .execute()
  await tx
    .deleteFrom('approval_approvers')
    .where('approval_id', '=', approvalId)
    .where('user_id', '=', person.userId)
    .where('is_chosen', '=', false)
    .execute()
}

/** Who was chosen for a round, and who has approved which content in it. */
export const readApprovers = async (db: Reader, approvalId: number): Promise<RoundApprover[]> => {
  const rows = await db
    .selectFrom('approval_approvers')
    .select(['user_id', 'is_chosen', 'content_digest'])
    .where('approval_id', '=', approvalId)
    .execute()
  return rows.map(row => ({
    userId: row.user_id,
    isChosen: row.is_chosen,
    contentDigest: row.content_digest,
  }))
}
