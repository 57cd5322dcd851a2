import { useDeferredValue } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { useGetPostOfProject } from '#web/features/posts/api.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { ManagePostLoading } from './manage-post-loading.tsx'
import { PostWorkspace } from './post-workspace.tsx'

type Props = {
  readonly postId: number
  readonly network: SocialNetwork
  /** The day that was clicked in the calendar: `yyyy-MM-dd`, or with `THH:mm`. */
  readonly date: string | undefined
  readonly onSelect: (network: SocialNetwork) => void
  readonly onGone: () => void
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** An existing post: loading, missing, failed, or loaded. */
export function ManagePostScreen({ postId, ...workspace }: Props) {
  const projectId = useProjectId()
  const post = useGetPostOfProject(projectId, postId)
  const project = useGetProject(projectId)
  // A post that is known already: the page changes at once, and the editor is drawn after that.
  const isPageShown = useDeferredValue(true, false)
  // Checked first: somebody else may have deleted the post on the screen.
  if (isMissing(post.error)) return <PostMissing postId={postId} />
  if (post.data && project.data && isPageShown) {
    if (post.data.post_socials.length === 0) return <PostMissing postId={postId} />
    return <PostWorkspace key={postId} post={post.data} project={project.data} {...workspace} />
  }
  const failed = post.error ? post : project.error ? project : null
  if (failed) return <Failed message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />
  return <ManagePostLoading />
}

function PostMissing({ postId }: { postId: number }) {
  const projectId = useProjectId()
  return (
    <Empty
      // Fixed wording (docs/product/posts.md "Texts").
      title={`The post id=${postId} does not exist`}
      text="It may have been deleted, or belong to another project."
      action={
        <LinkButton to="/$projectId/calendar" params={{ projectId }}>
          Go to the calendar
        </LinkButton>
      }
    />
  )
}
