import { Alert, Button, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { dayOf, isLocalDate, type LocalDate, timezoneLabel } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import {
  defaultIsAutoposting,
  defaultScheduleTime,
  isOutsideLeadTime,
  leadTimeInWords,
  mustNotAutopost,
} from '#domain/schedules/timing.ts'
import { useDeletePosts } from '#web/features/posts/api.ts'
import type { ScheduleChoice } from '#web/features/schedules/api.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { toast } from '#web/ui/toast.tsx'
import { useClonePost, useGetClonePreview } from './api.ts'
import { isOffered, NetworkToggles } from './network-toggles.tsx'
import { ProjectSelect } from './project-select.tsx'

type Props = {
  readonly postId: number
  /** The networks of the post. */
  readonly networks: readonly SocialNetwork[]
  /** Its time, by the clock of the project; null: it has none. */
  readonly schedule: ScheduleChoice | null
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** To another day or another project. Mount it while it is open. (docs/product/duplicating.md "Clone to…") */
export function CloneDialog(props: Props) {
  useFocusBack()
  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Clone to…"
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <CloneForm {...props} />
    </Modal>
  )
}

/** The day and time in the other project, and why they are not possible. */
const useDay = (schedule: ScheduleChoice | null, today: LocalDate, timezone: string | undefined) => {
  const now = useNow(10_000)
  const { lead_time_minutes: leadMinutes } = useMe()
  // A day that is over is no proposal.
  const [date, setDate] = useState(schedule && schedule.date >= today ? schedule.date : '')
  const [time, setTime] = useState<string>(schedule?.time ?? defaultScheduleTime)
  const isWhole = isLocalDate(date) && /^\d\d:\d\d$/.test(time)
  const isEarly =
    isWhole &&
    timezone !== undefined &&
    !isOutsideLeadTime(instantOf({ date, time, timezone }), now, leadMinutes)
  const problem = isEarly
    ? `Publishing time must be at least ${leadTimeInWords(leadMinutes)} in the future.`
    : null
  return { date, setDate, time, setTime, problem, when: isWhole ? { date, time } : null }
}

function CloneForm({ postId, networks: own, schedule, onClose, onDone }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const [target, setTarget] = useState(projectId)
  const { data: preview, error } = useGetClonePreview(postId, target)
  const [wanted, setWanted] = useState<readonly SocialNetwork[]>(own)
  const day = useDay(schedule, dayOf(new Date(), timezone), preview?.timezone)
  const { mutateAsync: clone, isPending } = useClonePost(target)
  const { mutate: remove } = useDeletePosts(target)
  const [failure, setFailure] = useState<string | null>(null)
  const offers = preview?.offers ?? []
  const offered = offers.filter(offer => isOffered(offer) && wanted.includes(offer.social_network))
  const networks = offered.map(({ social_network }) => social_network)
  const isForcedOff = offered.some(
    ({ social_network, type }) => type && mustNotAutopost([social_network], type),
  )
  const submit = async () => {
    setFailure(null)
    const is_autoposting = !isForcedOff && (schedule?.is_autoposting ?? defaultIsAutoposting)
    try {
      const { id } = await clone({
        post_id: postId,
        social_networks: networks,
        ...(day.when ? { ...day.when, is_autoposting } : {}),
      })
      onClose()
      onDone?.()
      toast.undoable(day.when ? 'Post cloned' : 'Post cloned as a draft without a time', () => remove([id]))
    } catch (refusal) {
      setFailure(messageOf(refusal))
      expectApiError(refusal)
    }
  }
  const files = preview?.files ?? 0
  return (
    <Stack gap="md">
      <ProjectSelect postId={postId} value={target} onChange={setTarget} />
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label="Day"
          value={day.date}
          onChange={event => day.setDate(event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label="Time"
          value={day.time}
          onChange={event => day.setTime(event.currentTarget.value)}
        />
      </Group>
      <Text size="sm" role="status" c={day.problem ? 'var(--g-danger-text)' : 'dimmed'}>
        {day.problem ??
          (day.when
            ? `In ${timezoneLabel(preview?.timezone ?? '')} time.`
            : 'Without a day the copy is a draft without a time.')}
      </Text>
      {error && (
        <Alert color="red" variant="light" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      {!preview && !error && <Loader size="sm" role="status" aria-label="Loading networks" />}
      {preview && <NetworkToggles offers={offers} chosen={networks} onChange={setWanted} />}
      {files > 0 && (
        <Text size="sm" c="dimmed">
          {files === 1 ? 'One file is' : `${files} files are`} copied to that project in the background.
          Approvals and notes stay here.
        </Text>
      )}
      {failure !== null && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={isPending}
          disabled={networks.length === 0 || day.problem !== null}
          onClick={() => void submit()}
        >
          Clone
        </Button>
      </Group>
    </Stack>
  )
}
