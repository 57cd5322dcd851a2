import { lazy, Suspense } from 'react'
import { settingValue } from '#domain/permissions/settings.ts'
import type { Post } from '#domain/posts/model.ts'
import type { Project } from '#domain/projects/model.ts'
import { CampaignField } from '#web/features/campaigns/campaign-field.tsx'
import { SeriesLine } from '#web/features/series/series-line.tsx'

// Most projects have none.
const LinkParametersLine = lazy(async () => ({
  default: (await import('./link-parameters-line.tsx')).LinkParametersLine,
}))

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
      {settingValue(project.settings, 'link-parameters') && (
        <Suspense fallback={null}>
          <LinkParametersLine post={post} project={project} writable={writable} />
        </Suspense>
      )}
      {mayCreate && post.latest_schedule !== null && <SeriesLine postId={post.id} />}
    </>
  )
}
