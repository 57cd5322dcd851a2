import { badges, type PostSocialStatus, type PostStatus, type StatusTone } from '#domain/posts/status.ts'
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

type Props = { readonly status: string | null; readonly size?: 'xs' | 'sm'; readonly title?: string }

/** A status in words, on its colour. */
export function StatusBadge({ status, size = 'sm', title }: Props) {
  const { text, tone } = badgeOf(status)
  return (
    <span className={classes.badge} data-size={size} data-tone={tone} title={title}>
      {text}
    </span>
  )
}
