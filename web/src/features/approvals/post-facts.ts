import { isEmptyText } from '#domain/kernel/text.ts'
import { readInstant, timezoneLabel } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { isStory } from '#domain/networks/model.ts'
import { postTypeNames } from '#domain/networks/names.ts'
import type { Post } from '#domain/posts/model.ts'

/** When the post will be published, as it stands beside an approval, with the zone; null without a schedule. */
export const scheduleText = (post: Pick<Post, 'latest_schedule'>, timezone: string): string | null => {
  const { latest_schedule: schedule } = post
  const at = schedule && formatInstant(readInstant(schedule.datetime), timezone, formats.besideApproval)
  return at && `${at} ${timezoneLabel(timezone)}`
}

/** The cover of a post: the first image among its versions, including a video's chosen still and a card's image. */
export const coverOf = (post: Pick<Post, 'post_socials'>, size: 'small' | 'medium'): string | null => {
  for (const { attachments } of post.post_socials)
    for (const { object_data, thumbnail_object_data } of attachments) {
      const previews = thumbnail_object_data?.previews ?? object_data?.previews
      if (previews) return previews[size]
    }
  return null
}

/**
 * The text that represents a post: that of the first version that has one, else what a story is, else "Empty message"
 * (docs/product/approvals.md "Texts").
 */
export const firstMessage = (post: Pick<Post, 'post_socials' | 'type'>): string =>
  post.post_socials.find(({ message }) => !isEmptyText(message))?.message ??
  // Fixed wording (docs/product/posts.md "Texts").
  (isStory(post.type) ? postTypeNames[post.type] : 'Empty message')
