import type { ChosenQuietHours } from '#domain/notifications/quiet-hours-contract.ts'
import type { Reader } from '#server/platform/db/database.ts'

/** When a person wants no mails that can wait; null: they have no such hours. */
export const readQuietHours = async (db: Reader, userId: number): Promise<ChosenQuietHours | null> => {
  const row = await db
    .selectFrom('quiet_hours')
    .select(['days', 'from_time as from', 'to_time as to', 'timezone'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
