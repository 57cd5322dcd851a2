import { dayOf, readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formatPreviewDay, formats } from '#domain/kernel/time-format.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { type PublicTexts, publicTexts } from '#domain/networks/public-text.ts'
import { linkOfCard, type OwnCard, shownCards } from '#domain/posts/link-cards.ts'
import type { Attachment, LinkedPage, PageCard, PostSocial } from '#domain/posts/model.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import { type FileToShow, type ShownMedia, toShownMedia } from '#web/features/media/shown-media.ts'

/** A link as its card shows it. */
export type ShownCard = OwnCard & {
  /** What the card is made of since the version was sent, null if the page was not known; undefined: what the page says now. */
  readonly page: PageCard | null | undefined
}

/** What a preview shows of a post social. */
export type PreviewContent = PublicTexts & {
  readonly network: SocialNetwork
  readonly type: PostType
  readonly media: readonly ShownMedia[]
  /** The link of a link post, or the cards of a carousel, the main one first. */
  readonly cards: readonly ShownCard[]
}

/** An attachment, saved or still in an editor. */
type Attached = {
  readonly key: string
  readonly data: FileToShow | null
  readonly thumbnail: FileToShow | null
  readonly description: Attachment['description']
  readonly fields: Attachment['extra_fields']
}

/** The files and the cards of a post social of this type: a card's image is not a file of the post. `linked`: see `PostSocial`. */
export const shownParts = (
  network: SocialNetwork,
  type: PostType,
  message: string,
  attached: readonly Attached[],
  linked: LinkedPage | null,
): Pick<PreviewContent, 'media' | 'cards'> => ({
  media: attached.flatMap(({ key, data, thumbnail, description, fields }) => {
    const shown =
      description === 'media' &&
      data &&
      toShownMedia(key, data, { altText: fields.alt_text, title: fields.title, thumbnail })
    return shown ? [shown] : []
  }),
  cards: shownCards(
    network,
    type,
    message,
    attached.map(({ data, thumbnail, ...rest }) => ({ ...rest, picture: pictureOf(thumbnail ?? data) })),
  ).map(card => ({
    ...card,
    page: linked !== null && linked.url === card.link ? linked.page : undefined,
  })),
})

const pictureOf = (data: Attached['data']): string | null =>
  data && (data.previews?.medium ?? data.public_url)

/** The first comment that is or will be below the post, but not one that the network has refused. */
export const shownComment = (
  { first_comment_status: status }: Pick<PostSocial, 'first_comment_status'>,
  text: string,
): string => (status === 'failed' ? '' : text)

/** A post social in its wire format. */
export const previewOf = (postSocial: PostSocial): PreviewContent => ({
  network: postSocial.social_network,
  type: postSocial.type,
  ...publicTexts(postSocial.social_network, {
    message: postSocial.message,
    firstComment: shownComment(postSocial, postSocial.first_comment),
    mentions: postSocial.extra_fields.mentions ?? [],
    link: linkOfCard(
      postSocial.type,
      postSocial.attachments.find(({ description }) => description === 'link')?.extra_fields.link,
      postSocial.message,
    ),
  }),
  ...shownParts(
    postSocial.social_network,
    postSocial.type,
    postSocial.message,
    postSocial.attachments.map(({ id, object_data, thumbnail_object_data, description, extra_fields }) => ({
      key: String(id),
      data: object_data,
      thumbnail: thumbnail_object_data,
      description,
      fields: extra_fields,
    })),
    postSocial.linked_page,
  ),
})

/**
 * The date below the account's name: when it was or will be published, without the year if it is the current one.
 * (docs/product/previews.md "Preview dates")
 */
export const previewDate = (
  post: { readonly latest_schedule: Pick<Schedule, 'datetime'> | null },
  postSocial: Pick<PostSocial, 'published_at'>,
  timezone: string,
  now: Date,
): string => {
  const datetime = postSocial.published_at ?? post.latest_schedule?.datetime
  if (!datetime) return 'Just now'
  const instant = readInstant(datetime)
  const day = formatPreviewDay(dayOf(instant, timezone), dayOf(now, timezone))
  return `${day}, ${formatInstant(instant, timezone, formats.time)}`
}
