import { asksToDecide, notificationKinds } from '#domain/notifications/kinds.ts'
import { breaksQuiet, isTooLateAt, quietUntil } from '#domain/notifications/quiet-hours.ts'
import { readDeadlines } from '#server/features/approvals/deadlines/deadlines.ts'
import { projectsOf, type Recipient } from '#server/features/notifications/due-rows.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { readQuietHours } from './quiet-hours.ts'

const waitingKinds = notificationKinds.filter(kind => !breaksQuiet(kind))

const decisionKinds = notificationKinds.filter(asksToDecide)

/**
 * Moves what is due to a person in their quiet hours, and can wait, to the end of these hours. It is asked when a mail is written and not
 * when something happens, so that neither a mail that is late nor a time that the person chose comes in them.
 */
export const holdMails = async (tx: Tx, recipient: Recipient, now: Date): Promise<void> => {
  const quiet = await readQuietHours(tx, recipient.userId)
  const until = quiet && quietUntil(now, quiet)
  if (!until) return
  const urgent = await listUrgent(tx, recipient, { now, until })
  await tx
    .updateTable('notifications')
    .set({ mail_at: until })
    .where('user_id', '=', recipient.userId)
    .where('project_id', 'in', projectsOf(recipient.agencyId))
    .where('kind', 'in', waitingKinds)
    .where('mail_at', '<=', now)
    .$if(urgent.length > 0, query => query.where('id', 'not in', urgent))
    .execute()
}

/** What asks for a decision that could not be given any more at the end of the hours. */
const listUrgent = async (
  tx: Tx,
  { userId, agencyId }: Recipient,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<readonly number[]> => {
  const asked = await tx
    .selectFrom('notifications')
    .select(['id', 'post_social_id'])
    .where('user_id', '=', userId)
    .where('project_id', 'in', projectsOf(agencyId))
    .where('kind', 'in', decisionKinds)
    .where('mail_at', '<=', now)
    .execute()
  const deadlines = await readDeadlines(
    tx,
    asked.flatMap(({ post_social_id }) => post_social_id ?? []),
  )
  const isUrgent = (deadline: Date | undefined) =>
    deadline !== undefined && isTooLateAt(until, { deadline, now })
  return asked
    .filter(({ post_social_id }) => isUrgent(deadlines.get(post_social_id ?? 0)))
    .map(({ id }) => id)
}
