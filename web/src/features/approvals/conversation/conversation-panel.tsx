import { ScrollArea, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useGetApprovals } from '../api.ts'
import { ApprovalHistory } from './approval-history.tsx'
import classes from './conversation-panel.module.css'
import { ConversationRounds } from './conversation-rounds.tsx'

type Props = {
  readonly projectId: number
  readonly post: Pick<Post, 'id' | 'master_social_post_id'>
  readonly postSocial: Pick<PostSocial, 'id'>
  readonly timezone: string
  /** Shown above the history: the form of an approver. */
  readonly children?: ReactNode
}

/**
 * The conversation to the right of a post (docs/product/approvals.md "Conversation panel"). Notes and Activity will be further
 * tabs.
 */
const tabs = [{ value: 'approval', label: 'Approval', Icon: IconChecks, Content: ApprovalTab }] as const

export function ConversationPanel(props: Props) {
  return (
    <Tabs defaultValue="approval" className={classes.panel} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {tabs.map(({ value, label, Icon }) => (
          <Tabs.Tab key={value} value={value} leftSection={<Icon size={16} aria-hidden />}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, Content }) => (
        <Tabs.Panel key={value} value={value} className={classes.content}>
          <ScrollArea h="100%" type="auto" viewportProps={{ tabIndex: 0, 'aria-label': 'Conversation' }}>
            <Content {...props} />
          </ScrollArea>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The rounds and the history of the shown version, or of the master content where one decision covers all networks. */
export function ApprovalTab({ projectId, post, postSocial, timezone, children }: Props) {
  const may = useMay(projectId)
  const { data, error, refetch } = useGetApprovals(projectId, post.id)
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <Stack p="md" gap="sm">
          <Skeleton height={72} />
          <Skeleton height={96} />
        </Stack>
      </Loading>
    )
  const seesInternal = may('post.seeInternalApprovalRound')
  const master = data.approval_plan.isMasterContent ? post.master_social_post_id : null
  const history = data.approvals.find(({ post_social_id: id }) => id === (master ?? postSocial.id))
  const actions = (history?.actions ?? []).filter(({ round }) => seesInternal || round === 'external')
  return (
    <Stack p="md" gap="md">
      {children}
      {history && (
        <ConversationRounds
          approvals={history.approvals}
          plan={data.approval_plan}
          seesInternal={seesInternal}
        />
      )}
      {actions.length === 0 ? (
        <Text size="sm" c="dimmed" ta="center" py="lg">
          {/* Fixed wording (docs/product/approvals.md "Texts"). */}
          You don't have any approval actions now
        </Text>
      ) : (
        <ApprovalHistory
          projectId={projectId}
          postId={post.id}
          timezone={timezone}
          actions={actions}
          mayTick={may('post.answerChecklist')}
          isClient={!seesInternal}
        />
      )}
    </Stack>
  )
}
