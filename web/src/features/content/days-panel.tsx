import { Button, Stack } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import { addMonths, type DayRange, monthOf, weekOf } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import type { PopupState } from '#web/ui/popup/use-popup.ts'

/** Weekends are not red: red means trouble in this product. */
const noWeekend: never[] = []

type Props = PopupState & {
  readonly days: DayRange
  readonly today: LocalDate
  readonly onDays: (days: DayRange) => void
}

/** The days of the list: one click picks the first, a second the last; or a usual span. */
export function DaysPanel({ days, today, onDays, ...popup }: Props) {
  const [start, setStart] = useState<LocalDate | null>(null)
  const choose = (chosen: DayRange) => {
    setStart(null)
    popup.onChange(false)
    onDays(chosen)
  }
  const usual = [
    ['This week', weekOf(today)],
    ['This month', monthOf(today)],
    ['Next month', monthOf(addMonths(`${today.slice(0, 7)}-01`, 1))],
  ] as const
  return (
    <PopupPanel {...popup} label="Days" position="bottom-start" padding="sm">
      <Stack gap="xs">
        <Button.Group>
          {usual.map(([name, span]) => (
            <Button key={name} size="xs" variant="default" fullWidth onClick={() => choose(span)}>
              {name}
            </Button>
          ))}
        </Button.Group>
        <DatePicker
          type="range"
          allowSingleDateInRange
          value={start === null ? [days.start, days.end] : [start, null]}
          onChange={([from, to]) => {
            if (from !== null && to !== null) choose({ start: from, end: to })
            else setStart(from)
          }}
          defaultDate={days.start}
          hideOutsideDates
          weekendDays={noWeekend}
          size="sm"
          ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
        />
      </Stack>
    </PopupPanel>
  )
}
