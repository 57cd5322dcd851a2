import type { Post } from '#domain/posts/model.ts'
import { CampaignField } from '#web/features/campaigns/campaign-field.tsx'
import { SeriesLine } from '#web/features/series/series-line.tsx'

type Props = { readonly post: Post; readonly mayCreate: boolean }

/** What a post is part of: a campaign, and a series once it has a time. */
export function PlanningLines({ post, mayCreate }: Props) {
  return (
    <>
      <CampaignField post={post} />
      {mayCreate && post.latest_schedule !== null && <SeriesLine postId={post.id} />}
    </>
  )
}
