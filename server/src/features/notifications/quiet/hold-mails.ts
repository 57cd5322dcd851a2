import { notificationKinds } from '#domain/notifications/kinds.ts'
import { breaksQuiet, quietUntil } from '#domain/notifications/quiet-hours.ts'
import { projectsOf, type Recipient } from '#server/features/notifications/due-rows.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { readQuietHours } from './quiet-hours.ts'

const waitingKinds = notificationKinds.filter(kind => !breaksQuiet(kind))

/**
 * Moves what is due to a person in their quiet hours, and can wait, to the end of these hours. It is asked when a mail is written and not
 * when something happens, so that neither a mail that is late nor a time that the person chose comes in them.
 */
export const holdMails = async (tx: Tx, { userId, agencyId }: Recipient, now: Date): Promise<void> => {
  const quiet = await readQuietHours(tx, userId)
  const until = quiet && quietUntil(now, quiet)
  if (!until) return
  await tx
    .updateTable('notifications')
    .set({ mail_at: until })
    .where('user_id', '=', userId)
    .where('project_id', 'in', projectsOf(agencyId))
    .where('kind', 'in', waitingKinds)
    .where('mail_at', '<=', now)
    .execute()
}
