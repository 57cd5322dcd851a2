import { lazy, Suspense, useState } from 'react'
import { sendingObstacle } from '#domain/approvals/eligibility.ts'
import type { CalendarItem } from '#domain/calendar/contract.ts'
import { type CalendarEntry, entriesOf } from '#domain/calendar/entries.ts'
import type { ContentRow } from '#domain/content/contract.ts'
import { actionTexts } from '#domain/kernel/action-texts.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { can } from '#domain/permissions/can.ts'
import { offerDelete } from '#domain/posts/post-actions.ts'
import {
  approvalBlock,
  type BulkContext,
  copyBlock,
  scheduleBlock,
} from '#web/features/calendar/selection/bulk-rules.ts'
import { useCalendarActions } from '#web/features/calendar/selection/calendar-actions.tsx'
import { useConfirmedDeletion } from '#web/features/posts/delete-posts.tsx'
import { type ScheduleChoice, useCreateSchedule } from '#web/features/schedules/api.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { toast } from '#web/ui/toast.tsx'
import type { RowStore } from './row-store.ts'

const ScheduleModal = lazy(() =>
  import('#web/features/schedules/schedule-modal.tsx').then(module => ({ default: module.ScheduleModal })),
)

/** The return value of `useContentActions`. */
export type ContentActions = ReturnType<typeof useContentActions>

type Options = {
  readonly today: LocalDate
  readonly context: BulkContext
  readonly store: RowStore
  /** Called when the selected posts are done with: clears the selection. */
  readonly onDone: () => void
}

/** A row as the calendar's actions take it; null without a schedule. */
const entryOf = (row: ContentRow, timezone: string): CalendarEntry | null => {
  const { latest_schedule: schedule, published_at: _, revision: __, ...post } = row
  if (schedule === null) return null
  const item: CalendarItem = { ...schedule, post }
  return entriesOf([item], timezone)[0] ?? null
}

const absent = 'The post has no schedule yet.'

/**
 * What can be done with the posts of the list. Scheduled ones use the calendar's own actions; a draft without a schedule gets one first,
 * also before it is sent for approval (docs/product/content-list.md "Actions").
 */
export const useContentActions = ({ today, context, store, onDone }: Options) => {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const latest = (entry: CalendarEntry): CalendarEntry => {
    const row = store.get(entry.item.post_id)
    return (row && entryOf(row, timezone)) ?? entry
  }
  const calendar = useCalendarActions({ today, context, currentOf: latest, onDone })
  const deletion = useConfirmedDeletion(projectId)
  const first = useFirstSchedule(calendar.sendToApproval)
  const entriesIn = (rows: readonly ContentRow[]) => rows.flatMap(row => entryOf(row, timezone) ?? [])
  const blocks = {
    approval: (row: ContentRow): string | null => {
      const entry = entryOf(row, timezone)
      return entry ? approvalBlock(entry, context) : unscheduledApprovalBlock(row, context)
    },
    schedule: (row: ContentRow): string | null => {
      const entry = entryOf(row, timezone)
      if (entry) return scheduleBlock(entry, context)
      if (!can(context.actor, 'post.schedule')) return actionTexts.forbidden
      return isFinished(row) ? 'Posts that are live or being published cannot be scheduled.' : null
    },
    copy: copyBlock(context),
    deletion: (row: ContentRow): string | null => {
      if (offerDelete(row, { ...context, settings: {}, problems: 0 })) return null
      return can(context.actor, 'post.delete')
        ? 'Posts that are live or being published cannot be deleted.'
        : actionTexts.forbidden
    },
  }
  return {
    blocks,
    entryOf: (row: ContentRow) => entryOf(row, timezone),
    scheduleBlockOf: (entry: CalendarEntry) => scheduleBlock(entry, context),
    askDate: (row: ContentRow) => {
      const entry = entryOf(row, timezone)
      if (entry) calendar.askDate(entry)
    },
    offerUnschedule: (row: ContentRow) => {
      const entry = entryOf(row, timezone)
      return entry
        ? calendar.offerUnschedule(entry)
        : { label: 'Unschedule', blockedBy: absent, run: () => undefined }
    },
    schedule: (rows: readonly ContentRow[], others: readonly ContentRow[] = []) => {
      const [row] = rows
      if (rows.length === 1 && row && row.latest_schedule === null) first.ask(row, 'schedule')
      else
        calendar.askSchedule(
          entriesIn(rows),
          others.map(each => ({
            post: each,
            entry: entryOf(each, timezone),
            reason: withSchedule(blocks.schedule)(each) ?? '',
          })),
        )
    },
    sendToApproval: (rows: readonly ContentRow[]) => {
      const [row] = rows
      if (rows.length === 1 && row && row.latest_schedule === null) first.ask(row, 'before_approval')
      else
        calendar.sendToApproval(
          entriesIn(rows),
          rows.filter(each => each.latest_schedule === null),
        )
    },
    duplicate: (rows: readonly ContentRow[]) => calendar.copies.duplicate(rows.map(({ id }) => id)),
    clone: (row: ContentRow) => {
      const entry = entryOf(row, timezone)
      calendar.copies.clone({
        postId: row.id,
        networks: row.post_socials.map(({ social_network }) => social_network),
        schedule: entry && { date: entry.date, time: entry.time, is_autoposting: entry.item.is_autoposting },
      })
    },
    repeat: (row: ContentRow) =>
      calendar.repeat({ postId: row.id, date: entryOf(row, timezone)?.date ?? null }),
    remove: async (rows: readonly ContentRow[]) => {
      if (await deletion.ask(rows.map(({ id }) => id))) onDone()
    },
    dialogs: (
      <>
        {calendar.dialogs}
        {deletion.dialog}
        {first.dialog}
      </>
    ),
  }
}

