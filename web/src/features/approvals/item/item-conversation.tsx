import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import type { ApprovalActionType } from '#domain/approvals/status.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { LatePresence } from '#web/features/posts/late-presence.tsx'
import { useProjectId } from '#web/platform/shown-project.ts'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import { useGetApprovals } from '../api.ts'
import { ConversationPanel } from '../conversation/conversation-panel.tsx'
import { useViewer } from '../use-viewer.ts'

type Props = {
  readonly post: Post
  readonly postSocial: PostSocial
  /** The place above the post. */
  readonly above: HTMLElement | null
}

/** Only few decide about a post again. */
const ChangesSinceDecision = lazy(() =>
  import('../snapshots/changes-since-decision.tsx').then(module => ({
    default: module.ChangesSinceDecision,
  })),
)

/** What people say about the post, what is new in it, and who else has it open: loaded after the post and its buttons. */
export function ItemConversation({ above, ...props }: Props) {
  const projectId = useProjectId()
  const { post } = props
  const decidesAgain = useDecidesAgain(projectId, post)
  return (
    <>
      <HeaderSlot>
        <LatePresence postId={post.id} network={props.postSocial.social_network} />
      </HeaderSlot>
      {above &&
        decidesAgain &&
        createPortal(
          <Suspense fallback={null}>
            <ChangesSinceDecision post={post} />
          </Suspense>,
          above,
        )}
      <ConversationPanel {...props} />
    </>
  )
}

const decisions: readonly ApprovalActionType[] = [
  'approved',
  'approved_by_admin',
  'revision_requested',
  'unapproved',
]

/** Whether the person has decided about the post before and is to decide now. */
const useDecidesAgain = (projectId: number, post: Post): boolean => {
  const { personId } = useViewer(projectId)
  const { data } = useGetApprovals(projectId, post.id)
  const actions = data?.approvals.flatMap(history => history.actions) ?? []
  return (
    post.can_approve_post_socials.length > 0 &&
    actions.some(({ type, created_by_user }) => decisions.includes(type) && created_by_user?.id === personId)
  )
}
