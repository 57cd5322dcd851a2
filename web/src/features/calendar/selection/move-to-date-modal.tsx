import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { type FormEvent, useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { type LocalDate, timezoneLabel } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'

/** Weekends are not red: red means trouble in this product. */
const noWeekend: never[] = []

type Props = {
  readonly entry: CalendarEntry
  readonly today: LocalDate
  readonly timezone: string
  readonly onMove: (to: LocalDate) => void
  readonly onClose: () => void
}

/** Dragging without a mouse: another day, the same time and autoposting. */
export function MoveToDateModal({ entry, today, timezone, onMove, onClose }: Props) {
  useFocusBack()
  const [date, setDate] = useState<LocalDate | null>(entry.date < today ? null : entry.date)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (date !== null && date !== entry.date) onMove(date)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Move to date"
      size={400}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            The time, {formatLocal(entry, formats.time)} {timezoneLabel(timezone)}, and autoposting stay as
            they are.
          </Text>
          <DatePicker
            value={date}
            onChange={setDate}
            defaultDate={date ?? today}
            minDate={today}
            hideOutsideDates
            weekendDays={noWeekend}
            fullWidth
            size="md"
            ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={date === null || date === entry.date}>
              Move
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
