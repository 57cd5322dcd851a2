import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { ChangesView } from './changes-view.tsx'
import { useGetChangesSinceDecision } from './snapshots-api.ts'

type Props = { readonly post: Post; readonly shown: SocialNetwork }

/** What somebody who decides again has not seen yet, above the post (docs/product/approvals.md "What changed since a decision"). */
export function ChangesSinceDecision({ post, shown }: Props) {
  const projectId = useProjectId()
  const { data } = useGetChangesSinceDecision({ projectId, postId: post.id })
  // The post is there in any case: without this they read it as a whole.
  return data ? <ChangesView since={data} versions={post.post_socials} shown={shown} /> : null
}
