import { Button, NativeSelect, Skeleton, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { formatLocal, formats, fromTwelveHour, toTwelveHour } from '#domain/kernel/time-format.ts'
import { isSocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Project, TimeSlots } from '#domain/projects/model.ts'
import {
  inWeekOrder,
  slotsBeside,
  type TimeSlot,
  timeSlotsProblem,
  timeSlotText,
  type Weekday,
  weekdayNames,
  weekdays,
} from '#domain/projects/time-slots.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { TimeFields } from '#web/ui/time/time-fields.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import panel from './general-settings-screen.module.css'
import { SettingsSection } from './settings-section.tsx'
import { useListTimeSlots, useSaveTimeSlots } from './time-slots-api.ts'
import classes from './time-slots-panel.module.css'

/** What was added and removed and is not saved yet: if somebody else saves in the meantime, it is applied to their list. */
type Changes = { readonly added: readonly TimeSlot[]; readonly removed: readonly TimeSlot[] }

/** The slots as they are once they are saved, and how they are changed. */
const useSlotsDraft = (projectId: number, saved: TimeSlots) => {
  const [{ added, removed }, setChanges] = useState<Changes>({ added: [], removed: [] })
  const saving = useSaveTimeSlots(projectId)
  const slots = inWeekOrder([...slotsBeside(saved.slots, removed), ...slotsBeside(added, saved.slots)])
  const isChanged = slotsBeside(slots, saved.slots).length + slotsBeside(saved.slots, slots).length > 0
  const done = () => {
    setChanges(now => ({
      added: slotsBeside(now.added, added),
      removed: slotsBeside(now.removed, removed),
    }))
    toast.success('Settings updated')
  }
  return {
    slots,
    change: (next: readonly TimeSlot[]) =>
      setChanges({ added: slotsBeside(next, saved.slots), removed: slotsBeside(saved.slots, next) }),
    section: {
      isChanged,
      isSaving: saving.isPending,
      onSave: () =>
        isChanged ? sayWhenDone(saving.mutateAsync({ slots, version: saved.version }), done) : done(),
    },
  }
}

/** The usual times of a project (docs/product/projects.md "Time slots"). */
export function TimeSlotsPanel({ project }: { project: Project }) {
  const { data, error, refetch } = useListTimeSlots(project.id)
  if (data) return <Slots project={project} saved={data} />
  return (
    <section className={panel.panel}>
      {error ? (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <Skeleton height={392} />
        </Loading>
      )}
    </section>
  )
}

function Slots({ project, saved }: { readonly project: Project; readonly saved: TimeSlots }) {
  const { slots, change, section } = useSlotsDraft(project.id, saved)
  return (
    <SettingsSection
      title="Time slots"
      about={`When this project usually posts, in ${timezoneLabel(project.timezone)} time. A new post gets the first time of its day. On a day without a time it is 11:00 PM.`}
      {...section}
    >
      <dl className={classes.days}>
        {weekdays.map(weekday => (
          <Day
            key={weekday}
            weekday={weekday}
            slots={slots.filter(slot => slot.weekday === weekday)}
            onRemove={slot => change(slotsBeside(slots, [slot]))}
          />
        ))}
      </dl>
      <AddForm slots={slots} onAdd={change} />
    </SettingsSection>
  )
}

type DayProps = {
  readonly weekday: Weekday
  readonly slots: readonly TimeSlot[]
  readonly onRemove: (slot: TimeSlot) => void
}

function Day({ weekday, slots, onRemove }: DayProps) {
  return (
    <div className={classes.day}>
      <dt>{weekdayNames[weekday]}</dt>
      <dd className={classes.times}>
        {slots.length === 0 && (
          <Text span size="sm" c="dimmed">
            No times
          </Text>
        )}
        {slots.map(slot => (
          <span key={timeSlotText(slot)} className={classes.slot}>
            {slot.social_network && <NetworkBadge network={slot.social_network} size={16} />}
            {formatLocal({ date: '2000-01-01', time: slot.time }, formats.time)}
            <IconButton label={`Remove ${timeSlotText(slot)}`} size={28} onClick={() => onRemove(slot)}>
              <IconX size={14} aria-hidden />
            </IconButton>
          </span>
        ))}
      </dd>
    </div>
  )
}

const dayChoices: readonly { readonly label: string; readonly days: readonly Weekday[] }[] = [
  { label: 'Every day', days: weekdays },
  { label: 'Monday to Friday', days: [1, 2, 3, 4, 5] },
  ...weekdays.map(weekday => ({ label: weekdayNames[weekday], days: [weekday] })),
]

type AddProps = {
  readonly slots: readonly TimeSlot[]
  /** Gets all slots, the new ones among them. */
  readonly onAdd: (slots: readonly TimeSlot[]) => void
}

/** Adds a time to one or several days; days that have it already keep theirs. */
function AddForm({ slots, onAdd }: AddProps) {
  const [choice, setChoice] = useState(dayChoices[0]?.label ?? '')
  const [network, setNetwork] = useState('')
  const [time, setTime] = useState(() => toTwelveHour('09:00'))
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const days = dayChoices.find(({ label }) => label === choice)?.days ?? []
    const social_network = isSocialNetwork(network) ? network : null
    const wanted = days.map(weekday => ({ weekday, social_network, time: fromTwelveHour(time) }))
    const added = slotsBeside(wanted, slots)
    const next = inWeekOrder([...slots, ...added])
    const found = timeSlotsProblem(next) ?? (added.length === 0 ? 'This time is already in the list.' : null)
    setProblem(found)
    if (found === null) onAdd(next)
  }
  return (
    <form className={classes.form} onSubmit={submit} aria-label="Add a time slot">
      <NativeSelect
        className={classes.pick ?? ''}
        label="Days"
        data={dayChoices.map(({ label }) => label)}
        value={choice}
        onChange={event => setChoice(event.currentTarget.value)}
      />
      <NativeSelect
        className={classes.pick ?? ''}
        label="Network"
        data={[
          { value: '', label: 'All networks' },
          ...socialNetworks.map(name => ({ value: name, label: networkNames[name] })),
        ]}
        value={network}
        onChange={event => setNetwork(event.currentTarget.value)}
      />
      <TimeFields value={time} onChange={setTime} />
      <Button type="submit" variant="default">
        Add time
      </Button>
      {problem !== null && (
        <Text size="sm" c="var(--g-danger-text)" role="alert" w="100%">
          {problem}
        </Text>
      )}
    </form>
  )
}
