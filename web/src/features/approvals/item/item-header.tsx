import { Title } from '@mantine/core'
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { shortened } from '#domain/kernel/shortened.ts'
import { postTypeNames } from '#domain/networks/names.ts'
import type { Post } from '#domain/posts/model.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useShortcut } from '#web/ui/shortcuts.tsx'
import type { Neighbours } from '../list/list-api.ts'
import { PostCover } from '../post-cover.tsx'
import { firstMessage, scheduleText } from '../post-facts.ts'
import classes from './item-header.module.css'

type Props = {
  readonly post: Post
  /** Undefined until it is loaded. */
  readonly beside: Neighbours | undefined
  readonly backLabel: string
  readonly onBack: () => void
  readonly onOpen: (post: Post) => void
  /** A new value moves the focus to the heading: the screen has moved on by itself. */
  readonly focusOn: string | null
}

/** Which post this is, with links to its neighbours; the list wraps around (docs/product/approvals.md "Approval item"). */
export function ItemHeader({ post, beside, backLabel, onBack, onOpen, focusOn }: Props) {
  const timezone = useTimezone()
  const { previous, next, position, total } = beside ?? {}
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusOn !== null) heading.current?.focus({ preventScroll: true })
  }, [focusOn])
  useShortcut(
    { keys: 'arrowleft', label: 'Previous post', group: 'Approval' },
    () => previous && onOpen(previous),
  )
  useShortcut({ keys: 'arrowright', label: 'Next post', group: 'Approval' }, () => next && onOpen(next))
  return (
    <header className={classes.header}>
      <IconButton label={backLabel} size={44} onClick={onBack}>
        <IconArrowLeft size={20} aria-hidden />
      </IconButton>
      <PostCover post={post} className={classes.cover} />
      <div className={classes.words}>
        <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
          {firstMessage(post)}
        </Title>
        <div className={classes.facts}>
          <span>
            {postTypeNames[post.type]}
            {typeof position === 'number' && ` · ${position} of ${total}`}
          </span>
          <span className={classes.date}>{scheduleText(post, timezone) ?? 'schedule is absent'}</span>
        </div>
      </div>
      <nav aria-label="Posts of the list" className={classes.steps}>
        <Step label="Previous post" post={previous} onOpen={onOpen}>
          <IconChevronLeft size={22} aria-hidden />
        </Step>
        <Step label="Next post" post={next} onOpen={onOpen}>
          <IconChevronRight size={22} aria-hidden />
        </Step>
      </nav>
    </header>
  )
}

type StepProps = {
  readonly label: string
  /** Null: there is none. Undefined: it is not known yet. */
  readonly post: Post | null | undefined
  readonly onOpen: (post: Post) => void
  readonly children: ReactNode
}

function Step({ label, post, onOpen, children }: StepProps) {
  const timezone = useTimezone()
  const date = post && scheduleText(post, timezone)
  return (
    <IconButton
      label={
        post === null
          ? `${label}: there is no other`
          : [label, post && shortened(firstMessage(post), HINT_MAX), date].filter(Boolean).join(', ')
      }
      size={44}
      disabled={post === null}
      onClick={() => post && onOpen(post)}
    >
      {children}
    </IconButton>
  )
}

/** As much of a text as a hint shows. */
const HINT_MAX = 60
