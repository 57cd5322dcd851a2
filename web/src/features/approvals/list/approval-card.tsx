import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { deadlineMoment, leftText, spanText } from '#domain/approvals/deadline-words.ts'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import { readInstant } from '#domain/kernel/time.ts'
import { postTypeNames } from '#domain/networks/names.ts'
import type { Post } from '#domain/posts/model.ts'
import { badgeStatus } from '#domain/posts/status.ts'
import { isPaused } from '#domain/projects/paused-until.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { usePausedUntil } from '#web/platform/use-paused-until.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PausedMark } from '#web/ui/badge/paused-mark.tsx'
import { badgeOf, StatusBadge, toneVar } from '#web/ui/badge/status-badge.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { openVersions, othersToDecide, type Viewer, versionOf } from '../decision/decision-rules.ts'
import { PostCover } from '../post-cover.tsx'
import { firstMessage } from '../post-facts.ts'
import classes from './approval-card.module.css'
import type { ListFilter } from './list-filter.ts'
import { UnapproveButton } from './unapprove-button.tsx'

type Props = {
  readonly post: Post
  readonly list: ApprovalListName
  readonly viewer: Viewer
  /** Kept in the item's address, for the way back. */
  readonly filter: ListFilter
  /** Null: it cannot be selected. */
  readonly selection: { readonly isSelected: boolean; readonly onToggle: () => void } | null
}

const AwaitedPeople = lazy(() =>
  import('./awaited-people.tsx').then(module => ({ default: module.AwaitedPeople })),
)

/** A post in a list, a row on a wide screen: the whole card opens it. */
export function ApprovalCard({ post, list, viewer, filter, selection }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const statuses = post.post_socials.map(social => social.status)
  const status = badgeStatus(statuses)
  const until = usePausedUntil()
  const open = openVersions(post, list, viewer)
  const network = versionOf(post, null, list, viewer)?.social_network ?? 'facebook'
  const { latest_schedule: schedule } = post
  return (
    <li
      className={classes.card}
      data-list={list}
      style={{ borderLeftColor: toneVar(badgeOf(status).tone, 'line') }}
    >
      {selection && (
        <label className={classes.select}>
          <input
            type="checkbox"
            aria-label={`Select: ${firstMessage(post).slice(0, 60)}`}
            checked={selection.isSelected}
            onChange={selection.onToggle}
          />
        </label>
      )}
      <PostCover post={post} className={classes.cover} />
      <div className={classes.body}>
        <h3 className={classes.title}>
          <Link
            className={classes.link}
            to={list === 'pending' ? '/$projectId/approval/$social' : '/$projectId/unapprove/$social'}
            params={{ projectId, social: network }}
            search={{ postId: post.id, ...filter }}
          >
            {firstMessage(post)}
          </Link>
        </h3>
        <div className={classes.kind}>
          <span className={classes.networks}>
            {post.post_socials.map(({ id, social_network }) => (
              <NetworkBadge key={id} network={social_network} size={16} />
            ))}
          </span>
          {postTypeNames[post.type]}
        </div>
      </div>
      <div className={classes.date}>
        {schedule ? (
          <ZonedTime instant={schedule.datetime} timezone={timezone} zone="hint" />
        ) : (
          'schedule is absent'
        )}
      </div>
      <div className={classes.waiting}>
        <Waiting post={post} list={list} isOpen={open.length > 0} viewer={viewer} />
      </div>
      <div className={classes.deadline}>
        <Deadline post={post} />
      </div>
      <div className={classes.status}>
        <StatusBadge versions={post.post_socials} size="xs" />{' '}
        {isPaused({ schedule, statuses }, until) && <PausedMark />}
      </div>
      {list === 'approved' && open.length > 0 && (
        <UnapproveButton post={post} versions={open} viewer={viewer} />
      )}
    </li>
  )
}

/** Until when to decide, and how long that is. */
function Deadline({ post }: { post: Post }) {
  const timezone = useTimezone()
  const now = useNow()
  if (post.decide_by === null) return null
  const deadline = readInstant(post.decide_by)
  const left = deadline.getTime() - now.getTime()
  return (
    <>
      <span className={classes.label}>Decide by </span>
      <span>{deadlineMoment(deadline, timezone)}</span>{' '}
      <span className={classes.left} data-late={left <= 0}>
        {left > 0 ? leftText(deadline, now) : `${spanText(-left)} late`}
      </span>
    </>
  )
}

type WaitingProps = {
  readonly post: Post
  readonly list: ApprovalListName
  readonly isOpen: boolean
  readonly viewer: Viewer
}

/** Whom a post waits for; clients are told who else must approve, and that they have. */
function Waiting({ post, list, isOpen, viewer }: WaitingProps) {
  if (viewer.actor.role === 'external-approver')
    return clientText(othersToDecide(post.post_socials, viewer.personId), list, isOpen)
  return (
    <Suspense fallback={null}>
      <AwaitedPeople post={post} />
    </Suspense>
  )
}

const clientText = (others: readonly string[], list: ApprovalListName, isOpen: boolean): string | null => {
  const names = others.join(', ')
  if (list === 'pending' && !isOpen) return `You have decided.${names ? ` Waiting for ${names}.` : ''}`
  return names && `${names} ${others.length === 1 ? 'has' : 'have'} to decide as well.`
}
