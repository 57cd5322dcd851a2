import { asksToDecide, type NotificationKind } from '#domain/notifications/kinds.ts'
import { breaksQuiet, isTooLateAt, quietUntil } from '#domain/notifications/quiet-hours.ts'
import { readDeadlines } from '#server/features/approvals/deadlines/deadlines.ts'
import { projectsOf, type Recipient } from '#server/features/notifications/due-rows.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { readQuietHours } from './quiet-hours.ts'

/**
 * Moves what is due to a person in their quiet hours, and can wait, to the end of these hours. It is asked when a mail is written and not
 * when something happens, so that neither a mail that is late nor a time that the person chose comes in them.
 */
export const holdMails = async (tx: Tx, { userId, agencyId }: Recipient, now: Date): Promise<void> => {
  const until = await readQuietEnd(tx, userId, now)
  if (!until) return
  const due = await tx
    .selectFrom('notifications')
    .select(['id', 'kind', 'post_social_id'])
    .where('user_id', '=', userId)
    .where('project_id', 'in', projectsOf(agencyId))
    .where('mail_at', '<=', now)
    .execute()
  const ids = await listWaiting(tx, due as Due[], { now, until })
  if (ids.length > 0)
    await tx.updateTable('notifications').set({ mail_at: until }).where('id', 'in', ids).execute()
}

/** When the quiet hours of a person end, or null: it is not quiet for them. */
export const readQuietEnd = async (tx: Tx, userId: number, now: Date): Promise<Date | null> => {
  const quiet = await readQuietHours(tx, userId)
  return quiet && quietUntil(now, quiet)
}

/**
 * Until when a mail or push message that tells these waits, which is asked again at each try; null: it may go, as one does that tells
 * anything that cannot wait.
 */
export const heldUntil = async (tx: Tx, ids: readonly number[], now: Date): Promise<Date | null> => {
  const due = await tx
    .selectFrom('notifications')
    .select(['id', 'kind', 'post_social_id', 'user_id'])
    .where('id', 'in', [0, ...ids])
    .execute()
  const until = due[0] ? await readQuietEnd(tx, due[0].user_id, now) : null
  if (!until) return null
  const waiting = await listWaiting(tx, due as Due[], { now, until })
  return waiting.length === due.length ? until : null
}

/** A notification whose mail or push message is due. */
export type Due = {
  readonly id: number
  readonly kind: NotificationKind
  readonly post_social_id: number | null
}

/** What can wait for the end of the hours: not what goes out meanwhile, nor what asks for a decision that could not be given any more. */
export const listWaiting = async (
  tx: Tx,
  due: readonly Due[],
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<readonly number[]> => {
  const deadlines = await readDeadlines(
    tx,
    due.flatMap(({ kind, post_social_id: id }) => (asksToDecide(kind) && id !== null ? id : [])),
  )
  const isUrgent = ({ kind, post_social_id }: Due) => {
    const deadline = asksToDecide(kind) ? deadlines.get(post_social_id ?? 0) : undefined
    return breaksQuiet(kind) || (deadline !== undefined && isTooLateAt(until, { deadline, now }))
  }
  return due.filter(one => !isUrgent(one)).map(({ id }) => id)
}
