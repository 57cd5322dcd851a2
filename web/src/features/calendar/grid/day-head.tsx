import { IconPlus, IconTag } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { useBoard } from '#web/features/calendar/grid-state/board.tsx'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import classes from './day-head.module.css'

export const dayText = (date: LocalDate): string => formatLocal({ date, time: '00:00' }, formats.day)

type ChipsProps = {
  readonly labels: readonly DayLabel[]
  /** Called to edit one of them. */
  readonly onPick?: () => void
}

/** The labels of a day in a list of days. */
export function LabelChips({ labels, onPick }: ChipsProps) {
  const { labels: editing } = useBoard()
  if (labels.length === 0) return null
  const edit = (label: DayLabel) => {
    onPick?.()
    editing?.edit(label)
  }
  return (
    <ul className={classes.labels} aria-label="Labels">
      {labels.map(label => (
        <li key={label.id}>
          <LabelChip label={label} size="md" onEdit={editing ? () => edit(label) : undefined} />
        </li>
      ))}
    </ul>
  )
}

type Props = { readonly date: LocalDate; readonly isInGrid?: boolean }

/** The buttons of a day: a label can be added to any day, content only from today on (docs/product/calendar.md "Adding to a day"). */
export function DayActions({ date, isInGrid = false }: Props) {
  const { mayCreate, today, create, labels } = useBoard()
  return (
    <>
      {labels && (
        <DayButton
          className={classes.tag}
          name={`Add label on ${dayText(date)}`}
          title="Add label"
          isInGrid={isInGrid}
          onClick={() => labels.add(date)}
        >
          <IconTag size={16} aria-hidden />
        </DayButton>
      )}
      {mayCreate && date >= today && (
        <DayButton
          nav="day"
          // Fixed wording (docs/product/calendar.md "Texts").
          name={`Create content on ${dayText(date)}`}
          title="Create content"
          isInGrid={isInGrid}
          onClick={() => create(date)}
        >
          <IconPlus size={16} aria-hidden />
        </DayButton>
      )}
    </>
  )
}

type ButtonProps = {
  readonly name: string
  readonly title: string
  readonly className?: string | undefined
  readonly isInGrid: boolean
  /** An arrow-key stop in the grid. Without it the button is a Tab stop of its own. */
  readonly nav?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function DayButton({ name, title, className = '', isInGrid, nav, onClick, children }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${classes.button} ${className}`}
      tabIndex={isInGrid ? -1 : 0}
      data-nav={isInGrid ? nav : undefined}
      aria-label={name}
      title={title}
      onClick={event => {
        event.stopPropagation()
        onClick()
      }}
    >
      {children}
    </button>
  )
}
