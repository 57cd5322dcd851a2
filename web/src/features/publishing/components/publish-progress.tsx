import { ActionIcon, Anchor, Loader, Progress, Text, Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconExternalLink,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { type FailureReason, failureReasons } from '#domain/publishing/status.ts'
import { NetworkBadge } from '#web/ui/network-badge.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ZonedTime } from '#web/ui/zoned-time.tsx'
import classes from './publish-progress.module.css'

const outcomes: readonly PostSocial['status'][] = ['on_publishing', 'live', 'publishing_failed']

const reasonOf = (key: string | null) =>
  key !== null && Object.hasOwn(failureReasons, key) ? failureReasons[key as FailureReason] : null

/** "3 of 4 published" (interface.md: long work shows progress that moves). */
export const progressText = (post: Pick<Post, 'post_socials'>): string => {
  const all = post.post_socials.length
  const live = post.post_socials.filter(({ status }) => status === 'live').length
  return live === all ? (all === 1 ? 'Published' : `All ${all} published`) : `${live} of ${all} published`
}

type Props = { readonly post: Post; readonly timezone: string }

/** How publishing goes on each network; shown from its start on. */
export function PublishProgress({ post, timezone }: Props) {
  useOutcomeToast(post)
  const { post_socials: socials } = post
  if (!socials.some(({ status }) => outcomes.includes(status))) return null
  const isRunning = socials.some(({ status }) => status === 'on_publishing')
  const done = socials.filter(({ status }) => status === 'live' || status === 'publishing_failed').length
  return (
    <section className={classes.progress} aria-label="Publishing">
      <Text size="sm" fw={600} role="status">
        {isRunning ? `Publishing: ${progressText(post)}` : progressText(post)}
      </Text>
      {isRunning && (
        <Progress
          value={Math.max(6, (100 * done) / socials.length)}
          animated
          size="sm"
          aria-label={progressText(post)}
        />
      )}
      <ul className={classes.list}>
        {socials.map(social => (
          <li key={social.id} className={classes.row}>
            <Outcome social={social} timezone={timezone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ social, timezone }: { social: PostSocial; timezone: string }) {
  const { status, social_network: network, permalink, published_at: at } = social
  if (status === 'publishing_failed') return <FailedOutcome social={social} />
  return (
    <>
      <NetworkBadge network={network} withName />
      {status === 'on_publishing' ? (
        <span className={classes.state}>
          <Loader size={14} aria-hidden /> Publishing
        </span>
      ) : status === 'live' ? (
        <span className={classes.state}>
          <IconCircleCheckFilled size={16} color="var(--g-tone-green-line)" aria-hidden />
          {at === null ? 'Live' : <ZonedTime instant={at} timezone={timezone} />}
        </span>
      ) : (
        <StatusBadge status={status} size="xs" />
      )}
      {permalink !== null && status === 'live' && (
        <Anchor size="sm" href={permalink} target="_blank" rel="noreferrer" className={classes.link}>
          See it live <IconExternalLink size={14} aria-hidden />
        </Anchor>
      )}
    </>
  )
}

/** The words of the reason for all, and the network's own answer in a hint (document 2 section 4 "Transitions"). */
function FailedOutcome({ social }: { social: PostSocial }) {
  const reason = reasonOf(social.failure_reason)
  const answer = social.last_social_api_response ?? 'An internal error has occurred.'
  return (
    <>
      <NetworkBadge network={social.social_network} withName />
      <div className={classes.failure}>
        <span className={classes.state}>
          <IconAlertTriangle size={16} color="var(--g-danger-text)" aria-hidden />
          <Text span size="sm" c="var(--g-danger-text)">
            {reason?.text ?? 'An internal error has occurred.'}
          </Text>
          <Tooltip
            label={answer}
            multiline
            maw={320}
            style={{ overflowWrap: 'anywhere' }}
            events={{ hover: true, focus: true, touch: true }}
          >
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`The answer of the network: ${answer}`}
            >
              <IconInfoCircle size={16} />
            </ActionIcon>
          </Tooltip>
        </span>
        {reason && (
          <Text size="xs" c="dimmed">
            {reason.cause} {reason.nextStep}
          </Text>
        )}
      </div>
    </>
  )
}

/** Says it once, when what was on its way has arrived or not. */
const useOutcomeToast = (post: Post): void => {
  const before = useRef(post.status)
  useEffect(() => {
    const wasRunning = before.current === 'on_publishing'
    before.current = post.status
    if (!wasRunning) return
    if (post.status === 'live') toast.success('The content has been successfully published')
    if (post.status === 'publishing_failed')
      toast.error("An error occurred. The content hasn't been published")
  }, [post.status])
}
