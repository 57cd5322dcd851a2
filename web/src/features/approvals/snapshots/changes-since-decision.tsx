import type { Post } from '#domain/posts/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { ChangesView } from './changes-view.tsx'
import { useGetChangesSinceDecision } from './snapshots-api.ts'

type Props = { readonly post: Post }

/** What somebody who decides again has not seen yet, above the post (docs/product/approvals.md "What changed since a decision"). */
export function ChangesSinceDecision({ post }: Props) {
  const projectId = useProjectId()
  const { data } = useGetChangesSinceDecision({ projectId, postId: post.id })
  // The post is there in any case: without this they read it as a whole.
  return data ? <ChangesView since={data} versions={post.post_socials} /> : null
}
