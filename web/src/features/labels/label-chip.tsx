import { labelColors } from '#domain/labels/colors.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import classes from './label-chip.module.css'

type Props = {
  readonly label: Pick<DayLabel, 'text' | 'color'> & { readonly id?: number }
  /** `sm`: in the grid of a calendar. */
  readonly size?: 'sm' | 'md'
  /** Makes the chip a button. */
  readonly onEdit?: (() => void) | undefined
  /** Began in the week before, or continues in the week after. */
  readonly goesOn?: string | undefined
  /** All items in a calendar grid share one Tab stop; the arrow keys move between them. */
  readonly isInGrid?: boolean
}

/** A label in its colour, its text black or white, whichever is readable. */
export function LabelChip({ label, size = 'sm', onEdit, goesOn, isInGrid = false }: Props) {
  const { text } = label
  const colors = labelColors(label.color)
  const look = {
    className: classes.chip,
    'data-label': label.id,
    'data-size': size,
    'data-goes-on': goesOn,
    style: colors ? { background: colors.background, color: colors.text } : undefined,
    title: text,
  }
  const words = <span className={classes.text}>{text}</span>
  if (!onEdit) return <span {...look}>{words}</span>
  return (
    <button
      {...look}
      type="button"
      tabIndex={isInGrid ? -1 : 0}
      data-nav={isInGrid ? 'label' : undefined}
      aria-label={`Edit label ${text}`}
      onClick={event => {
        event.stopPropagation()
        onEdit()
      }}
    >
      {words}
    </button>
  )
}