const isFinished = ({ post_socials: socials }: ContentRow): boolean =>
  socials.every(({ status }) => status === 'live' || status === 'on_publishing')

/** The person is asked for the schedule first, so its absence is no obstacle. */
const unscheduledApprovalBlock = (row: ContentRow, { actor, settings, now }: BulkContext): string | null => {
  if (!can(actor, 'post.sendToApproval')) return actionTexts.forbidden
  const obstacle = sendingObstacle({ socials: row.post_socials, scheduledAt: null }, settings, now)
  if (obstacle === null || obstacle === 'schedule_required') return null
  return obstacle === 'illegal_transition'
    ? 'Only drafts and posts waiting for fixes can be sent for approval.'
    : actionTexts[obstacle]
}

/** Of many posts each needs its schedule before: the bar sends and moves only those that have one. */
export const withSchedule =
  (blockOf: (row: ContentRow) => string | null) =>
  (row: ContentRow): string | null =>
    row.latest_schedule === null ? absent : blockOf(row)

type FirstUse = 'schedule' | 'before_approval'

/** Gives a post its first schedule, and sends it to approval after that if it was asked for before an approval. */
const useFirstSchedule = (sendToApproval: (entries: readonly CalendarEntry[]) => void) => {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const [requested, setRequested] = useState<{ readonly row: ContentRow; readonly use: FirstUse } | null>(
    null,
  )
  const { lead_time_minutes: leadMinutes } = useMe()
  const { mutateAsync: create } = useCreateSchedule(projectId)
  const confirm = async (choice: ScheduleChoice) => {
    if (requested === null) return
    const [schedule] = await create({ ...choice, post_id: requested.row.id })
    const entry = schedule && entryOf({ ...requested.row, latest_schedule: schedule }, timezone)
    setRequested(null)
    if (requested.use === 'before_approval' && entry) sendToApproval([entry])
    else toast.success('Changes saved')
  }
  const dialog = requested && (
    <Suspense fallback={null}>
      <ScheduleModal
        action={requested.use}
        posts={[
          {
            type: requested.row.type,
            networks: requested.row.post_socials.map(({ social_network }) => social_network),
          },
        ]}
        leadMinutes={leadMinutes}
        onConfirm={confirm}
        onClose={() => setRequested(null)}
      />
    </Suspense>
  )
  return { ask: (row: ContentRow, use: FirstUse) => setRequested({ row, use }), dialog }
}
