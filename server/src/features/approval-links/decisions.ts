import type { AuditAction } from '#domain/kernel/audit.ts'
import { fullName } from '#domain/kernel/text.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { mailAboutCopiedLink } from './copied-link-mail.ts'
import { emailOf } from './person.ts'

/**
 * Records decisions that were made by link, and questions, with address and device, because the holder of the link has not signed in. If somebody copied
 * the link, they could have decided themselves: they are named, and the link's person gets a mail (decision 106).
 */
export const recordLinkUse = async (
  call: ScopedCall,
  action: AuditAction,
  postIds: readonly number[],
): Promise<void> => {
  if (postIds.length === 0) return
  const { tx, person, now, userAgent } = call
  const { linkId = 0, copiedBy = null } = person.byLink ?? {}
  const isQuestion = action === 'post.asked_by_link'
  if (!isQuestion)
    await tx.updateTable('approval_links').set({ last_decided_at: now }).where('id', '=', linkId).execute()
  const copier =
    copiedBy === null
      ? null
      : await tx
          .selectFrom('users')
          .select(['name', 'last_name', 'email'])
          .where('id', '=', copiedBy)
          .executeTakeFirstOrThrow()
  const subject = await emailOf(tx, person.userId)
  for (const post_id of postIds)
    await audit(tx, byScoped(call), {
      action,
      subject,
      new: { post_id, device: userAgent, ...(copier && { copied_by: copier.email }) },
    })
  if (copier) await mailAboutCopiedLink(call, { to: subject, linkId, copiedBy: fullName(copier), isQuestion })
}
