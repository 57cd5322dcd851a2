import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import { type ShownMedia, toShownMedia } from '#web/features/media/components/shown-media.ts'
import { networkNames } from '#web/ui/network-badge.tsx'
import { formatInstant } from '#web/ui/zoned-time.tsx'

/** What a preview shows of a post social. */
export type PreviewContent = {
  readonly network: SocialNetwork
  readonly type: PostType
  readonly message: string
  readonly firstComment: string
  readonly media: readonly ShownMedia[]
}

export type PreviewAccount = { readonly name: string; readonly logo: string | null }

/** A post social as the wire carries it. */
export const previewOf = (postSocial: PostSocial): PreviewContent => ({
  network: postSocial.social_network,
  type: postSocial.type,
  message: postSocial.message,
  firstComment: postSocial.first_comment,
  media: postSocial.attachments.flatMap(({ id, object_data: data, extra_fields: fields }) => {
    const shown = data && toShownMedia(String(id), data, fields.alt_text)
    return shown ? [shown] : []
  }),
})

/** The account a network's version goes out from; the network's own name while none is connected. */
export const accountOf = (
  socials: readonly ProjectSocial[] | undefined,
  network: SocialNetwork,
): PreviewAccount => {
  const account = socials?.find(({ social_network }) => social_network === network)
  return { name: account?.name || networkNames[network], logo: account?.logo ?? null }
}

/** The date under the account's name: when it went out, or is to go out. */
export const previewDate = (
  post: Pick<Post, 'latest_schedule'>,
  postSocial: Pick<PostSocial, 'published_at'>,
  timezone: string,
): string => {
  const instant = postSocial.published_at ?? post.latest_schedule?.datetime
  return instant ? formatInstant(instant, timezone) : 'Just now'
}
