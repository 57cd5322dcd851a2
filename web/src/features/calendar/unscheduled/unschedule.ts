import type { QueryClient } from '@tanstack/react-query'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { createSchedule } from '#web/features/schedules/api.ts'
import { reloadPosts } from '#web/platform/live-updates.ts'
import { toast } from '#web/ui/toast.tsx'
import { refusalText } from '../api.ts'
import { removeSchedule } from './unscheduled-api.ts'

/** Does one thing to each of the posts; those that are refused stay as they are, with the server's text. @returns those that were not */
const each = async (
  { client, projectId }: Where,
  entries: readonly CalendarEntry[],
  act: (entry: CalendarEntry) => Promise<unknown>,
): Promise<CalendarEntry[]> => {
  const answers = await Promise.allSettled(entries.map(act))
  const refusals = answers.flatMap(answer => (answer.status === 'rejected' ? [{ error: answer.reason }] : []))
  if (refusals.length > 0) toast.error(refusalText(refusals))
  await reloadPosts(
    client,
    projectId,
    entries.map(({ item }) => item.post_id),
  )
  return entries.filter((_, index) => answers[index]?.status === 'fulfilled')
}

type Where = { readonly client: QueryClient; readonly projectId: number }

/** What skipped approval was cleared for its time only, and is a draft without it. */
const wasCleared = ({ item }: CalendarEntry): boolean =>
  item.post.post_socials.some(({ status }) => status === 'scheduled')

/** Takes posts off the calendar; Undo gives them their times back (docs/product/calendar.md "Unscheduled posts"). */
export const unschedule = async (where: Where, entries: readonly CalendarEntry[]): Promise<void> => {
  const done = await each(where, entries, ({ item }) => removeSchedule(item.schedule_id))
  if (done.length === 0) return
  const text = done.length === 1 ? 'Post unscheduled' : `${done.length} posts unscheduled`
  const drafts = done.some(wasCleared) ? '. What had skipped approval is a draft again.' : ''
  toast.undoable(
    text + drafts,
    () =>
      void each(where, done, ({ item, date, time }) =>
        createSchedule({ post_id: item.post_id, date, time, is_autoposting: item.is_autoposting }),
      ),
  )
}
