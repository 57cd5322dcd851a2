import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { DAYS_BACK_MAX, widenedRange } from '#domain/analytics/ranges.ts'
import { addDays, type DayRange } from '#domain/kernel/days.ts'
import { isLocalDate, type LocalDate } from '#domain/kernel/time.ts'

const presets = [
  [1, 'Last day'],
  [7, 'Last 7 days'],
  [28, 'Last 28 days'],
  [90, 'Last 90 days'],
  [180, 'Last 180 days'],
  [DAYS_BACK_MAX, `Last ${DAYS_BACK_MAX} days`],
] as const

type Props = {
  readonly range: DayRange
  readonly today: LocalDate
  readonly onRange: (range: DayRange) => void
}

/** A usual span, or any two days of the last 364. */
export function RangePicker({ range, today, onRange }: Props) {
  const first = addDays(today, -DAYS_BACK_MAX)
  const preset = presets.find(([days]) => range.end === today && range.start === addDays(today, -days))
  const choose = (start: string, end: string) => {
    // Days that are not shown are cut off where the address is read, which says so.
    onRange(widenedRange({ start, end }))
  }
  return (
    <Group gap="xs">
      <NativeSelect
        size="xs"
        aria-label="Common ranges"
        value={preset ? String(preset[0]) : ''}
        data={[
          { value: '', label: 'Custom range' },
          ...presets.map(([days, label]) => ({ value: String(days), label })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') onRange({ start: addDays(today, -Number(value)), end: today })
        }}
      />
      <DayInput
        label="First day"
        min={first}
        max={today}
        day={range.start}
        onDay={start => choose(start, start > range.end ? start : range.end)}
      />
      <DayInput
        label="Last day"
        min={first}
        max={addDays(today, 1)}
        day={range.end}
        onDay={end => choose(end < range.start ? end : range.start, end)}
      />
    </Group>
  )
}

/** Typing a date goes through others, of which none is meant. */
const PAUSE_MS = 700

type DayProps = {
  readonly label: string
  readonly min: LocalDate
  readonly max: LocalDate
  readonly day: LocalDate
  readonly onDay: (day: LocalDate) => void
}

function DayInput({ label, min, max, day, onDay }: DayProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly isReported: boolean } | null>(null)
  const isNew =
    typed !== null && !typed.isReported && isLocalDate(typed.text) && typed.text >= min && typed.text <= max
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => {
      onDay(typed.text)
      setTyped({ ...typed, isReported: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isNew, typed, onDay])
  return (
    <TextInput
      type="date"
      size="xs"
      aria-label={label}
      min={min}
      max={max}
      value={typed?.text ?? day}
      onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, isReported: false })}
      onBlur={() => {
        if (typed !== null && !typed.isReported && isLocalDate(typed.text)) onDay(typed.text)
        setTyped(null)
      }}
    />
  )
}
