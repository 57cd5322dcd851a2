import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { openRound } from '#domain/approvals/rounds.ts'
import { can } from '#domain/permissions/can.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { useActor } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { StatusBadge } from '#web/ui/badge/status-badge.tsx'
import { DeadlineLine } from '../deadline-line.tsx'
import { othersToDecide } from '../decision/decision-rules.ts'
import classes from './item-facts.module.css'

/** Clients have no such button, and nobody stops a post before they have seen it. */
const StopButton = lazy(() => import('./stop-button.tsx').then(module => ({ default: module.StopButton })))

type Props = {
  readonly post: Post
  readonly social: PostSocial
  readonly personId: number
}

/** What an approver has to know besides the content: status, way of publishing, until when to decide, who else decides. */
export function ItemFacts({ post, social, personId }: Props) {
  const { latest_schedule: schedule } = post
  const mayStop = can(useActor(useProjectId()), 'post.publish')
  const isAsked = openRound(social.approvals)?.approvers.some(({ id }) => id === personId)
  const others = isAsked ? othersToDecide([social], personId) : []
  return (
    <div className={classes.facts}>
      <StatusBadge versions={[social]} isAlone />
      {schedule && !schedule.is_autoposting && social.published_at === null && (
        <Text size="sm" c="dimmed">
          Published by hand
        </Text>
      )}
      <DeadlineLine post={post} withOutcome />
      {mayStop && (
        <span className={classes.stop}>
          <Suspense fallback={null}>
            <StopButton post={post} />
          </Suspense>
        </span>
      )}
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {others.join(', ')} {others.length === 1 ? 'has' : 'have'} to decide as well.
        </Text>
      )}
    </div>
  )
}
