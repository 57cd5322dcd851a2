import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { type ApprovalType, unsentStatuses } from '#domain/posts/status.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'

const labels: Readonly<Record<ApprovalType, { label: string; description: string }>> = {
  internal: { label: 'Skip internal approval', description: 'Your agency does not review it.' },
  external: { label: 'Skip client approval', description: 'The client is not asked.' },
}

/** The versions that can skip by themselves: with one network, or with master content, all go the same way. */
const versionsOf = ({ post_socials, master_social_post_id }: Post): PostSocial[] =>
  post_socials.length < 2 || master_social_post_id !== null
    ? []
    : post_socials.filter(({ status }) => unsentStatuses.includes(status))

type Props = {
  readonly post: Post
  /** The rounds that can be skipped: the external one only if the project has external approvers. */
  readonly rounds: readonly ApprovalType[]
  /** `postSocialId`: for which version, null: for all. May reject with ApiError: the modal then stays open. The caller shows why. */
  readonly onConfirm: (skipped: ApprovalType[], postSocialId: number | null) => Promise<unknown>
  readonly onClose: () => void
}

/** Skips the internal or the external round or both, of all networks or of one; at least one round (docs/product/approvals.md "Skipping"). */
export function SkipApprovalModal({ post, rounds, onConfirm, onClose }: Props) {
  useFocusBack()
  const [skipped, setSkipped] = useState<ApprovalType[]>([])
  const [isSending, setSending] = useState(false)
  const versions = versionsOf(post)
  const [chosenId, setChosenId] = useState('')
  const chosen = versions.find(({ id }) => String(id) === chosenId)
  const isAll = rounds.every(
    round => skipped.includes(round) || (chosen && post.skipped_approvals.includes(round)),
  )
  const confirm = async () => {
    setSending(true)
    try {
      await onConfirm(skipped, chosen?.id ?? null)
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
        {versions.length > 0 && (
          <NativeSelect
            label="For"
            value={chosenId}
            onChange={event => setChosenId(event.currentTarget.value)}
            data={[
              { value: '', label: 'All networks' },
              ...versions.map(({ id, social_network }) => ({
                value: String(id),
                label: `${networkNames[social_network]} only`,
              })),
            ]}
          />
        )}
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
          {skipped.length === 0 ? 'Choose at least one.' : outcomeText(isAll, chosen)}
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

const outcomeText = (isAll: boolean, chosen: PostSocial | undefined): string => {
  if (!isAll)
    return chosen ? 'The other round comes next, when the post is sent.' : 'The other round comes next.'
  return chosen
    ? `${networkNames[chosen.social_network]} is scheduled without any approval. The other networks stay as they are.`
    : 'The post is scheduled without any approval.'
}
