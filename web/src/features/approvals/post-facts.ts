import { readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { isStory } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import { postTypeNames } from '#web/ui/post-type.tsx'

/** When the post goes out, `dd/MM/yy h:mm a` (document 2 section 2 "Approval list and item"); null without a schedule. */
export const scheduleText = (post: Pick<Post, 'latest_schedule'>, timezone: string): string | null => {
  const { latest_schedule: schedule } = post
  return schedule && formatInstant(readInstant(schedule.datetime), timezone, formats.dateTime)
}

/** The picture that stands for a post: the first that one of its versions has, a video's chosen one and a card's included. */
export const coverOf = (post: Pick<Post, 'post_socials'>, size: 'small' | 'medium'): string | null => {
  for (const { attachments } of post.post_socials)
    for (const { object_data, thumbnail_object_data } of attachments) {
      const previews = thumbnail_object_data?.previews ?? object_data?.previews
      if (previews) return previews[size]
    }
  return null
}

/** The text that stands for a post: the first version's that has one, what a story is, else the documents' "Empty message". */
export const firstMessage = (post: Pick<Post, 'post_socials' | 'type'>): string =>
  post.post_socials.find(({ message }) => message.trim() !== '')?.message ??
  (isStory(post.type) ? postTypeNames[post.type] : 'Empty message')
