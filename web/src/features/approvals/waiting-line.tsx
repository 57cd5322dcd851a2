import { Button, Group, Text } from '@mantine/core'
import { waitingForText } from '#domain/approvals/awaited-approvers.ts'
import { stepAfter } from '#domain/approvals/plan.ts'
import { openRound } from '#domain/approvals/rounds.ts'
import { readInstant } from '#domain/kernel/time.ts'
import { can } from '#domain/permissions/can.ts'
import type { Post } from '#domain/posts/model.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { DeadlineLine } from './deadline-line.tsx'
import { useApplyLateRule, useRemindApprovers } from './sending-api.ts'
import { useViewer } from './use-viewer.ts'

type Props = { readonly post: Post }

/**
 * Whom a post waits for and until when, for those who sent it: they can remind, and after the deadline apply the project's rule for late
 * clients (docs/product/approvals.md "Reminders" and "Late clients").
 */
export function WaitingLine({ post }: Props) {
  const { actor } = useViewer(post.project_id)
  const remind = useRemindApprovers()
  const apply = useApplyLateRule(post.project_id)
  const { ask, dialog } = useConfirm()
  const isLate = readInstant(post.decide_by ?? '') <= useNow()
  const people = useGetProject(post.project_id).data?.projectUsers ?? []
  const waitingFor = new Set(
    post.post_socials.flatMap(({ approvals }) => {
      const open = openRound(approvals)
      return open ? waitingForText(open, people) : []
    }),
  )
  const hasStepAfter = post.post_socials.some(({ approvals }) => {
    const open = openRound(approvals)
    return open?.type === 'external' && stepAfter(post.external_steps, open.step ?? 1) !== null
  })
  const applyRule = async () => {
    const isSure = await ask({
      title: 'Approve without the client?',
      text: hasStepAfter
        ? 'This project lets posts go live when the client is late. Those of the client who come next are asked now.'
        : 'This project lets posts go live when the client is late. The post is approved now instead of at its publish time.',
      confirmLabel: 'Approve',
      cancelLabel: 'Cancel',
    })
    if (isSure) apply.mutate({ post_id: post.id })
  }
  return (
    <Group gap="4px 12px">
      {dialog}
      {[...waitingFor].map(text => (
        <Text key={text} size="sm" fw={600}>
          {text}
        </Text>
      ))}
      <DeadlineLine post={post} withOutcome />
      {can(actor, 'post.sendToApproval') && (
        <Button
          variant="default"
          size="compact-sm"
          loading={remind.isPending}
          onClick={() => sayWhenDone(remind.mutateAsync({ post_id: post.id }), 'Approvers reminded')}
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
