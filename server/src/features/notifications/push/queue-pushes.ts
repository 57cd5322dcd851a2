import type { NotificationKind } from '#domain/notifications/kinds.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Choice } from '../settings.ts'
import { withDevices } from './devices.ts'

type Written = {
  readonly id: number
  readonly user_id: number
  readonly kind: string
  readonly project_id: number | null
}

/** Notes what is to be shown in browsers at once: of the kinds that each person has chosen, and only to those who have a browser for it. */
export const queuePushes = async (
  tx: Tx,
  written: readonly Written[],
  choiceOf: (projectId: number, userId: number, kind: NotificationKind) => Choice,
  now: Date,
): Promise<void> => {
  const chosen = written.filter(
    ({ user_id, kind, project_id }) =>
      project_id !== null && choiceOf(project_id, user_id, kind as NotificationKind).is_pushed,
  )
  if (chosen.length === 0) return
  const reached = await withDevices(tx, [...new Set(chosen.map(({ user_id }) => user_id))], now)
  const rows = chosen.filter(({ user_id }) => reached.has(user_id))
  if (rows.length === 0) return
  await tx
    .insertInto('waiting_pushes')
    .values(rows.map(({ id, user_id }) => ({ notification_id: id, user_id, push_at: now })))
    .execute()
}
