import type { BoardPreferences } from '#domain/notifications/board-preferences-contract.ts'
import { mailedAt } from '#domain/notifications/digest-times.ts'
import { deliveryModes } from '#domain/notifications/kinds.ts'
import type { Reader } from '#server/platform/db/database.ts'

type Digest = NonNullable<BoardPreferences['digest']>

/** The first of the chosen times after this moment. */
export const nextDigestAt = ({ days, time, timezone }: Digest, now: Date): Date =>
  mailedAt(now, deliveryModes.time_frame, {
    timezone,
    days: days.map(day => ({ scheduled_day: day, scheduled_times: [time], isChecked: true })),
  })

export const readPreferences = async (db: Reader, userId: number): Promise<BoardPreferences> => {
  const row = await db
    .selectFrom('board_preferences')
    .select(['lands_on_board', 'digest_days as days', 'digest_time as time', 'digest_timezone as timezone'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { days = null, time = null, timezone = null } = row ?? {}
  const digest = days && time && timezone ? { days, time, timezone } : null
  return { digest, lands_on_board: row?.lands_on_board ?? false }
}
