import { Button, Checkbox, CloseButton, Group, Modal, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { type MailDay, mailDaysProblem, mailTimes, TIMES_A_DAY } from '#domain/notifications/mail-days.ts'
import { mailDaysInZone } from '#domain/notifications/mail-days-in-zone.ts'
import type { NotificationSetting } from '#domain/notifications/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { modeNames, nameOfDay, timeText } from './delivery-words.ts'
import classes from './setting-modal.module.css'
import { useSaveNotificationSetting } from './settings-api.ts'

type Mode = NotificationSetting['timeframe_type_id']

const modes: readonly { readonly mode: Mode; readonly about: string }[] = [
  { mode: 1, about: 'A mail for each thing, as it happens.' },
  { mode: 2, about: 'One mail an hour with what has gathered.' },
  { mode: 3, about: 'One mail at each of the days and times below.' },
]

const times = mailTimes.map(value => ({ value, label: timeText(value) }))

type Props = {
  readonly setting: NotificationSetting
  /** The browser's zone: times are shown and chosen by its clock. */
  readonly zone: string
  readonly onClose: () => void
}

/** Immediately, hourly, or at chosen days and times (docs/product/notifications.md "Timeframe"). Mount it while it is open. */
export function SettingModal({ setting, zone, onClose }: Props) {
  const projectId = useProjectId()
  useFocusBack()
  const save = useSaveNotificationSetting(projectId, setting)
  const [mode, setMode] = useState<Mode>(setting.timeframe_type_id)
  const [days, setDays] = useState(() =>
    mailDaysInZone(setting.notify_timeframe, { from: setting.timezone, to: zone, now: new Date() }),
  )
  const [isTried, setTried] = useState(false)
  const problem = mode === 3 ? mailDaysProblem(days) : null
  const missing = problem?.rows ?? []
  const submit = () => {
    setTried(true)
    // Fixed wording (docs/product/notifications.md "Texts").
    if (problem) return toast.error('Notification days not selected')
    const chosen = mode === 3 ? { days, timezone: zone } : {}
    sayWhenDone(
      save.mutateAsync({ setting, change: { timeframe_type_id: mode, status: 1, ...chosen } }),
      () => {
        toast.success('Notification updated')
        onClose()
      },
    )
  }
  const changeDay = (changed: MailDay) =>
    setDays(days.map(day => (day.scheduled_day === changed.scheduled_day ? changed : day)))
  return (
    <Modal
      opened
      onClose={onClose}
      title="Notification Settings"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
    >
      <Stack>
        <Text fw={600}>{setting.name}</Text>
        <Radio.Group
          aria-label="When"
          value={String(mode)}
          onChange={value => setMode(Number(value) as Mode)}
        >
          <Stack gap="sm">
            {modes.map(({ mode: one, about }) => (
              <Radio key={one} value={String(one)} label={modeNames[one]} description={about} />
            ))}
          </Stack>
        </Radio.Group>
        {mode === 3 && (
          <fieldset className={classes.days}>
            <Text component="legend" size="xs" c="dimmed">
              Days and times in {timezoneLabel(zone)}
            </Text>
            {days.map(day => (
              <DayRow
                key={day.scheduled_day}
                day={day}
                isMissing={isTried && missing.includes(day.scheduled_day)}
                onChange={changeDay}
              />
            ))}
            {isTried && missing.length > 0 && (
              // Fixed wording (docs/product/notifications.md "Texts").
              <Text size="sm" c="var(--g-danger-text)" role="alert">
                Timeslots are missing
              </Text>
            )}
          </fieldset>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={save.isPending} onClick={submit}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type DayProps = {
  readonly day: MailDay
  readonly isMissing: boolean
  readonly onChange: (day: MailDay) => void
}

/** Nine in the morning, or six in the evening where there is a time before it. */
const nextTime = (taken: readonly string[]): string => (taken.includes('09:00') ? '18:00' : '09:00')

function DayRow({ day, isMissing, onChange }: DayProps) {
  const { scheduled_day, scheduled_times: chosen, isChecked } = day
  const name = nameOfDay(scheduled_day)
  const setTimes = (scheduled_times: readonly string[]) => onChange({ ...day, scheduled_times })
  return (
    <div className={classes.day}>
      <Checkbox
        className={classes.name ?? ''}
        label={name}
        checked={isChecked}
        onChange={event => onChange({ ...day, isChecked: event.currentTarget.checked })}
      />
      {isChecked && (
        <div className={classes.times}>
          {chosen.map((time, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the two times of a day have no other identity.
            <span key={index} className={classes.time}>
              <NativeSelect
                size="xs"
                aria-label={`${name}, ${index === 0 ? 'first' : 'second'} time`}
                data={times.filter(({ value }) => value === time || !chosen.includes(value))}
                value={time}
                onChange={event => setTimes(chosen.with(index, event.currentTarget.value))}
              />
              <CloseButton
                size="sm"
                aria-label={`Remove ${name} ${timeText(time)}`}
                onClick={() => setTimes(chosen.toSpliced(index, 1))}
              />
            </span>
          ))}
          {chosen.length < TIMES_A_DAY && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Add a time on ${name}`}
              onClick={() => setTimes([...chosen, nextTime(chosen)])}
            >
              Add time
            </Button>
          )}
          {isMissing && (
            <Text size="xs" c="var(--g-danger-text)">
              required
            </Text>
          )}
        </div>
      )}
    </div>
  )
}
