import { Button, Text } from '@mantine/core'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { LocalDate, LocalDateTime, LocalTime } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type SlotClock, slotTimes } from '#domain/schedules/slots.ts'
import { isOutsideLeadTime, leadTimeInWords } from '#domain/schedules/timing.ts'
import { useListTimeSlots } from '#web/features/projects/time-slots-api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useGetNextFreeSlot } from './advice-api.ts'
import classes from './slot-choices.module.css'

type Props = {
  readonly networks: readonly SocialNetwork[]
  /** The chosen day. */
  readonly date: LocalDate | null
  readonly time: LocalTime
  readonly clock: Required<SlotClock>
  readonly onChoose: (chosen: LocalDateTime) => void
}

/** The usual times of the chosen day as buttons, and the next free one (docs/product/schedules.md "Usual times"). */
export function SlotChoices({ networks, date, time, clock, onChoose }: Props) {
  const projectId = useProjectId()
  const { data } = useListTimeSlots(projectId)
  const next = useGetNextFreeSlot(projectId)
  if (!data) return null
  if (data.slots.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This project has no time slots yet. Admins add them under Settings, General.
      </Text>
    )
  const times = date === null ? [] : slotTimes(data.slots, date, networks)
  const isEarly = (slot: LocalTime) =>
    date !== null &&
    !isOutsideLeadTime(
      instantOf({ date, time: slot, timezone: clock.timezone }),
      clock.now,
      clock.leadMinutes,
    )
  const takeNext = () =>
    next.mutate(networks, { onSuccess: found => found && onChoose({ date: found.date, time: found.time }) })
  return (
    <section className={classes.slots} aria-label="Time slots">
      {date !== null && times.length === 0 && (
        <Text size="sm" c="dimmed">
          No time slot on {formatLocal({ date, time }, formats.weekday)}.
        </Text>
      )}
      <div className={classes.times}>
        {date !== null &&
          times.map(slot => (
            <Button
              key={slot}
              size="compact-sm"
              variant={slot === time ? 'light' : 'default'}
              aria-pressed={slot === time}
              disabled={isEarly(slot)}
              title={isEarly(slot) ? `Less than ${leadTimeInWords(clock.leadMinutes)} away` : undefined}
              onClick={() => onChoose({ date, time: slot })}
            >
              {formatLocal({ date, time: slot }, formats.time)}
            </Button>
          ))}
        <Button size="compact-sm" variant="subtle" loading={next.isPending} onClick={takeNext}>
          Next free slot
        </Button>
      </div>
      {(next.isError || next.data === null) && (
        <Text size="sm" c="var(--g-danger-text)" role="alert">
          {next.isError ? messageOf(next.error) : 'No time slot for these networks is free within a year.'}
        </Text>
      )}
    </section>
  )
}
