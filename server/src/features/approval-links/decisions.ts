import type { AuditAction } from '#domain/kernel/audit.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { emailOf } from './person.ts'

/** Records a decision that was made by link, with address and device: whoever holds the link has not signed in. */
export const recordLinkUse = async (call: ScopedCall, action: AuditAction, postId: number): Promise<void> => {
  const { tx, person, now, userAgent } = call
  await tx
    .updateTable('approval_links')
    .set({ last_decided_at: now })
    .where('id', '=', person.byLink?.linkId ?? 0)
    .execute()
  await audit(tx, byScoped(call), {
    action,
    subject: await emailOf(tx, person.userId),
    new: { post_id: postId, device: userAgent },
  })
}
