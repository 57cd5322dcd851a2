import { IconPlus } from '@tabler/icons-react'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { labelColors } from '#domain/labels/rules.ts'
import { useBoard } from './board.tsx'
import classes from './day-head.module.css'

export const dayText = (date: LocalDate): string => formatLocal({ date, time: '00:00' }, formats.day)

type ChipProps = {
  readonly labels: readonly DayLabel[]
  /** The first stands in the line of the date: under it, it would push down the cards of the whole week. */
  readonly isBesideDate?: boolean
}

/** The labels of a day, each on its colour in black or white, whichever can be read on it. */
export function LabelChips({ labels, isBesideDate = false }: ChipProps) {
  if (labels.length === 0) return null
  return (
    <ul className={classes.labels} data-beside-date={isBesideDate} aria-label="Labels">
      {labels.map(({ id, text, color }) => {
        const colors = labelColors(color)
        return (
          <li
            key={id}
            className={classes.label}
            style={colors ? { background: colors.background, color: colors.text } : undefined}
            title={text}
          >
            {text}
          </li>
        )
      })}
    </ul>
  )
}

type Props = { readonly date: LocalDate; readonly isInGrid?: boolean }

/** The plus of a day: only today and later (document 2 section 2). */
export function CreateOnDay({ date, isInGrid = false }: Props) {
  const { mayCreate, today, create } = useBoard()
  if (!mayCreate || date < today) return null
  return (
    <button
      type="button"
      className={classes.plus}
      tabIndex={isInGrid ? -1 : 0}
      data-nav={isInGrid ? 'day' : undefined}
      aria-label={`Create content on ${dayText(date)}`}
      title="Create content"
      onClick={event => {
        event.stopPropagation()
        create(date)
      }}
    >
      <IconPlus size={16} aria-hidden />
    </button>
  )
}
