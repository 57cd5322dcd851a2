import type { ContentRow } from '#domain/content/contract.ts'
import { EditButton } from '#web/features/bulk-edits/edit-button.tsx'
import { BulkBar } from '#web/features/calendar/selection/bulk-bar.tsx'
import { bulkCopies } from '#web/features/calendar/selection/bulk-copies.ts'
import { type ContentActions, withSchedule } from './content-actions.tsx'

type Props = {
  readonly rows: readonly ContentRow[]
  readonly selected: number
  /** How many posts could be selected besides. */
  readonly others: number
  readonly actions: ContentActions
  readonly searched: string | undefined
  readonly onSelectAll: () => void
  readonly onClear: () => void
}

/** The bulk buttons for the selected posts: each for those whose state allows it. */
export function SelectedRowsBar({ rows, selected, others, actions, ...on }: Props) {
  const { onSelectAll, onClear } = on
  const { blocks } = actions
  const isOne = rows.length === 1
  // A single draft is asked for its schedule; of many each must have one.
  const approval = allowed(rows, isOne ? blocks.approval : withSchedule(blocks.approval))
  const schedule = allowed(rows, isOne ? blocks.schedule : withSchedule(blocks.schedule))
  const deletion = allowed(rows, blocks.deletion)
  return (
    <BulkBar
      selected={selected}
      elsewhere={0}
      unselected={others}
      onSelectAll={onSelectAll}
      approval={{
        count: approval.rows.length,
        blockedBy: approval.blockedBy,
        // With those that cannot go: the dialog says why.
        run: () => actions.sendToApproval(rows),
      }}
      schedule={{
        count: schedule.rows.length,
        blockedBy: schedule.blockedBy,
        run: () =>
          actions.schedule(
            schedule.rows,
            rows.filter(row => !schedule.rows.includes(row)),
          ),
      }}
      edit={
        <EditButton
          posts={rows.map(row => ({ post: row, entry: actions.entryOf(row) }))}
          scheduleBlockOf={actions.scheduleBlockOf}
          find={on.searched}
          onDone={onClear}
        />
      }
      postIds={rows.map(row => row.id)}
      copy={bulkCopies(rows, blocks.copy, actions)}
      // Shown for any selection; if nothing of it can be deleted, the server says why.
      onDelete={() => void actions.remove(deletion.rows.length > 0 ? deletion.rows : rows)}
      onClear={onClear}
    />
  )
}

/** The rows that the rules allow, and the first reason among the others. */
const allowed = (rows: readonly ContentRow[], blockOf: (row: ContentRow) => string | null) => {
  const blocks = rows.map(blockOf)
  return {
    rows: rows.filter((_, index) => blocks[index] === null),
    blockedBy: blocks.find(block => block !== null) ?? '',
  }
}
