import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { PostSummary } from '#domain/posts/model.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { StatusBadge } from '#web/ui/badge/status-badge.tsx'
import classes from './unscheduled.module.css'

type Props = {
  readonly post: PostSummary
  /** It is being moved with the keys. */
  readonly isMoving: boolean
  readonly onSchedule: () => void
  /** Null: it is not dragged here, on a phone. */
  readonly onKeyDown: ((event: KeyboardEvent) => void) | null
}

/** A post without a time: opened by its text, dragged to a day, or scheduled with the button. */
export function UnscheduledCard({ post, isMoving, onSchedule, onKeyDown }: Props) {
  const [first] = post.post_socials
  // Fixed wording (docs/product/posts.md "Texts").
  const text = post.message || 'Empty message'
  return (
    <li
      className={classes.card}
      data-moving={isMoving || undefined}
      {...(onKeyDown ? { 'data-entry': String(post.id), onKeyDown } : {})}
    >
      <div className={classes.facts}>
        {post.post_socials.map(({ id, social_network }) => (
          <NetworkBadge key={id} network={social_network} size={16} />
        ))}
        <StatusBadge versions={post.post_socials} size="xs" />
      </div>
      <div className={classes.content}>
        {post.preview !== null && (
          <img src={post.preview} alt="" className={classes.picture} draggable={false} />
        )}
        <Link
          to="/$projectId/manage-post/$social"
          params={{ projectId: post.project_id, social: first?.social_network ?? 'facebook' }}
          search={{ postId: post.id }}
          draggable={false}
          className={classes.text}
          aria-keyshortcuts={onKeyDown ? 'm' : undefined}
        >
          {text}
        </Link>
      </div>
      <Button
        size="xs"
        variant="default"
        className={classes.schedule}
        leftSection={<IconCalendarPlus size={16} aria-hidden />}
        aria-label={`Schedule ${text}`}
        onClick={onSchedule}
      >
        Schedule…
      </Button>
    </li>
  )
}
