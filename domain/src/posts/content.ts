import type { z } from 'zod'
import { phrase } from '#domain/kernel/languages/words.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { Attachment, attachmentExtraFields, PageCard, postSocialExtraFields } from './model.ts'

/** What the card of a version's link is made of, as it is stored: the picture by its storage key, which never gets another picture. */
export type StoredLinkedPage = {
  readonly url: string
  /** Null: the page had not been read when the version was sent. */
  readonly page: (Omit<PageCard, 'picture'> & { readonly picture_key: string | null }) | null
}

/**
 * What an approval is bound to and the publisher sends: text, media, order, links and their cards, first comment, mentions (docs/product/approvals.md "Changes after approval"). Files are named by their content's SHA-256, not by an id.
 */
export type Content = {
  readonly social_network: SocialNetwork
  readonly type: PostType
  readonly message: string
  readonly first_comment: string
  readonly extra_fields: z.output<typeof postSocialExtraFields>
  readonly linked_page: StoredLinkedPage | null
  readonly attachments: readonly {
    readonly sha256: string | null
    readonly thumbnail_sha256: string | null
    readonly description: Attachment['description']
    readonly extra_fields: z.output<typeof attachmentExtraFields>
  }[]
}

/** JSON with sorted keys and without empty values, so that equal content always gives equal text. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined && entry !== null && entry !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, canonical(entry)]),
  )
}

/** The canonical text of a content; its SHA-256 is the content digest. */
export const canonicalContent = (content: Content): string =>
  JSON.stringify(
    canonical({
      social_network: content.social_network,
      type: content.type,
      message: content.message,
      first_comment: content.first_comment,
      mentions: content.extra_fields.mentions ?? [],
      content_tags: content.extra_fields.content_tags ?? [],
      attachments: content.attachments,
      linked_page: content.linked_page,
    }),
  )

/** The parts of a content that are compared for changes. Files may be named by digest, id or address. */
type ComparedContent = Pick<Content, 'type' | 'message' | 'first_comment' | 'extra_fields'> & {
  readonly attachments: readonly unknown[]
  readonly linked_page: unknown
}

const comparedParts: readonly (readonly [string, (content: ComparedContent) => unknown])[] = [
  [phrase('text'), content => content.message],
  [phrase('first comment'), content => content.first_comment],
  [phrase('media'), content => content.attachments],
  [phrase('link card'), content => content.linked_page],
  [
    phrase('mentions'),
    ({ extra_fields: { mentions, content_tags } }) => [mentions ?? [], content_tags ?? []],
  ],
  [phrase('type'), content => content.type],
]

/** What differs between two contents, in words for people: `text`, `first comment`, `media`, `link card`, `mentions`, `type`. */
export const changedParts = <C extends ComparedContent>(before: C, after: C): string[] =>
  comparedParts
    .filter(([, read]) => JSON.stringify(canonical(read(before))) !== JSON.stringify(canonical(read(after))))
    .map(([name]) => name)
