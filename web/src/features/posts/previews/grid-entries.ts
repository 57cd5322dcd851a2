import type { Output } from '#domain/kernel/endpoint.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { isStory } from '#domain/networks/model.ts'
import type { listPosts } from '#domain/posts/contract.ts'
import type { InstagramMediaItem } from '#domain/posts/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import type { Schedule } from '#domain/schedules/model.ts'

type Summary = Output<typeof listPosts>[number]

/** A square of the grid, with the texts of its popup. */
export type GridEntry = {
  readonly key: string
  readonly postId: number | null
  readonly picture: string | null
  readonly message: string
  readonly at: Date
  readonly status: string
  readonly date: string
  /** The schedule of a post that has not gone out yet. */
  readonly plan: Pick<Schedule, 'id' | 'datetime' | 'is_autoposting'> | null
}

/** The grid shows nine posts (docs/product/previews.md "Instagram grid"). */
export const gridSize = 9
const network = 'instagram'

/** Fixed wording (docs/product/previews.md "Grid texts"). */
const statusTexts: Readonly<Partial<Record<PostSocialStatus, string>>> = {
  temporary_draft: 'Draft post.',
  draft: 'Draft post.',
  on_publishing: 'Post starts publishing process',
  pending_external_approval: 'Pending external approval.',
  pending_internal_approval: 'Pending internal approval.',
  publishing_failed: 'Publishing failed',
  requires_revision: 'Requires revision post.',
}

const sent: readonly PostSocialStatus[] = ['live', 'on_publishing']

/** Scheduled and imported posts, newest first. A post published from Galley is shown once, as the post it is here. */
export const gridEntries = (
  posts: readonly Summary[],
  imported: readonly InstagramMediaItem[],
  timezone: string,
): GridEntry[] => {
  const own = posts.flatMap(post => ownEntry(post, timezone) ?? [])
  const known = new Set(own.map(({ postId }) => postId))
  const others = imported
    .filter(item => item.post_id === null || !known.has(item.post_id))
    .map(item => importedEntry(item, timezone))
  return [...own, ...others].toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** Nine of them, including the post being written. */
export const shownEntries = (
  entries: readonly GridEntry[],
  currentPostId: number | null,
): readonly GridEntry[] => {
  const place = entries.findIndex(({ postId }) => postId !== null && postId === currentPostId)
  const start = Math.max(0, Math.min(place, entries.length - 1) - gridSize + 1)
  return entries.slice(start, start + gridSize)
}

/** Only posts with a schedule (docs/product/previews.md "Instagram grid"). */
const ownEntry = (post: Summary, timezone: string): GridEntry | null => {
  const social = post.post_socials.find(one => one.social_network === network)
  const { latest_schedule: schedule } = post
  // A story is not in the grid of its account.
  if (!social || !schedule || social.status === 'deleted' || isStory(social.type)) return null
  const at = new Date(schedule.datetime)
  const date = formatInstant(at, timezone, formats.grid)
  const isLive = social.status === 'live'
  return {
    key: `post-${post.id}`,
    postId: post.id,
    picture: post.preview,
    message: post.message,
    at,
    plan: sent.includes(social.status) ? null : schedule,
    // Fixed wording (docs/product/previews.md "Grid texts").
    status: isLive ? `Post was published on the ${date}` : (statusTexts[social.status] ?? ''),
    date: isLive
      ? ''
      : schedule.is_autoposting
        ? // Fixed wording (docs/product/previews.md "Grid texts").
          `Scheduled on the ${date}`
        : `Pending manual publish on the ${date}`,
  }
}

const importedEntry = (item: InstagramMediaItem, timezone: string): GridEntry => {
  const at = new Date(item.created_at)
  return {
    key: `instagram-${item.id}`,
    postId: null,
    picture: item.thumbnail_url ?? item.media_url,
    message: item.message,
    at,
    plan: null,
    // Fixed wording (docs/product/previews.md "Grid texts").
    status: 'Post from Instagram.',
    date: `Published on the ${formatInstant(at, timezone, formats.grid)}`,
  }
}
