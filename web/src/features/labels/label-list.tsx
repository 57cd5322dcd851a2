import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { daysBetween } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatDayRange } from '#domain/kernel/time-format.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LabelChip } from './label-chip.tsx'
import classes from './labels-screen.module.css'

export type LabelActions = {
  readonly edit: (label: DayLabel) => void
  readonly remove: (label: DayLabel) => void
}

type Props = {
  readonly labels: readonly DayLabel[]
  readonly labelledBy: string
  readonly today: LocalDate
  /** Null: the person may not edit. */
  readonly actions: LabelActions | null
}

/** Labels with their days, which link to the calendar. */
export function LabelList({ labels, labelledBy, today, actions }: Props) {
  return (
    <BoxedList aria-labelledby={labelledBy}>
      {labels.map(label => (
        <li key={label.id} className={classes.row}>
          <div className={classes.label}>
            <LabelChip label={label} size="md" />
          </div>
          <Days label={label} today={today} isLinked={actions !== null} />
          {actions && (
            <div className={classes.actions}>
              <IconButton label={`Edit ${label.text}`} size={40} onClick={() => actions.edit(label)}>
                <IconPencil size={18} aria-hidden />
              </IconButton>
              <IconButton label={`Delete ${label.text}`} size={40} onClick={() => actions.remove(label)}>
                <IconTrash size={18} aria-hidden />
              </IconButton>
            </div>
          )}
        </li>
      ))}
    </BoxedList>
  )
}

type DaysProps = { readonly label: DayLabel; readonly today: LocalDate; readonly isLinked: boolean }

function Days({ label: { project_id, start_at, end_at }, today, isLinked }: DaysProps) {
  const count = daysBetween(start_at, end_at) + 1
  const text = formatDayRange(start_at, end_at)
  return (
    <div className={classes.days}>
      {isLinked ? (
        <Link
          to="/$projectId/calendar"
          params={{ projectId: project_id }}
          search={{ date: start_at }}
          title="Show in the calendar"
        >
          {text}
        </Link>
      ) : (
        text
      )}
      {count > 1 && ` · ${count} days`}
      {start_at <= today && today <= end_at && <span className={classes.now}>Today</span>}
    </div>
  )
}
