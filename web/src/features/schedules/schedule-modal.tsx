import { Alert, Anchor, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import '@mantine/dates/styles.layer.css'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { LocalDate, LocalDateTime, LocalTime } from '#domain/kernel/time.ts'
import { dayOf, localOf, timezoneLabel } from '#domain/kernel/time.ts'
import { fromTwelveHour, toTwelveHour } from '#domain/kernel/time-format.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { clockChangeText } from '#domain/schedules/clock-change.ts'
import { usualTime } from '#domain/schedules/slots.ts'
import {
  DEFAULT_LEAD_TIME_MINUTES,
  defaultIsAutoposting,
  defaultScheduleTime,
  earliestPublishTime,
  isOutsideLeadTime,
  leadTimeInWords,
  mustNotAutopost,
} from '#domain/schedules/timing.ts'
import { useListTimeSlots } from '#web/features/projects/time-slots-api.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { TimeFields } from '#web/ui/time/time-fields.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import type { ScheduleChoice } from './api.ts'
import classes from './schedule-modal.module.css'
import { SlotChoices } from './slot-choices.tsx'

/**
 * What the modal is for. `to_route`: the time goes into the address of a new post; `before_approval`: a draft needs its time before it is
 * sent for approval; `duplicate`: a copy gets its own time.
 */
export type ScheduleAction =
  | 'schedule'
  | 'to_route'
  | 'batch'
  | 'duplicate'
  | 'before_approval'
  | 'reschedule'

/** Fixed wording (docs/product/schedules.md "Texts"). */
const texts: Readonly<Record<ScheduleAction, { title: string; confirm: string }>> = {
  schedule: { title: 'Schedule Post', confirm: 'Yes' },
  to_route: { title: 'Schedule Post', confirm: 'Yes' },
  before_approval: { title: 'Schedule Post', confirm: 'Yes' },
  reschedule: { title: 'Reschedule post', confirm: 'Update' },
  batch: { title: 'Update Post Schedules', confirm: 'Update' },
  duplicate: { title: 'Schedule Post', confirm: 'Duplicate' },
}

type Props = {
  readonly action: ScheduleAction
  /** What it starts with; by default no day, the usual time of the day that is chosen, autoposting on (docs/product/schedules.md "Defaults"). */
  readonly initial?: Partial<ScheduleChoice>
  /** A day of the month that the calendar opens on while no day is chosen; never one in the past. */
  readonly month?: LocalDate
  /** What is scheduled: some types cannot be autoposted. */
  readonly posts: readonly { readonly networks: readonly SocialNetwork[]; readonly type: PostType }[]
  readonly leadMinutes?: number
  /** Shown between the calendar and the time, for the chosen day (or the first possible one): the best time. */
  readonly advice?: (day: LocalDate) => ReactNode
  /** May reject: the modal then stays open and shows why. The caller closes it after success. */
  readonly onConfirm: (choice: ScheduleChoice) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for a day, a time and autoposting. Mount it while it is open. */
export function ScheduleModal({ action, onClose, ...form }: Props) {
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts[action].title}
      size={form.advice ? 760 : 400}
      closeButtonProps={closeButton}
    >
      <ScheduleForm action={action} onClose={onClose} {...form} />
    </Modal>
  )
}

/** Weekends are not red: red means trouble in this product. */
const noWeekend: never[] = []
const closeButton = { 'aria-label': 'Close' }

