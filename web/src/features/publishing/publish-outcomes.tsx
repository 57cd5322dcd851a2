import { Anchor, Loader, Progress, Text } from '@mantine/core'
import { IconCircleCheckFilled, IconExternalLink } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { publishSummary } from '#domain/posts/publish-results.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { StatusBadge } from '#web/ui/badge/status-badge.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { CommentOutcome } from './comment-outcome.tsx'
import { FailedOutcome } from './failed-outcome.tsx'
import classes from './publish-progress.module.css'

// Most posts are on their way for a second.
const NextTryLine = lazy(() =>
  import('./next-try-line.tsx').then(module => ({ default: module.NextTryLine })),
)

type Props = { readonly post: Post }

/** A line for each network. */
export function PublishOutcomes({ post: { post_socials: socials } }: Props) {
  const { total, live, failed, running, text } = publishSummary(socials.map(({ status }) => status))
  return (
    <section className={classes.progress} aria-label="Publishing">
      <Text size="sm" fw={600} role="status">
        {running > 0 ? `Publishing: ${text}` : text}
      </Text>
      {running > 0 && (
        <Progress value={Math.max(6, (100 * (live + failed)) / total)} animated size="sm" aria-label={text} />
      )}
      <ul className={classes.list}>
        {socials.map(social => (
          <li key={social.id} className={classes.row}>
            <NetworkBadge network={social.social_network} withName />
            <Outcome social={social} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type OutcomeProps = {
  readonly social: PostSocial
}

function Outcome({ social }: OutcomeProps) {
  const { status } = social
  if (status === 'publishing_failed') return <FailedOutcome social={social} />
  if (status === 'live') return <LiveOutcome social={social} />
  return (
    <div className={classes.outcome}>
      {status === 'on_publishing' ? (
        <>
          <span className={classes.state}>
            <Loader size={14} aria-hidden /> Publishing
          </span>
          <Suspense fallback={null}>
            <NextTryLine social={social} />
          </Suspense>
        </>
      ) : (
        <StatusBadge versions={[social]} size="xs" />
      )}
    </div>
  )
}

function LiveOutcome({ social }: OutcomeProps) {
  const timezone = useTimezone()
  const { permalink, published_at: at } = social
  return (
    <div className={classes.outcome}>
      <div className={classes.live}>
        <span className={classes.state}>
          <IconCircleCheckFilled size={16} color="var(--g-tone-green-line)" aria-hidden />
          {at === null ? 'Live' : <ZonedTime instant={at} timezone={timezone} zone="hint" />}
        </span>
        {permalink !== null && (
          <Anchor size="sm" href={permalink} target="_blank" rel="noreferrer" className={classes.link}>
            See it live <IconExternalLink size={14} aria-hidden />
          </Anchor>
        )}
      </div>
      <CommentOutcome social={social} />
    </div>
  )
}
