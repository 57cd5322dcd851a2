import { Alert, Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { countText } from '#domain/kernel/count-text.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import { localOf, timezoneLabel } from '#domain/kernel/time.ts'
import { PAUSE_REASON_MAX, type Paused } from '#domain/publishing/pauses-contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { type PauseProps, usePause } from './pauses-api.ts'

const pausedText = ({ still_sending: sending }: Paused): string =>
  sending.length === 0
    ? 'Publishing is paused'
    : `Publishing is paused. ${countText(sending.length, 'post was', 'posts were')} being sent at that moment and may still appear.`

/** The form of a pause. It takes the focus, since a button has opened it. */
export function PauseForm({ place, timezone }: PauseProps) {
  const pausing = usePause(place)
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [tellsClients, setTellsClients] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const failure = problem ?? (pausing.error && messageOf(pausing.error))
  const { date, time } = localOf(new Date(), timezone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [day = '', clock = ''] = until.split('T')
    const end = until === '' ? null : instantOf({ date: day, time: clock.slice(0, 5), timezone })
    if (end !== null && end <= new Date()) return setProblem('Choose an end that is still to come.')
    setProblem(null)
    sayWhenDone(
      pausing.mutateAsync({ reason, ends_at: end?.toISOString() ?? null, tells_clients: tellsClients }),
      paused => toast.success(pausedText(paused)),
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Textarea
          label="Reason"
          description="Shown to everybody who sees the pause."
          required
          autosize
          autoFocus
          maxLength={PAUSE_REASON_MAX}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="Until (optional)"
          description={`By the clock of ${timezoneLabel(timezone)}. Empty: until somebody resumes.`}
          maw={320}
          min={`${date}T${time}`}
          value={until}
          onChange={event => setUntil(event.currentTarget.value)}
        />
        <Checkbox
          label="Tell clients"
          description="They read the reason at the top of their pages."
          checked={tellsClients}
          onChange={event => setTellsClients(event.currentTarget.checked)}
        />
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <div>
          <Button type="submit" loading={pausing.isPending} disabled={isEmptyText(reason)}>
            {place.projectId === null ? 'Pause everything' : 'Pause publishing'}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
