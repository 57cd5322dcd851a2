import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import { type CalendarMove, useMoveSchedules } from '#web/features/calendar/api.ts'
import { useCopies } from '#web/features/duplication/use-copies.tsx'
import { useConfirmedDeletion } from '#web/features/posts/delete-posts.tsx'
import type { ScheduleChoice } from '#web/features/schedules/api.ts'
import { useUpdateSchedule, useUpdateSchedules } from '#web/features/schedules/api.ts'
import { useStopPost } from '#web/features/schedules/stop-api.ts'
import { useRepeat } from '#web/features/series/use-repeat.tsx'
import { useMe } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { toast } from '#web/ui/toast.tsx'
import { usePreload } from '#web/ui/use-preload.ts'
import { type BulkContext, moveBlock, scheduleBlock, stopOffer } from './bulk-rules.ts'
import type { LeftPost } from './change-schedules-modal.tsx'

// Loaded when a menu is open or posts are selected: most visits to a calendar do without them.
const dialogParts = {
  schedule: () => import('#web/features/schedules/schedule-modal.tsx'),
  schedules: () => import('./change-schedules-modal.tsx'),
  date: () => import('./move-to-date-modal.tsx'),
  approval: () => import('./send-entries-modal.tsx'),
}
const ScheduleModal = lazy(() => dialogParts.schedule().then(module => ({ default: module.ScheduleModal })))
const ChangeSchedulesModal = lazy(() =>
  dialogParts.schedules().then(module => ({ default: module.ChangeSchedulesModal })),
)
const MoveToDateModal = lazy(() => dialogParts.date().then(module => ({ default: module.MoveToDateModal })))
const SendEntriesModal = lazy(() =>
  dialogParts.approval().then(module => ({ default: module.SendEntriesModal })),
)
const dialogs = Object.values(dialogParts)
const none: typeof dialogs = []

/** Preloads the dialogs once what opens them is on the screen. */
export const usePreloadDialogs = ({ isNear = true } = {}): void => usePreload(isNear ? dialogs : none)

/** The return value of `useCalendarActions`. */
export type CalendarActions = ReturnType<typeof useCalendarActions>

type ToSend = { readonly entries: readonly CalendarEntry[]; readonly unscheduled: readonly PostSummary[] }

type Options = {
  readonly today: LocalDate
  /** The post as it is now: somebody else may have moved it since a dialog or a move was begun. */
  readonly currentOf: (entry: CalendarEntry) => CalendarEntry
  readonly context: BulkContext
  /** Called when the selected posts are done with: clears the selection. */
  readonly onDone: () => void
}

