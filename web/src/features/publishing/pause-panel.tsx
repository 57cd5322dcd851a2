import { Alert, Button, Checkbox, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { countText } from '#domain/kernel/count-text.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { localOf, timezoneLabel } from '#domain/kernel/time.ts'
import { PAUSE_REASON_MAX, type Paused } from '#domain/publishing/pauses-contract.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { toast } from '#web/ui/toast.tsx'
import classes from './pause-panel.module.css'
import { type Place, usePause, useResume } from './pauses-api.ts'

type Props = { readonly place: Place; readonly timezone: string }

/** Pauses a client, or all of the agency; while it is paused, ends that (docs/product/publishing.md "Pause"). */
export function PausePanel({ place, timezone }: Props) {
  const id = useId()
  const { pauses = [] } = useMe()
  const { agencyId, projectId } = place
  const pause = pauses.find(one =>
    projectId === null ? one.project_id === null && one.agency_id === agencyId : one.project_id === projectId,
  )
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title order={2} size="h5" mb={4} id={id}>
        {projectId === null ? 'Pause everything' : 'Pause publishing'}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {projectId === null
          ? 'Nothing of any client goes out until you resume.'
          : 'Nothing of this client goes out until you resume.'}{' '}
        What comes due meanwhile is not sent late: you decide about each post afterwards.
      </Text>
      {pause ? (
        <Standing place={place} pauseId={pause.id} />
      ) : (
        <PauseForm place={place} timezone={timezone} />
      )}
    </section>
  )
}

function Standing({ place, pauseId }: { readonly place: Place; readonly pauseId: number }) {
  const resuming = useResume(place)
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">It is paused. Why, and until when, stands at the top of the page.</Text>
      <Button
        loading={resuming.isPending}
        onClick={() => resuming.mutate(pauseId, { onSuccess: () => toast.success('Publishing goes on') })}
      >
        Resume
      </Button>
    </Stack>
  )
}

const pausedText = ({ still_sending: sending }: Paused): string =>
  sending.length === 0
    ? 'Publishing is paused'
    : `Publishing is paused. ${countText(sending.length, 'post was', 'posts were')} being sent at that moment and may still appear.`

function PauseForm({ place, timezone }: Props) {
  const pausing = usePause(place)
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [tellsClients, setTellsClients] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { date, time } = localOf(new Date(), timezone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [day = '', clock = ''] = until.split('T')
    const end = until === '' ? null : instantOf({ date: day, time: clock.slice(0, 5), timezone })
    if (end !== null && end <= new Date()) return setFailure('Choose an end that is still to come.')
    setFailure(null)
    pausing.mutate(
      { reason, ends_at: end?.toISOString() ?? null, tells_clients: tellsClients },
      {
        onSuccess: paused => toast.success(pausedText(paused)),
        onError: error => setFailure(messageOf(error)),
      },
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
          <Button type="submit" loading={pausing.isPending} disabled={reason.trim() === ''}>
            {place.projectId === null ? 'Pause everything' : 'Pause publishing'}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