/** The content of the modal, for a modal that offers other ways as well. */
export function ScheduleForm(props: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { action, initial, month, posts, leadMinutes, advice, onConfirm, onClose } = props
  const lead = leadMinutes ?? DEFAULT_LEAD_TIME_MINUTES
  const now = useNow(10_000)
  const reasonId = useId()
  const [date, setDate] = useState<LocalDate | null>(initial?.date ?? null)
  const networks = [...new Set(posts.flatMap(post => post.networks))]
  const { time, setTime } = useTime(projectId, initial?.time, date, networks)
  const [wantsAutoposting, setAutoposting] = useState(initial?.is_autoposting ?? defaultIsAutoposting)
  const { isSending, failure, send } = useSending(onConfirm)
  const isForcedOff = posts.some(({ networks, type }) => mustNotAutopost(networks, type))
  const earliest = earliestPublishTime(now, lead)
  const firstDay = dayOf(earliest, timezone)
  const chosen = date === null ? null : instantOf({ date, time: fromTwelveHour(time), timezone })
  const clockChange = date === null ? null : clockChangeText({ date, time: fromTwelveHour(time), timezone })
  const isEarly = chosen !== null && !isOutsideLeadTime(chosen, now, lead)

  const choose = (chosenTime: LocalDateTime) => {
    setDate(chosenTime.date)
    setTime(toTwelveHour(chosenTime.time))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (date === null || isEarly) return
    void send({ date, time: fromTwelveHour(time), is_autoposting: wantsAutoposting && !isForcedOff })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div className={advice ? classes.beside : classes.below}>
          <DatePicker
            value={date}
            onChange={setDate}
            defaultDate={date ?? (month !== undefined && month > firstDay ? month : firstDay)}
            minDate={firstDay}
            getDayProps={day => (day === dayOf(now, timezone) ? { className: classes.today ?? '' } : {})}
            hideOutsideDates
            weekendDays={noWeekend}
            size="md"
            fullWidth
            ariaLabels={{
              previousMonth: 'Previous month',
              nextMonth: 'Next month',
              monthLevelControl: 'Months',
            }}
          />
          <Stack gap="md">
            <TimeFields value={time} onChange={setTime} />
            <SlotChoices
              networks={networks}
              date={date}
              time={fromTwelveHour(time)}
              clock={{ now, timezone, leadMinutes: lead }}
              onChoose={choose}
            />
            {/* A new post's address carries its time alone; autoposting is chosen above the post. */}
            {action !== 'to_route' && (
              <Checkbox
                label="Autoposting"
                description={
                  isForcedOff
                    ? 'Not possible for instagram stories and media carousels: you publish them by hand when they are due.'
                    : 'Published automatically at this time. Off: you publish it by hand when it is due.'
                }
                checked={wantsAutoposting && !isForcedOff}
                disabled={isForcedOff}
                onChange={event => setAutoposting(event.currentTarget.checked)}
              />
            )}
            {advice?.(date ?? firstDay)}
          </Stack>
        </div>
        <div className={classes.reason} id={reasonId} role="status">
          {/* Fixed wording (docs/product/calendar.md "Views"). */}
          <Text size="sm">Times shown are in {timezoneLabel(timezone)} time.</Text>
          {clockChange !== null && <Text size="sm">{clockChange}</Text>}
          {(isEarly || date === null) && (
            <Text size="sm" c={isEarly ? 'var(--g-danger-text)' : undefined}>
              {isEarly
                ? `Publishing time must be at least ${leadTimeInWords(lead)} in the future.`
                : 'Choose a day.'}{' '}
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => choose(localOf(earliest, timezone))}
                underline="always"
              >
                Earliest: {formatInstant(earliest, timezone, formats.dayTime)}
              </Anchor>
            </Text>
          )}
        </div>
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            No
          </Button>
          <Button
            type="submit"
            loading={isSending}
            disabled={date === null || isEarly}
            aria-describedby={reasonId}
          >
            {texts[action].confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Until the person or the post names a time, it is the usual one of the chosen day. */
const useTime = (
  projectId: number,
  initial: LocalTime | undefined,
  date: LocalDate | null,
  networks: readonly SocialNetwork[],
) => {
  const { data } = useListTimeSlots(projectId)
  const [chosen, setTime] = useState(() => (initial === undefined ? null : toTwelveHour(initial)))
  const usual = date === null || !data ? defaultScheduleTime : usualTime(data.slots, date, networks)
  return { time: chosen ?? toTwelveHour(usual), setTime }
}

const useSending = (onConfirm: Props['onConfirm']) => {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (choice: ScheduleChoice) => {
    setSending(true)
    setFailure(null)
    try {
      await onConfirm(choice)
    } catch (error) {
      setFailure(messageOf(error))
      expectApiError(error)
    } finally {
      setSending(false)
    }
  }
  return { isSending, failure, send }
}
