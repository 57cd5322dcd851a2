import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { IconCalendarEvent, IconCalendarOff } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { dayOf, isLocalDate, type LocalDate, timezoneLabel } from '#domain/kernel/time.ts'
import { fromTwelveHour, type TwelveHourTime, toTwelveHour } from '#domain/kernel/time-format.ts'
import type { Post } from '#domain/posts/model.ts'
import { clockChangeText } from '#domain/schedules/clock-change.ts'
import { tooNearText, usualTime } from '#domain/schedules/slots.ts'
import {
  defaultIsAutoposting,
  earliestPublishTime,
  isOutsideLeadTime,
  leadTimeInWords,
  mustNotAutopost,
} from '#domain/schedules/timing.ts'
import { useListTimeSlots } from '#web/features/projects/time-slots-api.ts'
import { useGetNextFreeSlot } from '#web/features/schedules/advice-api.ts'
import {
  choiceOf,
  type ScheduleChoice,
  useCreateSchedule,
  useUpdateSchedule,
} from '#web/features/schedules/api.ts'
import { useListRepeatedTexts } from '#web/features/schedules/repeats-api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { TimeFields } from '#web/ui/time/time-fields.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import classes from './schedule-fields.module.css'

/** Long enough to choose a day and then a time. */
const SAVE_AFTER_MS = 800
/** The same for somebody who is typing: the first digit of twelve is no time. */
const SAVE_TYPED_AFTER_MS = 2000

type Props = {
  readonly post: Pick<Post, 'id' | 'project_id' | 'updated_at' | 'latest_schedule' | 'post_socials'>
  /** The day that was clicked in the calendar. */
  readonly preset: Partial<Pick<ScheduleChoice, 'date' | 'time'>>
}

/** What stands in the fields. Without a time it is the usual one of the day. */
type Typed = {
  readonly date: string
  readonly time: TwelveHourTime | null
  readonly is_autoposting: boolean
  /** Something was changed here and is not saved yet. */
  readonly isTouched: boolean
}

const typedOf = (choice: Partial<ScheduleChoice>): Typed => ({
  date: choice.date ?? '',
  time: choice.time === undefined ? null : toTwelveHour(choice.time),
  is_autoposting: choice.is_autoposting ?? defaultIsAutoposting,
  isTouched: false,
})

/** A field that was cleared and not yet filled again. */
const isIncomplete = ({ time }: Typed): boolean => time !== null && (time.hours === '' || time.minutes === '')

const isTyping = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'text'

const isSameChoice = (one: ScheduleChoice | null, other: ScheduleChoice | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The schedule of a post, changed in place: what is chosen saves by itself (docs/product/schedules.md "In the editor"). */
export function ScheduleFields({ post, preset }: Props) {
  const timezone = useTimezone()
  const { latest_schedule: schedule } = post
  const { lead_time_minutes: leadMinutes } = useMe()
  const now = useNow(10_000)
  const slots = useListTimeSlots(post.project_id).data?.slots ?? []
  const networks = post.post_socials.map(({ social_network }) => social_network)
  const isForcedOff = post.post_socials.some(({ social_network, type }) =>
    mustNotAutopost([social_network], type),
  )
  const saving = useSaving(post, timezone)
  const next = useGetNextFreeSlot(post.project_id)
  const [typed, setTyped] = useTyped(saving.saved, preset)

  const hasDay = isLocalDate(typed.date)
  const usual = hasDay ? usualTime(slots, typed.date, networks) : null
  const time = typed.time ? fromTwelveHour(typed.time) : usual
  const isEarly =
    hasDay &&
    time !== null &&
    !isOutsideLeadTime(instantOf({ date: typed.date, time, timezone }), now, leadMinutes)
  const chosen: ScheduleChoice | null =
    hasDay && time !== null && !isEarly
      ? { date: typed.date, time, is_autoposting: typed.is_autoposting && !isForcedOff }
      : null
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part, isTouched: true })
  const save = () => {
    if (!typed.isTouched || isIncomplete(typed) || chosen === null || isSameChoice(chosen, saving.saved))
      return
    setTyped({ ...typed, time: toTwelveHour(chosen.time), isTouched: false })
    saving.save(chosen)
  }
  useLater(save, typed)
  const takeNext = () =>
    next.mutate(networks, {
      onSuccess: found => found && change({ date: found.date, time: toTwelveHour(found.time) }),
    })
  const repeat = useListRepeatedTexts(post, chosen).data?.[0]?.text ?? null
  const Icon = schedule === null ? IconCalendarOff : IconCalendarEvent
  const problem = problemOf({
    isEarly,
    clockChange: hasDay && time !== null ? clockChangeText({ date: typed.date, time, timezone }) : null,
    isTouched: typed.isTouched,
    isNew: schedule === null,
    usual,
    leadMinutes,
  })
  return (
    <fieldset
      className={classes.group}
      aria-label="Schedule"
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) save()
      }}
    >
      <div className={classes.fields}>
        <Icon size={16} aria-hidden />
        <TextInput
          type="date"
          size="xs"
          aria-label="Date"
          className={classes.date ?? ''}
          min={dayOf(earliestPublishTime(now, leadMinutes), timezone)}
          value={typed.date}
          onChange={event => change({ date: event.currentTarget.value as LocalDate })}
        />
        <span className={classes.time}>
          <TimeFields
            isCompact
            value={typed.time ?? toTwelveHour(usual ?? '23:00')}
            onChange={value => change({ time: value })}
          />
          <Text span size="sm" c="dimmed" className={classes.zone ?? ''} title={timezoneLabel(timezone)}>
            {timezoneLabel(timezone)}
          </Text>
        </span>
        <Checkbox
          size="xs"
          className={classes.autoposting ?? ''}
          label="Autoposting"
          checked={typed.is_autoposting && !isForcedOff}
          disabled={isForcedOff}
          title={isForcedOff ? 'Not possible for instagram stories and media carousels' : undefined}
          onChange={event => change({ is_autoposting: event.currentTarget.checked })}
        />
        {schedule === null && chosen !== null && !typed.isTouched && (
          <Button size="compact-xs" variant="default" onClick={() => saving.save(chosen)}>
            Schedule at this time
          </Button>
        )}
        {schedule === null && slots.length > 0 && (
          <Button size="compact-xs" variant="default" loading={next.isPending} onClick={takeNext}>
            Next free slot
          </Button>
        )}
      </div>
      <Text size="sm" role="status" c={problem.isWrong ? 'var(--g-danger-text)' : 'dimmed'}>
        {saving.failure ?? (next.isError ? messageOf(next.error) : null) ?? problem.text ?? repeat}
      </Text>
    </fieldset>
  )
}

