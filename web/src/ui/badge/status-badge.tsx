import { IconUserHeart, IconUsers } from '@tabler/icons-react'
import { failedAnswers } from '#domain/posts/publish-results.ts'
import {
  badgeStatus,
  badges,
  type PostSocialStatus,
  type PostStatus,
  type StatusTone,
} from '#domain/posts/status.ts'
import { requestAnswerHint } from './late-answer-hint.tsx'
import classes from './status-badge.module.css'

/** The badge of a status (docs/product/posts.md "Badges"); null is content that was never saved, an unknown status shows its name. */
export const badgeOf = (
  status: PostSocialStatus | PostStatus | (string & {}) | null,
): { text: string; tone: StatusTone } => {
  if (status === null) return { text: 'Not saved', tone: 'grey' }
  return Object.hasOwn(badges, status)
    ? badges[status as PostSocialStatus]
    : { text: `Not handled ${status}`, tone: 'grey' }
}

/** The CSS variables of a tone, for a card's left border: `style={{ borderLeftColor: toneVar(tone, 'line') }}`. */
export const toneVar = (tone: StatusTone, part: 'bg' | 'fg' | 'line'): string =>
  `var(--g-tone-${tone}-${part})`

/** Whose approval is awaited: the badges' fixed texts are the same for both. */
const awaited: Readonly<Record<string, { readonly by: string; readonly Icon: typeof IconUsers }>> = {
  pending_internal_approval: { by: 'internal', Icon: IconUsers },
  pending_external_approval: { by: 'client', Icon: IconUserHeart },
}

/** "Sent for Approval: client", where the badge alone does not say whose approval is awaited. */
export const statusText = (status: string | null): string => {
  const { text } = badgeOf(status)
  const whose = awaited[status ?? '']
  return whose ? `${text}: ${whose.by}` : text
}

type Props = {
  /** One version, or all of a post that the person sees. */
  readonly versions: Parameters<typeof failedAnswers>[0]
  readonly size?: 'xs' | 'sm'
  readonly title?: string
  /** Nothing around it takes the focus: it does so itself, to show its hint. */
  readonly isAlone?: boolean
}

/** The status of a version or a post in words, on its colour. What was answered about a failed one is in its hint (`AnswerHint`). */
export function StatusBadge({ versions, size = 'sm', title, isAlone = false }: Props) {
  const status = badgeStatus(versions.map(version => version.status))
  const answer = status === 'publishing_failed' ? failedAnswers(versions) : null
  const { text, tone } = badgeOf(status)
  const whose = awaited[status]
  return (
    <span
      className={classes.badge}
      data-size={size}
      data-tone={tone}
      data-status={status}
      {...(answer === null
        ? { title: title ?? statusText(status) }
        : { 'data-answer': answer, ref: requestAnswerHint, ...(isAlone ? { tabIndex: 0 } : {}) })}
    >
      {whose && <whose.Icon size={12} aria-hidden className={classes.whose} />}
      {text}
    </span>
  )
}
