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
  const decidesAgain = useDecidesAgain(projectId, post, props.postSocial.id)
  return (
    <>
      <HeaderSlot>
        <LatePresence postId={post.id} network={props.postSocial.social_network} />
      </HeaderSlot>
      {above &&
        decidesAgain &&
        createPortal(
          <Suspense fallback={null}>
            <ChangesSinceDecision post={post} shown={props.postSocial.social_network} />
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

/** Whether the person has decided about the version before and is to decide now. What they undid a moment later was no decision. */
const useDecidesAgain = (projectId: number, post: Post, versionId: number): boolean => {
  const { personId } = useViewer(projectId)
  const { data } = useGetApprovals(projectId, post.id)
  const history = data?.approvals.find(({ post_social_id }) => post_social_id === versionId)
  const own = history?.actions.filter(({ created_by_user }) => created_by_user?.id === personId) ?? []
  const relevant = own.filter(({ type }) => type === 'approval_undone' || decisions.includes(type))
  const count = (undone: boolean) =>
    relevant.filter(({ type }) => (type === 'approval_undone') === undone).length
  return post.can_approve_post_socials.includes(versionId) && count(false) > count(true)
}