type Situation = {
  readonly isEarly: boolean
  /** What a change of the clocks makes of the time. */
  readonly clockChange: string | null
  readonly isTouched: boolean
  readonly isNew: boolean
  readonly usual: string | null
  readonly leadMinutes: number
}

const problemOf = ({ isEarly, clockChange, isTouched, isNew, usual, leadMinutes }: Situation) => {
  if (isEarly && (isTouched || usual === null))
    return {
      isWrong: true,
      text: `Publishing time must be at least ${leadTimeInWords(leadMinutes)} in the future.`,
    }
  if (isNew && isEarly && usual !== null)
    return { isWrong: true, text: `Not scheduled yet: ${tooNearText(usual, leadMinutes)}` }
  return { isWrong: false, text: clockChange ?? (isNew ? 'Not scheduled yet.' : null) }
}

/** What stands in the fields follows what is saved, unless that is what was just sent from here. */
const useTyped = (saved: ScheduleChoice | null, preset: Props['preset']) => {
  const [typed, setTyped] = useState(() => typedOf(saved ?? preset))
  const [known, setKnown] = useState(saved)
  if (!isSameChoice(saved, known)) {
    setKnown(saved)
    if (!typed.isTouched) setTyped(typedOf(saved ?? preset))
  }
  return [typed, setTyped] as const
}

/** Saves a moment after the last change. */
const useLater = (save: () => void, typed: Typed) => {
  const later = useEffectEvent(save)
  useEffect(() => {
    if (!typed.isTouched) return
    const timer = setTimeout(later, isTyping() ? SAVE_TYPED_AFTER_MS : SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
}

/** Sends a choice, with Undo once the post had a time before. */
const useSaving = (post: Props['post'], timezone: string) => {
  const { latest_schedule: schedule, project_id: projectId } = post
  const create = useCreateSchedule(projectId)
  const update = useUpdateSchedule(projectId)
  const lastToast = useRef<string | null>(null)
  const saved = schedule && choiceOf(schedule, timezone)
  const save = (choice: ScheduleChoice) => {
    if (schedule === null || saved === null)
      // Fixed wording (docs/product/schedules.md "Texts").
      return sayWhenDone(create.mutateAsync({ ...choice, post_id: post.id }), 'Changes saved')
    sayWhenDone(update.mutateAsync({ ...choice, scheduleId: schedule.id }), () => {
      if (lastToast.current !== null) toast.close(lastToast.current)
      const undo = () => update.mutate({ ...saved, scheduleId: schedule.id })
      lastToast.current = toast.undoable('Changes saved', undo)
    })
  }
  const error = create.error ?? update.error
  return { saved, save, failure: error && messageOf(error) }
}
