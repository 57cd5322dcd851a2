import { Button, Group, Modal, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { actionTexts } from '#domain/kernel/action-texts.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { type LocalDateTime, timezoneLabel } from '#domain/kernel/time.ts'
import { formatLocal, formats, fromTwelveHour, toTwelveHour } from '#domain/kernel/time-format.ts'
import { meantTime, shiftByDays } from '#domain/schedules/shift.ts'
import { isOutsideLeadTime, leadTimeInWords } from '#domain/schedules/timing.ts'
import { type Outcome, type TimeChange, useRescheduleEach } from '#web/features/bulk-edits/api.ts'
import {
  LeftPosts,
  Refused,
  type SelectedPost,
  titleOf,
  WorkProgress,
} from '#web/features/bulk-edits/outcome.tsx'
import type { ScheduleChoice } from '#web/features/schedules/api.ts'
import { ScheduleForm } from '#web/features/schedules/schedule-modal.tsx'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { TimeFields } from '#web/ui/time/time-fields.tsx'
import { useNow } from '#web/ui/time/use-now.ts'

export type LeftPost = SelectedPost & { readonly reason: string }

type Props = {
  /** In the order of their times. */
  readonly entries: readonly CalendarEntry[]
  readonly leadMinutes: number
  /** One day and time for all. May reject: the modal then stays open and shows why. */
  readonly onConfirm: (choice: ScheduleChoice) => Promise<unknown>
  /** Selected as well, but not to be moved, each with the reason. */
  readonly left: readonly LeftPost[]
  /** Called when posts were given times of their own. */
  readonly onDone: () => void
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
  const { entries, leadMinutes, onConfirm, onClose } = props
  const [way, setWay] = useState('all')
  const [isBusy, setBusy] = useState(false)
  return (
    <Modal
      opened
      // What has begun is seen through: the posts that were refused would be lost.
      onClose={() => isBusy || onClose()}
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
          disabled={isBusy}
          fullWidth
        />
        {way === 'all' && (
          <ScheduleForm
            action="batch"
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
        {way === 'shift' && <ShiftForm {...props} onBusy={setBusy} />}
        {way === 'time' && <SameTimeForm {...props} onBusy={setBusy} />}
      </Stack>
    </Modal>
  )
}

type FormProps = Props & { readonly onBusy: (isBusy: boolean) => void }

function ShiftForm(props: FormProps) {
  const timezone = useTimezone()
  const { entries } = props
  // A text while it is being typed: nothing, or a minus sign.
  const [value, setValue] = useState<number | string>(7)
  const days = typeof value === 'number' ? value : 0
  const timeOf = ({ item }: CalendarEntry) => shiftByDays(item, days, timezone)
  return (
    <MovesForm {...props} moves={days === 0 ? [] : entries.map(entry => ({ entry, to: timeOf(entry) }))}>
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

function SameTimeForm(props: FormProps) {
  const timezone = useTimezone()
  const { entries } = props
  const [chosen, setChosen] = useState(() => toTwelveHour(entries[0]?.time ?? '12:00'))
  const time = fromTwelveHour(chosen)
  const moves = entries.map(entry => ({ entry, to: { date: meantTime(entry.item, timezone).date, time } }))
  return (
    <MovesForm {...props} moves={moves}>
      <Text size="sm">Each post keeps its day.</Text>
      <TimeFields value={chosen} onChange={setChosen} />
    </MovesForm>
  )
}

type Move = { readonly entry: CalendarEntry; readonly to: LocalDateTime }

/** Shows where the first and the last post go and which stay, then how far the change is, then what was refused. */
function MovesForm(props: FormProps & { readonly moves: readonly Move[]; readonly children: ReactNode }) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { entries, left, moves, leadMinutes, onBusy, onDone, onClose, children } = props
  const now = useNow(10_000)
  const [done, setDone] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { mutateAsync: reschedule, isPending } = useRescheduleEach(projectId, 'moved')
  const isEarly = ({ to }: Move) => !isOutsideLeadTime(instantOf({ ...to, timezone }), now, leadMinutes)
  const possible = moves.filter(move => !isEarly(move))
  const tooEarly = actionTexts.lead_time.replace('{lead}', leadTimeInWords(leadMinutes))
  const staying = [
    ...left.map(({ reason, ...each }) => ({ title: titleOf(each), reason })),
    ...moves.filter(isEarly).map(({ entry }) => ({
      title: titleOf({ post: entry.item.post, entry }),
      reason: tooEarly,
    })),
  ]
  const submit = async () => {
    onBusy(true)
    const changes = possible.map(({ entry: { item }, to }): TimeChange => ({ item, to: { ...to, timezone } }))
    const result = await reschedule({ changes, onProgress: setDone })
    onBusy(false)
    if (result.refused.length > 0) setOutcome(result)
    else onDone()
  }
  const posts = entries.map(entry => ({ post: entry.item.post, entry }))
  if (outcome) return <Refused outcome={outcome} posts={posts} onDone={onDone} />
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (possible.length > 0 && !isPending) void submit()
      }}
    >
      <Stack>
        {children}
        <Text size="sm" role="status" c="dimmed">
          {rangeOf(possible, timezone)}
        </Text>
        <LeftPosts title={`${staying.length} stay as they are`} rows={staying} />
        {isPending && <WorkProgress done={done} all={possible.length} />}
        <Group justify="flex-end" gap="xs">
          {/* Fixed wording (docs/product/schedules.md "Texts"). */}
          <Button variant="default" onClick={onClose} disabled={isPending}>
            No
          </Button>
          <Button type="submit" disabled={possible.length === 0} loading={isPending}>
            Update
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const rangeOf = (moves: readonly Move[], timezone: string): string => {
  const [first] = moves
  const last = moves.at(-1)
  if (!first || !last) return ''
  const count = moves.length === 1 ? '1 post' : `${moves.length} posts`
  return `${count}, from ${formatLocal(first.to, formats.dayTime)} to ${formatLocal(last.to, formats.dayTime)}, ${timezoneLabel(timezone)} time.`
}