/** What can be done with posts in a calendar, one or many, and the dialogs for it. */
export const useCalendarActions = ({ today, context, currentOf, onDone }: Options) => {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const [dated, setDated] = useState<CalendarEntry | null>(null)
  const move = useMoveSchedules(projectId, timezone)
  const { lead_time_minutes: leadMinutes } = useMe()
  const scheduling = useScheduling({ currentOf, onDone }, move)
  const deletion = useConfirmedDeletion(projectId)
  const [toSend, setToSend] = useState<ToSend | null>(null)
  const copies = useCopies({ onDone })
  const series = useRepeat()
  const client = useQueryClient()

  const blockOn = (entries: readonly CalendarEntry[], date: LocalDate) =>
    moveBlock(entries.map(currentOf), date, { timezone, today, now: new Date(), leadMinutes })
  const moveTo = (entries: readonly CalendarEntry[], date: LocalDate) =>
    move(
      entries
        .map(currentOf)
        .filter(entry => entry.date !== date)
        .map(({ item, time }) => ({ item, to: { date, time, is_autoposting: item.is_autoposting } })),
    )
  const unschedule = async (entries: readonly CalendarEntry[]) => {
    const parts = await import('#web/features/calendar/unscheduled/unschedule.ts')
    await parts.unschedule({ client, projectId }, entries.map(currentOf))
  }
  const stopPost = useStopPost(projectId)
  const [scheduled, ...others] = scheduling.entries ?? []
  const isBatch = others.length > 0
  const dialogs: ReactNode = (
    <Suspense fallback={null}>
      {deletion.dialog}
      {toSend && (
        <SendEntriesModal
          entries={toSend.entries.map(currentOf)}
          unscheduled={toSend.unscheduled}
          context={context}
          onSent={onDone}
          onClose={() => setToSend(null)}
        />
      )}
      {copies.dialog}
      {series.dialog}
      {dated && (
        <MoveToDateModal
          entry={currentOf(dated)}
          today={today}
          blockOn={date => blockOn([currentOf(dated)], date)}
          onClose={() => setDated(null)}
          onMove={date => {
            setDated(null)
            moveTo([dated], date)
          }}
        />
      )}
      {scheduled && !isBatch && (
        <ScheduleModal
          action="reschedule"
          initial={{
            date: scheduled.date,
            time: scheduled.time,
            is_autoposting: scheduled.item.is_autoposting,
          }}
          posts={[
            {
              type: scheduled.item.post.type,
              networks: scheduled.item.post.post_socials.map(({ social_network }) => social_network),
            },
          ]}
          leadMinutes={leadMinutes}
          onConfirm={scheduling.confirm}
          onClose={scheduling.close}
        />
      )}
      {scheduling.entries && isBatch && (
        <ChangeSchedulesModal
          entries={scheduling.entries}
          leadMinutes={leadMinutes}
          onConfirm={scheduling.confirm}
          left={scheduling.left}
          onDone={() => {
            scheduling.close()
            onDone()
          }}
          onClose={scheduling.close}
        />
      )}
    </Suspense>
  )
  return {
    dialogs,
    blockOn,
    moveTo,
    unschedule,
    /** Once its time can no longer be changed, a post is stopped. */
    offerUnschedule: (entry: CalendarEntry) => {
      const blockedBy = scheduleBlock(entry, context)
      const stop = blockedBy === null ? null : stopOffer(entry, context)
      return stop
        ? { ...stop, run: () => stopPost.mutate(entry.item.post_id) }
        : { label: 'Unschedule', blockedBy, run: () => void unschedule([entry]) }
    },
    askDate: setDated,
    askSchedule: scheduling.open,
    sendToApproval: (entries: readonly CalendarEntry[], unscheduled: readonly PostSummary[] = []) =>
      setToSend({ entries, unscheduled }),
    copies,
    repeat: series.repeat,
    duplicate: (entries: readonly CalendarEntry[]) =>
      copies.duplicate(entries.map(({ item }) => item.post_id)),
    clone: ({ item, date, time }: CalendarEntry) =>
      copies.clone({
        postId: item.post_id,
        networks: item.post.post_socials.map(({ social_network }) => social_network),
        schedule: { date, time, is_autoposting: item.is_autoposting },
      }),
    remove: async (entries: readonly CalendarEntry[]) => {
      if (await deletion.ask(entries.map(({ item }) => item.post_id))) onDone()
    },
  }
}

/** Change Schedule for one or several posts; Undo brings the previous times back. */
const useScheduling = (
  { currentOf, onDone }: Pick<Options, 'currentOf' | 'onDone'>,
  move: (moves: readonly CalendarMove[]) => void,
) => {
  const projectId = useProjectId()
  const [chosen, setChosen] = useState<readonly CalendarEntry[] | null>(null)
  const [left, setLeft] = useState<readonly LeftPost[]>([])
  const client = useQueryClient()
  const entries = chosen?.map(currentOf) ?? null
  const one = useUpdateSchedule(projectId)
  const many = useUpdateSchedules(projectId)
  const changeAll = async (changed: readonly CalendarEntry[], choice: ScheduleChoice) => {
    const schedule_ids = changed.map(({ item }) => item.schedule_id)
    const saved = new Map(
      (await many.mutateAsync({ ...choice, schedule_ids })).map(schedule => [schedule.schedule_id, schedule]),
    )
    setChosen(null)
    onDone()
    const back = changed.map(({ item }) => {
      const { date, time, timezone, is_autoposting } = item
      return {
        item: { ...item, ...saved.get(item.schedule_id) },
        to: { date, time, timezone, is_autoposting },
      }
    })
    const undo = async () =>
      (await import('#web/features/bulk-edits/api.ts')).restoreTimes(client, projectId, back)
    toast.undoable('Changes saved', () => void undo())
  }
  const confirm = async (choice: ScheduleChoice) => {
    const [first, ...rest] = entries ?? []
    if (!entries || !first) return
    if (rest.length === 0) await one.mutateAsync({ ...choice, scheduleId: first.item.schedule_id })
    else return changeAll(entries, choice)
    setChosen(null)
    onDone()
    const { item, date, time } = first
    const to = { date, time, is_autoposting: item.is_autoposting }
    toast.undoable('Changes saved', () => move([{ item: { ...item, ...choice }, to }]))
  }
  const open = (opened: readonly CalendarEntry[], others: readonly LeftPost[] = []) => {
    setLeft(others)
    setChosen(opened.toSorted((one, other) => one.item.datetime.localeCompare(other.item.datetime)))
  }
  return { entries, left, open, close: () => setChosen(null), confirm }
}
