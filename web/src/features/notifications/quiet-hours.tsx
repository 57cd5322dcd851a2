import { Button, Checkbox, Group, NativeSelect, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { daysInOrder, mailTimes } from '#domain/notifications/mail-days.ts'
import type { ChosenQuietHours } from '#domain/notifications/quiet-hours-contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { nameOfDay, timeText } from './delivery-words.ts'
import { useGetQuietHours, useSaveQuietHours } from './settings-api.ts'
import classes from './settings-screen.module.css'

/** `zone`: of the person's browser. */
type Props = { readonly zone: string }

const times = mailTimes.map(value => ({ value, label: timeText(value) }))
const nights = { days: [0, 1, 2, 3, 4, 5, 6], from: '20:00', to: '08:00' }

/** When the person wants no mails that can wait (docs/product/notifications.md "Quiet hours"). */
export function QuietHours({ zone }: Props) {
  const { data, error, refetch } = useGetQuietHours()
  const save = useSaveQuietHours()
  const saved = data?.quiet_hours ?? null
  const keep = (next: ChosenQuietHours | null) => sayWhenDone(save.mutateAsync(next), 'Quiet hours updated')
  return (
    <section className={classes.panel} aria-labelledby="quiet-hours">
      <Title order={2} size="h5" id="quiet-hours" mb="sm">
        Quiet hours
      </Title>
      {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height={42} />
        </Loading>
      )}
      {data && (
        <Switch
          label="No mails in these hours"
          description="What comes in them waits for one mail at their end. Still mailed at once: a post that will not go out in ten minutes, and what you would have to decide before they end."
          checked={saved !== null}
          disabled={save.isPending}
          onChange={() => keep(saved ? null : { ...nights, timezone: zone })}
        />
      )}
      {saved && (
        <HoursForm
          key={JSON.stringify(saved)}
          saved={saved}
          zone={zone}
          isSaving={save.isPending}
          onSave={keep}
        />
      )}
    </section>
  )
}

type FormProps = Props & {
  readonly saved: ChosenQuietHours
  readonly isSaving: boolean
  readonly onSave: (chosen: ChosenQuietHours) => void
}

function HoursForm({ saved, zone, isSaving, onSave }: FormProps) {
  const [chosen, setChosen] = useState(saved)
  const { days, from, to } = chosen
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(saved)
  const isWithoutDay = days.length === 0
  const turn = (day: number, isOn: boolean) =>
    setChosen({ ...chosen, days: [...days.filter(one => one !== day), ...(isOn ? [day] : [])].sort() })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSave(chosen)
      }}
    >
      <Stack gap="sm" mt="md">
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label="From"
            data={times.filter(({ value }) => value !== to)}
            value={from}
            onChange={event => setChosen({ ...chosen, from: event.currentTarget.value })}
          />
          <NativeSelect
            label={to < from ? 'To, the next day' : 'To'}
            data={times.filter(({ value }) => value !== from)}
            value={to}
            onChange={event => setChosen({ ...chosen, to: event.currentTarget.value })}
          />
        </Group>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            By the clock of {timezoneLabel(chosen.timezone)}.
          </Text>
          {chosen.timezone !== zone && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setChosen({ ...chosen, timezone: zone })}
            >
              Use {timezoneLabel(zone)}
            </Button>
          )}
        </Group>
        <Checkbox.Group
          label="They begin on"
          value={days.map(String)}
          error={isWithoutDay && 'Choose at least one day.'}
        >
          <Group gap="md" mt={6}>
            {daysInOrder.map(day => (
              <Checkbox
                key={day}
                value={String(day)}
                label={nameOfDay(day).slice(0, 3)}
                aria-label={nameOfDay(day)}
                onChange={event => turn(day, event.currentTarget.checked)}
              />
            ))}
          </Group>
        </Checkbox.Group>
        {isChanged && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setChosen(saved)}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving} disabled={isWithoutDay}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
