import { Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatDayRange } from '#domain/kernel/time-format.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { useListDayLabels } from '#web/features/labels/api.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useUnlabelDays } from './label-days-api.ts'
import type { EditFormProps } from './outcome.tsx'

const isOnOneOf = ({ start_at, end_at }: DayLabel, days: readonly LocalDate[]) =>
  days.some(day => start_at <= day && day <= end_at)

/** Takes labels off the days of the selected posts (docs/product/bulk-edits.md "Labels"). */
export function UnlabelDaysForm({ posts, onBusy, onDone, onClose }: EditFormProps) {
  const projectId = useProjectId()
  const { data, error } = useListDayLabels(projectId)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const remove = useUnlabelDays(projectId)
  const days = posts.flatMap(({ entry }) => entry?.date ?? [])
  const labels = data?.filter(label => isOnOneOf(label, days)) ?? []
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    onBusy(true)
    setRefusal(null)
    try {
      await remove({ labels: labels.filter(({ id }) => chosen.includes(id)), days })
      onDone()
    } catch (failure) {
      setRefusal(failure)
      expectApiError(failure)
    } finally {
      setSending(false)
      onBusy(false)
    }
  }
  return (
    <form onSubmit={event => void send(event)} aria-label="Remove labels from their days">
      <Stack>
        {!data && !error && <Loader size="sm" aria-label="Loading labels" />}
        {data && (
          <Text size="sm">
            {labels.length === 0
              ? 'None of the days of these posts has a label.'
              : 'A chosen label leaves the days of these posts, and stays on its other days.'}
          </Text>
        )}
        {labels.map(({ id, text, start_at, end_at }) => (
          <Checkbox
            key={id}
            label={text}
            description={formatDayRange(start_at, end_at)}
            checked={chosen.includes(id)}
            onChange={() =>
              setChosen(chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id])
            }
          />
        ))}
        <FormError error={refusal ?? error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isSending}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending} disabled={!labels.some(({ id }) => chosen.includes(id))}>
            Remove
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
