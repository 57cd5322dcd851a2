import { Alert, Button, Checkbox, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { useDeletePosts } from '#web/features/posts/api.ts'
import type { ScheduleChoice } from '#web/features/schedules/api.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { toast } from '#web/ui/toast.tsx'
import { useDuplicatePosts, useListNetworksForPosts } from './api.ts'
import { isOffered, NetworkToggles } from './network-toggles.tsx'

/** Its date picker is loaded when first opened. */
const ScheduleModal = lazy(async () => ({
  default: (await import('#web/features/schedules/schedule-modal.tsx')).ScheduleModal,
}))

type Props = {
  readonly postIds: readonly number[]
  readonly onClose: () => void
  /** Called when the copies are there. */
  readonly onDone?: () => void
}

/** For other networks of the project, one post or several. Mount it while it is open. (docs/product/duplicating.md "Dialog") */
export function DuplicateDialog({ postIds, onClose, onDone }: Props) {
  const projectId = useProjectId()
  useFocusBack()
  const { lead_time_minutes: leadMinutes } = useMe()
  const { data, error, refetch } = useListNetworksForPosts(projectId, postIds)
  const offers = data?.offers ?? null
  const duplicate = useDuplicatePosts(projectId, postIds)
  const { mutate: remove } = useDeletePosts(projectId)
  const [chosen, setChosen] = useState<readonly SocialNetwork[]>([])
  const [isScheduled, setScheduled] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const networks = chosen.filter(name =>
    offers?.some(offer => offer.social_network === name && isOffered(offer)),
  )
  const run = async (when: ScheduleChoice | null) => {
    const ids = await duplicate({ networks, when })
    onClose()
    onDone?.()
    const text = ids.length === 1 ? 'Post duplicated' : `${ids.length} posts duplicated`
    toast.undoable(when === null ? `${text} as a draft without a time` : text, () => remove(ids))
  }
  const submit = async () => {
    if (isScheduled) return setAsking(true)
    setSending(true)
    setFailure(null)
    try {
      await run(null)
    } catch (refusal) {
      setFailure(messageOf(refusal))
      expectApiError(refusal)
    } finally {
      setSending(false)
    }
  }
  if (isAsking)
    return (
      <Suspense fallback={null}>
        <ScheduleModal
          action="duplicate"
          posts={(offers ?? []).flatMap(({ type, social_network: name }) =>
            type !== null && networks.includes(name) ? [{ networks: [name], type }] : [],
          )}
          leadMinutes={leadMinutes}
          onConfirm={run}
          onClose={() => setAsking(false)}
        />
      </Suspense>
    )
  return (
    <Modal
      opened
      onClose={onClose}
      // Fixed wording (docs/product/duplicating.md "Dialog").
      title="Duplicate the content"
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {postIds.length > 1 && (
          <Text size="sm">{postIds.length} posts, each to the networks chosen here.</Text>
        )}
        {error ? (
          <Alert color="red" variant="light" role="alert" title="The networks could not be loaded">
            <Text size="sm">{messageOf(error)}</Text>
            <Button mt="xs" size="xs" variant="default" onClick={() => void refetch()}>
              Retry
            </Button>
          </Alert>
        ) : offers === null ? (
          <Loader size="sm" role="status" aria-label="Loading networks" />
        ) : (
          <NetworkToggles offers={offers} chosen={networks} onChange={setChosen} />
        )}
        <Checkbox
          label="With a schedule"
          description={
            postIds.length === 1
              ? 'Off: the copy is a draft without a time.'
              : 'All copies get the same time. Off: they are drafts without a time.'
          }
          checked={isScheduled}
          onChange={event => setScheduled(event.currentTarget.checked)}
        />
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {networks.length === 0 && (
            <Text size="sm" c="dimmed" mr="auto" id="no-network">
              Choose at least one profile.
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            No
          </Button>
          <Button
            loading={isSending}
            disabled={networks.length === 0}
            aria-describedby={networks.length === 0 ? 'no-network' : undefined}
            onClick={() => void submit()}
          >
            Yes
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
