import { Text } from '@mantine/core'
import { openRound } from '#domain/approvals/rounds.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { StatusBadge } from '#web/ui/badge/status-badge.tsx'
import { DeadlineLine } from '../deadline-line.tsx'
import { othersToDecide } from '../decision/decision-rules.ts'
import classes from './item-facts.module.css'

type Props = {
  readonly post: Pick<Post, 'latest_schedule' | 'decide_by' | 'on_silence'>
  readonly social: PostSocial
  readonly personId: number
}

/** What an approver has to know besides the content: status, way of publishing, until when to decide, who else decides. */
export function ItemFacts({ post, social, personId }: Props) {
  const { latest_schedule: schedule } = post
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
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {others.join(', ')} {others.length === 1 ? 'has' : 'have'} to decide as well.
        </Text>
      )}
    </div>
  )
}
