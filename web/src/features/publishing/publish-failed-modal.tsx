import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { MendedFailure } from '#domain/publishing/contract.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { usePublishPosts } from './api.ts'

type Props = {
  readonly network: SocialNetwork
  readonly failures: readonly MendedFailure[]
  readonly onClose: () => void
}

const posts = (count: number): string => (count === 1 ? '1 post' : `${count} posts`)

/** Which of the failed posts go out now; those whose day has passed are left out by hand. */
export function PublishFailedModal({ network, failures, onClose }: Props) {
  const timezone = useTimezone()
  const publishing = usePublishPosts(useProjectId())
  useFocusBack()
  const [chosen, setChosen] = useState(() => failures.map(({ post_id }) => String(post_id)))
  const publish = () =>
    sayWhenDone(publishing.mutateAsync(chosen.map(Number)), ({ started, refusals }) => {
      if (started > 0) toast.success(`${posts(started)} on the way`)
      for (const refusal of new Set(refusals)) toast.error(refusal)
      onClose()
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Publish again on ${networkNames[network]}?`}
      size="md"
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">
          What is checked is published at once and cannot be undone from here. Uncheck what is out of date.
        </Text>
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Posts to publish">
          <Stack gap="sm">
            {failures.map(({ post_id, message, scheduled_at }) => (
              <Checkbox
                key={post_id}
                value={String(post_id)}
                // Fixed wording (docs/product/calendar.md "Texts").
                label={<Text lineClamp={2}>{message || 'Empty message'}</Text>}
                description={
                  scheduled_at === null ? undefined : (
                    <>
                      Planned for <ZonedTime instant={scheduled_at} timezone={timezone} zone="hint" />
                    </>
                  )
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={chosen.length === 0} loading={publishing.isPending} onClick={publish}>
            Publish {posts(chosen.length)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
