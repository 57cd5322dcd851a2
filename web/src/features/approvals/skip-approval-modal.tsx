import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApprovalType } from '#domain/posts/status.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'

const labels: Readonly<Record<ApprovalType, { label: string; description: string }>> = {
  internal: { label: 'Skip internal approval', description: 'Your agency does not review it.' },
  external: { label: 'Skip external approval', description: 'The client is not asked.' },
}

type Props = {
  /** The rounds that can be skipped: the external one only if the project has external approvers. */
  readonly rounds: readonly ApprovalType[]
  /** May reject with ApiError: the modal then stays open. The caller shows why. */
  readonly onConfirm: (skipped: ApprovalType[]) => Promise<unknown>
  readonly onClose: () => void
}

/** Skips the internal or the external round or both; at least one (docs/product/approvals.md "Skipping"). */
export function SkipApprovalModal({ rounds, onConfirm, onClose }: Props) {
  useFocusBack()
  const [skipped, setSkipped] = useState<ApprovalType[]>([])
  const [isSending, setSending] = useState(false)
  const isAll = rounds.every(round => skipped.includes(round))
  const confirm = async () => {
    setSending(true)
    try {
      await onConfirm(skipped)
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Schedule and Skip Approval"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="sm"
    >
      <Stack>
        {rounds.map(round => (
          <Checkbox
            key={round}
            {...labels[round]}
            checked={skipped.includes(round)}
            onChange={event =>
              setSkipped(
                event.currentTarget.checked ? [...skipped, round] : skipped.filter(other => other !== round),
              )
            }
          />
        ))}
        <Text size="sm" c="dimmed" role="status">
          {skipped.length === 0
            ? 'Choose at least one.'
            : isAll
              ? 'The post is scheduled without any approval.'
              : 'The other round comes next.'}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={isSending}
            disabled={skipped.length === 0}
            onClick={() => void confirm().catch(expectApiError)}
          >
            {isAll ? 'Schedule' : 'Continue'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
