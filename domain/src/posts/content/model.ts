import type { z } from 'zod'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { attachmentExtraFields, postSocialExtraFields } from '#domain/posts/model.ts'

/**
 * What an approval is bound to and the publisher sends: text, media, order, links, first comment, mentions (document 3 "What was
 * approved is what goes out"). Files are named by their content's SHA-256, not by an id.
 */
export type Content = {
  readonly social_network: SocialNetwork
  readonly type: PostType
  readonly message: string
  readonly first_comment: string
  readonly extra_fields: z.output<typeof postSocialExtraFields>
  readonly attachments: readonly {
    readonly sha256: string | null
    readonly thumbnail_sha256: string | null
    readonly description: string
    readonly extra_fields: z.output<typeof attachmentExtraFields>
  }[]
}
