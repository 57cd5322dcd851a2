import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { type FormEvent, useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { type LocalDate, timezoneLabel } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'

/** Weekends are not red: red means trouble in this product. */
const noWeekend: never[] = []

type Props = {
  readonly entry: CalendarEntry
  readonly today: LocalDate
  /** Why the post cannot be moved to a day, or null. */
  readonly blockOn: (date: LocalDate) => string | null
  readonly onMove: (to: LocalDate) => void
  readonly onClose: () => void
}

/** Dragging without a mouse: another day, the same time and autoposting. */
export function MoveToDateModal(props: Props) {
  const timezone = useTimezone()
  const { entry, today, blockOn, onMove, onClose } = props
  useFocusBack()
  const [date, setDate] = useState<LocalDate | null>(entry.date < today ? null : entry.date)
  const block = date === null ? null : blockOn(date)
  const isPossible = date !== null && date !== entry.date && block === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPossible) onMove(date)
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
          <Text size="sm" role="status" c="var(--g-danger-text)">
            {block}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isPossible}>
              Move
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
