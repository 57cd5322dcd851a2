import { useEffect, useState } from 'react'
import type { getChangesByLink } from '#domain/approval-links/contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { firstMessage } from '#web/features/approvals/post-facts.ts'
import { ChangesView } from '#web/features/approvals/snapshots/changes-view.tsx'
import { useGetChangesByLink } from './api.ts'
import classes from './approve.module.css'

type Props = { readonly token: string; readonly post: Post; readonly shown: SocialNetwork }

/** Letters of its text that tell a post from the others for people who hear the page. */
const BEGINNING = 60

/** What changed since the person decided about this post (docs/product/approvals.md "What changed since a decision"). Mount it anew for a newer version. */
export function LinkChanges({ token, post, shown }: Props) {
  const { id: postId, post_socials } = post
  const [since, setSince] = useState<Output<typeof getChangesByLink> | null>(null)
  const read = useGetChangesByLink(token)
  useEffect(() => {
    let isGone = false
    read(postId).then(
      found => {
        if (!isGone) setSince(found)
      },
      // The post is there in any case: without this they read it as a whole.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [read, postId])
  if (!since?.decided_at) return null
  return (
    <div className={classes.changes}>
      <ChangesView
        since={since}
        versions={post_socials}
        shown={shown}
        about={firstMessage(post).slice(0, BEGINNING)}
      />
    </div>
  )
}
