import type { Post } from '#domain/posts/model.ts'
import type { Project } from '#domain/projects/model.ts'
import { CampaignField } from '#web/features/campaigns/campaign-field.tsx'
import { SeriesLine } from '#web/features/series/series-line.tsx'
import { LinkParametersLine } from './link-parameters-line.tsx'

type Props = {
  readonly post: Post
  readonly project: Project
  readonly mayCreate: boolean
  /** The versions that the person can change. */
  readonly writable: readonly number[]
}

/** What a post is part of: a campaign, and a series once it has a time. */
export function PlanningLines({ post, project, mayCreate, writable }: Props) {
  return (
    <>
      <CampaignField post={post} />
      <LinkParametersLine post={post} project={project} writable={writable} />
      {mayCreate && post.latest_schedule !== null && <SeriesLine postId={post.id} />}
    </>
  )
}
