import type { PostSocialStatus, PostStatus } from '#domain/posts/status.ts'
import { badgeOf, toneVar } from './status-badge.tsx'

const pencil = 'M4 20h4L18.5 9.5a2.8 2.8 0 1 0-4-4L4 16z'
const back = 'M7 11l-4 4l4 4M3 15h11a4 4 0 0 0 0-8h-1'
const people =
  'M5 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2M16 3.1a4 4 0 0 1 0 7.8M21 21v-2a4 4 0 0 0-3-3.9'
const clock = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3 3'

/** One path each: there are hundreds on a page, and an icon of the library has up to five elements. */
const signs: Readonly<Record<PostSocialStatus | PostStatus, string>> = {
  temporary_draft: pencil,
  draft: pencil,
  pending_internal_approval: people,
  pending_external_approval:
    'M8 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M6 21v-2a4 4 0 0 1 4-4h1M18 22l3.3-3.3a2.2 2.2 0 0 0-3.3-3a2.2 2.2 0 0 0-3.3 3z',
  pending_approval: people,
  approved: 'M5 12l5 5L20 7',
  unapproved: back,
  requires_revision: back,
  skip_approved: clock,
  scheduled: clock,
  pending_publish: 'M4 4l7 17l2.5-7.5L21 11z',
  on_publishing: 'M12 20V4M6 10l6-6l6 6',
  live: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M3 12h18M12 3a15 15 0 0 1 0 18M12 3a15 15 0 0 0 0 18',
  publishing_failed: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  deleted: pencil,
}

type Props = { readonly status: PostSocialStatus | PostStatus; readonly size?: number }

/** A status as a sign in its colour, where there is no room for its badge. What stands beside it says the status in words. */
export function StatusSign({ status, size = 14 }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={toneVar(badgeOf(status).tone, 'fg')}
      strokeWidth={2}
      aria-hidden
    >
      <path d={signs[status]} />
    </svg>
  )
}
