import { writtenText } from '#domain/kernel/text.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import { badgeStatus, badges, type PostSocialStatus } from '#domain/posts/status.ts'

/** How far a feed reaches, and how many events it has at most: calendars read the whole of it each time. */
export const feedLimits = { daysBack: 90, daysAhead: 730, events: 5000 } as const

/** A post goes out at one moment, but calendars hardly show what is shorter. */
export const EVENT_MINUTES = 15

/** What an event says of its post. `isConfirmed`: nothing is left to decide. */
export type FeedEvent = { readonly title: string; readonly status: string; readonly isConfirmed: boolean }

const certain: readonly PostSocialStatus[] = ['scheduled', 'approved', 'live']

/** A post as an event: its networks, and the first line of its text or else what kind of post it is. (docs/product/calendar-feed.md "What it contains") */
export const feedEvent = (post: Pick<PostSummary, 'message' | 'type' | 'post_socials'>): FeedEvent => {
  const [line = ''] = post.message.trim().split('\n')
  const networks = post.post_socials.map(({ social_network }) => networkNames[social_network]).join(', ')
  const statuses = post.post_socials.map(({ status }) => status)
  return {
    title: `${networks}: ${writtenText(line) || postTypeNames[post.type]}`,
    status: badges[badgeStatus(statuses)].text,
    isConfirmed: statuses.every(status => certain.includes(status)),
  }
}
