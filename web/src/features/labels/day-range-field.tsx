import { DatePicker } from '@mantine/dates'
import { countText } from '#domain/kernel/count-text.ts'
import '@mantine/dates/styles.layer.css'
import { useId } from 'react'
import { daysBetween } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatDayRange } from '#domain/kernel/time-format.ts'
import classes from './label-modal.module.css'

/** Weekends are not red: red means trouble in this product. */
const noWeekend: never[] = []

type Props = {
  readonly start: LocalDate
  /** Empty while only one day is picked, which is enough. */
  readonly end: LocalDate | ''
  readonly problem: string | undefined
  readonly onChange: (start: LocalDate, end: LocalDate | '') => void
}

/** The label's days: one click picks one day, a second click makes it a range (docs/product/labels.md "Picking days"). */
export function DayRangeField({ start, end, problem, onChange }: Props) {
  const id = useId()
  const last = end === '' ? start : end
  const count = daysBetween(start, last) + 1
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a line with what is chosen
    <div
      role="group"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-chosen`}
      className={classes.days}
    >
      <div className={classes.daysHead}>
        <span id={`${id}-name`} className={classes.legend}>
          Days
        </span>
        <output id={`${id}-chosen`} className={classes.chosen}>
          {formatDayRange(start, last)} · {countText(count, 'day')}
        </output>
      </div>
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={[start, end === '' ? null : end]}
        onChange={([from, to]) => {
          if (from !== null) onChange(from, to ?? '')
        }}
        defaultDate={start}
        hideOutsideDates
        weekendDays={noWeekend}
        size="md"
        className={classes.calendar}
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      />
      {problem !== undefined && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
