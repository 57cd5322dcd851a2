import type { z } from 'zod'
import type { Crop } from '#domain/media/model.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { Attachment, attachmentExtraFields, postSocialExtraFields } from '#domain/posts/model.ts'

/** A media file of an export. `parent`: the picture that it is a crop of. */
export type ArchivedMedia = {
  readonly file: string
  readonly sha256: string
  readonly name: string
  readonly crop: Crop | null
  readonly parent: Omit<ArchivedMedia, 'crop' | 'parent'> | null
}

export type ArchivedVersion = {
  readonly network: SocialNetwork
  readonly type: PostType
  readonly message: string
  readonly first_comment: string
  readonly message_editor_state: string | null
  readonly extra_fields: z.output<typeof postSocialExtraFields>
  readonly attachments: readonly {
    readonly media: ArchivedMedia | null
    readonly thumbnail: ArchivedMedia | null
    readonly description: Attachment['description']
    readonly extra_fields: z.output<typeof attachmentExtraFields>
  }[]
}

/** What an import takes of a post of an export. The time is local to the zone beside it. */
export type ArchivedPost = {
  readonly type: PostType
  readonly schedule: {
    readonly date: string
    readonly time: string
    readonly timezone: string
    readonly is_autoposting: boolean
  } | null
  readonly versions: readonly ArchivedVersion[]
  /** The name of its campaign, empty for none; left out in exports from before there were any. */
  readonly campaign?: string
}

/** A post as it stands in an export. `lost`: the names of files that the export lacks, without which it comes. */
export type ArchivedRow = {
  readonly post_id: number
  readonly created_at: string
  readonly was_published: boolean
  readonly post: ArchivedPost
  readonly lost: readonly string[]
  /** The names of files that are larger than Galley takes. */
  readonly oversized: readonly string[]
}

export type ArchivedLabel = {
  readonly text: string
  readonly color: string
  readonly start_at: string
  readonly end_at: string
}

export type ArchivedCampaign = {
  readonly name: string
  readonly color: string
  readonly start_at: string | null
  readonly end_at: string | null
  readonly goal: string
}

export type ArchivedPool = { readonly name: string; readonly hashtags: string }

/** What was read of an export. */
export type ReadArchive = {
  readonly project: { readonly id: number; readonly name: string }
  /** Where it is in the zip file: empty, or with a slash at its end. */
  readonly folder: string
  readonly labels: readonly ArchivedLabel[]
  readonly hashtag_pools: readonly ArchivedPool[]
  readonly campaigns: readonly ArchivedCampaign[]
  readonly rows: readonly ArchivedRow[]
}
