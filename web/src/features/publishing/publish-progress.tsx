import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { isPartlyPublished, publishSummary } from '#domain/posts/publish-results.ts'
import { toast } from '#web/ui/toast.tsx'

// Most posts are opened long before they are published.
const PublishOutcomes = lazy(() =>
  import('./publish-outcomes.tsx').then(module => ({ default: module.PublishOutcomes })),
)

const outcomes: readonly PostSocial['status'][] = ['on_publishing', 'live', 'publishing_failed']

/** How publishing goes on each network, and how it ended; shown from the start (docs/product/publishing.md "Progress"). */
export function PublishProgress({ post }: { readonly post: Post }) {
  useOutcomeToast(post)
  const { post_socials: socials } = post
  if (!socials.some(({ status }) => outcomes.includes(status))) return null
  return (
    <Suspense fallback={<Skeleton height={48 + 32 * socials.length} />}>
      <PublishOutcomes post={post} />
    </Suspense>
  )
}

/** Announces once whether what was on its way has arrived. */
const useOutcomeToast = (post: Post): void => {
  const before = useRef(post.status)
  useEffect(() => {
    const wasRunning = before.current === 'on_publishing'
    before.current = post.status
    if (!wasRunning) return
    // Fixed wording (docs/product/publishing.md "Texts").
    if (post.status === 'live') toast.success('The content has been successfully published')
    if (post.status !== 'publishing_failed') return
    const statuses = post.post_socials.map(({ status }) => status)
    if (isPartlyPublished(statuses)) toast.error(publishSummary(statuses).text)
    // Fixed wording (docs/product/publishing.md "Texts").
    else toast.error("An error occurred. The content hasn't been published")
  }, [post])
}
