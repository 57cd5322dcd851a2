import type { Post } from '#domain/posts/model.ts'
import { ChangesView } from './changes-view.tsx'
import { useGetChangesSinceDecision } from './snapshots-api.ts'

type Props = { readonly projectId: number; readonly post: Post; readonly timezone: string }

/** What somebody who decides again has not seen yet, above the post (docs/product/approvals.md "What changed since a decision"). */
export function ChangesSinceDecision({ projectId, post, timezone }: Props) {
  const { data } = useGetChangesSinceDecision({ projectId, postId: post.id })
  // The post is there in any case: without this they read it as a whole.
  return data ? <ChangesView since={data} versions={post.post_socials} timezone={timezone} /> : null
}
