import { Button, Group, Text } from '@mantine/core'
import { readInstant } from '#domain/kernel/time.ts'
import { can } from '#domain/permissions/can.ts'
import type { Post } from '#domain/posts/model.ts'
import { toast } from '#web/ui/toast.tsx'
import { useConfirm } from '#web/ui/use-confirm.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { DeadlineLine } from './deadline-line.tsx'
import { othersToDecide } from './decision/decision-rules.ts'
import { useApplyLateRule, useRemindApprovers } from './sending-api.ts'
import { useViewer } from './use-viewer.ts'

type Props = { readonly post: Post; readonly timezone: string }

/**
 * Whom a post waits for and until when, for those who sent it: they can remind, and after the deadline apply the project's rule for late
 * clients (docs/product/approvals.md "Reminders" and "Late clients").
 */
export function WaitingLine({ post, timezone }: Props) {
  const { actor } = useViewer(post.project_id)
  const remind = useRemindApprovers()
  const apply = useApplyLateRule(post.project_id)
  const { ask, dialog } = useConfirm()
  const isLate = readInstant(post.decide_by ?? '') <= useNow()
  const names = othersToDecide(post.post_socials, 0).join(', ')
  const applyRule = async () => {
    const isSure = await ask({
      title: 'Publish without the client?',
      text: 'The project lets posts go live when the External Approver is late. This one is then approved, as it would be at its publish time.',
      confirmLabel: 'Approve it',
      cancelLabel: 'Cancel',
    })
    if (isSure) apply.mutate({ post_id: post.id })
  }
  return (
    <Group gap="4px 12px">
      {dialog}
      <div>
        <DeadlineLine post={post} timezone={timezone} withOutcome />
        {names !== '' && (
          <Text size="xs" c="dimmed">
            Waiting for {names}.
          </Text>
        )}
      </div>
      {can(actor, 'post.sendToApproval') && (
        <Button
          variant="default"
          size="compact-sm"
          loading={remind.isPending}
          onClick={() =>
            remind.mutate({ post_id: post.id }, { onSuccess: () => toast.success('Approvers reminded') })
          }
        >
          Remind
        </Button>
      )}
      {isLate && post.on_silence === 'goes_out' && can(actor, 'post.skipApproval') && (
        <Button
          variant="default"
          size="compact-sm"
          loading={apply.isPending}
          onClick={() => void applyRule()}
        >
          Approve without the client
        </Button>
      )}
    </Group>
  )
}
