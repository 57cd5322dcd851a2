import { Text } from '@mantine/core'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { StatusBadge } from '#web/ui/badge/status-badge.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { DeadlineLine } from '../deadline-line.tsx'
import { othersToDecide } from '../decision/decision-rules.ts'
import classes from './item-facts.module.css'

type Props = {
  readonly post: Pick<Post, 'latest_schedule' | 'decide_by' | 'on_silence'>
  readonly social: PostSocial
  readonly personId: number
}

/** What an approver has to know besides the content: status, time and way of publishing, who else decides. */
export function ItemFacts({ post, social, personId }: Props) {
  const timezone = useTimezone()
  const { latest_schedule: schedule } = post
  const others = othersToDecide([social], personId)
  return (
    <div className={classes.facts}>
      <StatusBadge status={social.status} />
      {schedule && social.published_at === null && (
        <Text size="sm">
          Publish date <ZonedTime instant={schedule.datetime} timezone={timezone} />
          {!schedule.is_autoposting && <span className={classes.quiet}> · published by hand</span>}
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
