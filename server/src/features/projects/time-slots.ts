import { inWeekOrder, type TimeSlot, weekdays } from '#domain/projects/time-slots.ts'
import type { Reader } from '#server/platform/db/database.ts'

/** The usual times of a project, in the order of the week. */
export const readTimeSlots = async (db: Reader, projectId: number): Promise<TimeSlot[]> => {
  const rows = await db
    .selectFrom('time_slots')
    .select(['weekday', 'social_network', 'time'])
    .where('project_id', '=', projectId)
    .execute()
  return inWeekOrder(
    rows.flatMap(({ weekday, social_network, time }) => {
      const day = weekdays.find(one => one === weekday)
      return day ? [{ weekday: day, social_network, time }] : []
    }),
  )
}
