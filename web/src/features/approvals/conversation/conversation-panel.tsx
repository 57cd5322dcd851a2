import { Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { IconChecks, IconHistory, IconNotes } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { LateCertificateButton } from '#web/features/certificates/late-certificate-button.tsx'
import { type Subject, useCountNotes } from '#web/features/notes/api.ts'
import { useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useGetApprovals } from '../api.ts'
import { ApprovalHistory } from './approval-history.tsx'
import classes from './conversation-panel.module.css'
import { ConversationRounds } from './conversation-rounds.tsx'

type Props = {
  readonly post: Pick<Post, 'id' | 'master_social_post_id'>
  readonly postSocial: Pick<PostSocial, 'id' | 'status' | 'approvals' | 'version' | 'message'>
  /** Shown above the history: the form of an approver. */
  readonly children?: ReactNode
}

const NotesTab = lazy(() =>
  import('#web/features/notes/notes-tab.tsx').then(module => ({ default: module.NotesTab })),
)

const ActivityTab = lazy(() => import('./activity-tab.tsx').then(module => ({ default: module.ActivityTab })))

const ProposedWords = lazy(() =>
  import('./proposed-words.tsx').then(module => ({ default: module.ProposedWords })),
)

const RoundTalk = lazy(() => import('./round-talk.tsx').then(module => ({ default: module.RoundTalk })))

/** The conversation to the right of a post (docs/product/approvals.md "Conversation panel"). */
export function ConversationPanel(props: Props) {
  const projectId = useProjectId()
  const { post, postSocial } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const subject = { projectId, postId: post.id, postSocialId: postSocial.id }
  return (
    <Tabs
      value={chosen ?? usualTab(postSocial)}
      onChange={setChosen}
      className={classes.panel}
      keepMounted={false}
    >
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="notes" leftSection={<IconNotes size={16} aria-hidden />}>
          Notes
          <NoteCount subject={subject} />
        </Tabs.Tab>
        <Tabs.Tab value="activity" leftSection={<IconHistory size={16} aria-hidden />}>
          Activity
        </Tabs.Tab>
        <Tabs.Tab value="approval" leftSection={<IconChecks size={16} aria-hidden />}>
          Approval
        </Tabs.Tab>
      </Tabs.List>
      <Content value="notes">
        <Suspense fallback={null}>
          <NotesTab subject={subject} />
        </Suspense>
      </Content>
      <Content value="activity">
        <Suspense fallback={null}>
          <ActivityTab subject={{ projectId, postId: post.id }} />
        </Suspense>
      </Content>
      <Content value="approval">
        <ApprovalTab {...props} />
      </Content>
    </Tabs>
  )
}

/** A draft that was never sent has no approvals to read. */
const usualTab = ({ status, approvals }: Props['postSocial']) =>
  (status === 'temporary_draft' || status === 'draft') && approvals.length === 0 ? 'notes' : 'approval'

function Content({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={value} className={classes.content}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard. */}
      <section className={classes.scrolled} tabIndex={0} aria-label="Conversation">
        {children}
      </section>
    </Tabs.Panel>
  )
}

function NoteCount({ subject }: { subject: Subject }) {
  const count = useCountNotes(subject).data?.count ?? 0
  return count > 0 && ` (${count})`
}

/** The rounds and the history of the shown version, or of the master content where one decision covers all networks. */
export function ApprovalTab({ post, postSocial, children }: Props) {
  const projectId = useProjectId()
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
  const own = data.approvals.find(({ post_social_id: id }) => id === postSocial.id)
  const actions = (history?.actions ?? []).filter(({ round }) => seesInternal || round === 'external')
  return (
    <Stack p="md" gap="md">
      {children}
      {own?.words_proposed && (
        <Suspense fallback={null}>
          <ProposedWords subject={{ projectId, postId: post.id }} version={postSocial} />
        </Suspense>
      )}
      {history && (
        <ConversationRounds
          approvals={history.approvals}
          plan={data.approval_plan}
          seesInternal={seesInternal}
        />
      )}
      {history && history.approvals.length > 0 && (
        <Suspense fallback={null}>
          <RoundTalk subject={{ projectId, postId: post.id }} history={history} status={postSocial.status} />
        </Suspense>
      )}
      {actions.length === 0 ? (
        <Text size="sm" c="dimmed" ta="center" py="lg">
          {/* Fixed wording (docs/product/approvals.md "Texts"). */}
          You don't have any approval actions now
        </Text>
      ) : (
        <ApprovalHistory
          postId={post.id}
          actions={actions}
          mayTick={may('post.answerChecklist')}
          isClient={!seesInternal}
        />
      )}
      {actions.length > 0 && <LateCertificateButton key={post.id} postId={post.id} />}
    </Stack>
  )
}
