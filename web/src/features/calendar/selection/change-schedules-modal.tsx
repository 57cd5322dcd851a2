import { Button, Group, Modal, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { formatLocal, formats, fromTwelveHour, toTwelveHour } from '#domain/kernel/time-format.ts'
import { isOutsideLeadTime } from '#domain/schedules/timing.ts'
import type { ScheduleChoice } from '#web/features/schedules/api.ts'
import { ScheduleForm } from '#web/features/schedules/schedule-modal.tsx'
import { TimeFields } from '#web/ui/time-fields.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { CalendarMove } from '../api.ts'
import { earlyText } from './bulk-rules.ts'

type Props = {
  readonly projectId: number
  /** In the order of their times. */
  readonly entries: readonly CalendarEntry[]
  readonly timezone: string
  readonly leadMinutes: number
  /** One day and time for all. May reject: the modal then stays open and shows why. */
  readonly onConfirm: (choice: ScheduleChoice) => Promise<unknown>
  /** A time for each. */
  readonly onMove: (moves: readonly CalendarMove[]) => void
  readonly onClose: () => void
}

const ways = [
  { value: 'all', label: 'Same day and time' },
  { value: 'shift', label: 'Shift by days' },
  { value: 'time', label: 'Same time' },
]

/** Change Schedule for several posts (docs/product/calendar.md "Bulk actions"). */
export function ChangeSchedulesModal(props: Props) {
  useFocusBack()
  const { projectId, entries, timezone, leadMinutes, onConfirm, onClose } = props
  const [way, setWay] = useState('all')
  return (
    <Modal
      opened
      onClose={onClose}
      // Fixed wording (docs/product/schedules.md "Texts").
      title="Update Post Schedules"
      size={400}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <SegmentedControl
          aria-label="How to reschedule"
          data={ways}
          value={way}
          onChange={setWay}
          fullWidth
        />
        {way === 'all' && (
          <ScheduleForm
            projectId={projectId}
            action="batch"
            timezone={timezone}
            {...(entries[0] && { month: entries[0].date })}
            posts={entries.map(({ item }) => ({
              type: item.post.type,
              networks: item.post.post_socials.map(({ social_network }) => social_network),
            }))}
            leadMinutes={leadMinutes}
            onConfirm={onConfirm}
            onClose={onClose}
          />
        )}
        {way === 'shift' && <ShiftForm {...props} />}
        {way === 'time' && <SameTimeForm {...props} />}
      </Stack>
    </Modal>
  )
}

function ShiftForm(props: Props) {
  // A text while it is being typed: nothing, or a minus sign.
  const [value, setValue] = useState<number | string>(7)
  const days = typeof value === 'number' ? value : 0
  const moves = props.entries.map(entry => moveOf(entry, { date: addDays(entry.date, days) }))
  return (
    <MovesForm {...props} moves={days === 0 ? [] : moves}>
      <NumberInput
        label="Days"
        description="Each post keeps its time. A negative number moves them to earlier days."
        value={value}
        min={-365}
        max={365}
        allowDecimal={false}
        onChange={setValue}
        data-autofocus
      />
    </MovesForm>
  )
}

function SameTimeForm(props: Props) {
  const [time, setTime] = useState(() => toTwelveHour(props.entries[0]?.time ?? '12:00'))
  const moves = props.entries.map(entry => moveOf(entry, { time: fromTwelveHour(time) }))
  return (
    <MovesForm {...props} moves={moves}>
      <Text size="sm">Each post keeps its day.</Text>
      <TimeFields value={time} onChange={setTime} />
    </MovesForm>
  )
}

const moveOf = (
  { item, date, time }: CalendarEntry,
  to: Partial<Pick<ScheduleChoice, 'date' | 'time'>>,
): CalendarMove => ({ item, to: { date, time, is_autoposting: item.is_autoposting, ...to } })

/** Shows where the first and the last post go, and what stands in the way. */
function MovesForm(props: Props & { moves: readonly CalendarMove[]; children: ReactNode }) {
  const { moves, timezone, leadMinutes, onMove, onClose, children } = props
  const now = useNow(10_000)
  const early = moves.filter(({ to }) => !isOutsideLeadTime(instantOf({ ...to, timezone }), now, leadMinutes))
  const [first] = moves
  const last = moves.at(-1)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (moves.length > 0 && early.length === 0) onMove(moves)
      }}
    >
      <Stack>
        {children}
        <Text size="sm" role="status" c={early.length > 0 ? 'var(--g-danger-text)' : 'dimmed'}>
          {early.length > 0 && earlyText(early.length, moves.length, leadMinutes)}
          {early.length === 0 &&
            first &&
            last &&
            `${moves.length} posts, from ${formatLocal(first.to, formats.dateTime)} to ${formatLocal(last.to, formats.dateTime)}, ${timezoneLabel(timezone)} time.`}
        </Text>
        <Group justify="flex-end" gap="xs">
          {/* Fixed wording (docs/product/schedules.md "Texts"). */}
          <Button variant="default" onClick={onClose}>
            No
          </Button>
          <Button type="submit" disabled={moves.length === 0 || early.length > 0}>
            Update
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
