import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { EditButton } from '#web/features/bulk-edits/edit-button.tsx'
import { useSelection } from '#web/features/calendar/grid-state/selection.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { bulkCopies } from './bulk-copies.ts'
import {
  allowedOf,
  approvalBlock,
  type BulkContext,
  copyBlock,
  deletionBlock,
  scheduleBlock,
} from './bulk-rules.ts'
import { type CalendarActions, usePreloadDialogs } from './calendar-actions.tsx'

type Props = {
  readonly selected: readonly CalendarEntry[]
  /** How many of them are in months that are not on the screen. */
  readonly elsewhere: number
  /** The posts on the screen. */
  readonly shown: readonly CalendarEntry[]
  readonly context: BulkContext
  readonly actions: CalendarActions
}

/** The bulk buttons for the selection: each for those posts whose state allows it. */
export function SelectedBar({ selected, elsewhere, shown, context, actions }: Props) {
  const selection = useSelection()
  usePreloadDialogs()
  const approval = allowedOf(selected, context, approvalBlock)
  const schedule = allowedOf(selected, context, scheduleBlock)
  const deletion = allowedOf(selected, context, deletionBlock)
  return (
    <BulkBar
      selected={selected.length}
      elsewhere={elsewhere}
      unselected={shown.length - (selected.length - elsewhere)}
      onSelectAll={() => selection.add(shown)}
      approval={{
        count: approval.allowed.length,
        blockedBy: approval.blockedBy,
        // With those that cannot go: the dialog says why.
        run: () => actions.sendToApproval(selected),
      }}
      schedule={{
        count: schedule.allowed.length,
        blockedBy: schedule.blockedBy,
        run: () =>
          actions.askSchedule(
            schedule.allowed,
            selected.flatMap(entry => {
              const reason = scheduleBlock(entry, context)
              return reason === null ? [] : [{ post: entry.item.post, entry, reason }]
            }),
          ),
      }}
      edit={
        <EditButton
          posts={selected.map(entry => ({ post: entry.item.post, entry }))}
          scheduleBlockOf={entry => scheduleBlock(entry, context)}
          onDone={selection.clear}
        />
      }
      postIds={[...new Set(selected.map(entry => entry.item.post.id))]}
      copy={bulkCopies(selected, copyBlock(context), actions)}
      // Shown for any selection; if nothing of it can be deleted, the server says why.
      onDelete={() => void actions.remove(deletion.allowed.length > 0 ? deletion.allowed : selected)}
      onClear={selection.clear}
    />
  )
}
