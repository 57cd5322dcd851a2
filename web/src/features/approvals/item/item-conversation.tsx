import type { Post, PostSocial } from '#domain/posts/model.ts'
import { LatePresence } from '#web/features/posts/late-presence.tsx'
import { HeaderSlot } from '#web/ui/header-slot.tsx'
import { ConversationPanel } from '../conversation/conversation-panel.tsx'

type Props = {
  readonly projectId: number
  readonly post: Post
  readonly postSocial: PostSocial
  readonly timezone: string
}

/** What people say about the post, and who else has it open: loaded after the post and its buttons. */
export function ItemConversation(props: Props) {
  return (
    <>
      <HeaderSlot>
        <LatePresence
          projectId={props.projectId}
          postId={props.post.id}
          network={props.postSocial.social_network}
        />
      </HeaderSlot>
      <ConversationPanel {...props} />
    </>
  )
}
