import { Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { postTypeNames } from '#domain/networks/names.ts'
import type { Post } from '#domain/posts/model.ts'
import { badgeStatus } from '#domain/posts/status.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { badgeOf, StatusBadge, toneVar } from '#web/ui/badge/status-badge.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { DeadlineLine } from '../deadline-line.tsx'
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

/** A post in a list: the whole card opens it. */
export function ApprovalCard({ post, list, viewer, filter, selection }: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const status = badgeStatus(post.post_socials.map(social => social.status))
  const open = openVersions(post, list, viewer)
  const network = versionOf(post, null, list, viewer)?.social_network ?? 'facebook'
  const { latest_schedule: schedule } = post
  return (
    <li className={classes.card} style={{ borderLeftColor: toneVar(badgeOf(status).tone, 'line') }}>
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
        <div className={classes.top}>
          <span className={classes.networks}>
            {post.post_socials.map(({ id, social_network }) => (
              <NetworkBadge key={id} network={social_network} size={18} />
            ))}
          </span>
          <span className={classes.status}>
            <StatusBadge versions={post.post_socials} size="xs" />
          </span>
        </div>
        <h3 className={classes.date}>
          <Link
            className={classes.link}
            to={list === 'pending' ? '/$projectId/approval/$social' : '/$projectId/unapprove/$social'}
            params={{ projectId, social: network }}
            search={{ postId: post.id, ...filter }}
          >
            {schedule ? (
              <ZonedTime instant={schedule.datetime} timezone={timezone} zone="hint" />
            ) : (
              'schedule is absent'
            )}
          </Link>
        </h3>
        <Text size="xs" c="dimmed">
          {timezoneLabel(timezone)} · {postTypeNames[post.type]}
        </Text>
        <p className={classes.message}>{firstMessage(post)}</p>
        <DeadlineLine post={post} size="xs" />
        <Waiting post={post} list={list} isOpen={open.length > 0} viewer={viewer} />
      </div>
      {list === 'approved' && open.length > 0 ? (
        <UnapproveButton post={post} versions={open} viewer={viewer} />
      ) : (
        <IconChevronRight size={20} className={classes.chevron} aria-hidden />
      )}
    </li>
  )
}

type WaitingProps = {
  readonly post: Post
  readonly list: ApprovalListName
  readonly isOpen: boolean
  readonly viewer: Viewer
}

/** Who else must approve, and that this person already has. */
function Waiting({ post, list, isOpen, viewer }: WaitingProps) {
  const others = othersToDecide(post.post_socials, viewer.personId)
  const names = others.join(', ')
  const isDone = list === 'pending' && !isOpen
  const isClient = viewer.actor.role === 'external-approver'
  const isWithClient =
    !isClient &&
    list === 'approved' &&
    post.post_socials.some(({ status }) => status === 'pending_external_approval')
  const text = isDone
    ? `You have decided.${names ? ` Waiting for ${names}.` : ''}`
    : isWithClient
      ? `Waiting for ${names || 'the client'}.`
      : names && `${names} ${others.length === 1 ? 'has' : 'have'} to decide as well.`
  return text ? (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  ) : null
}
