import { dayOf, readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formatPreviewDay, formats } from '#domain/kernel/time-format.ts'
import { linkStyles } from '#domain/networks/link-words.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { firstLink } from '#domain/posts/attachments.ts'
import type { Attachment, LinkedPage, PageCard, Post, PostSocial } from '#domain/posts/model.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import { type ShownMedia, toShownMedia } from '#web/features/media/shown-media.ts'

/** A link as its card shows it. */
export type ShownCard = {
  readonly key: string
  readonly link: string
  readonly name: string
  readonly description: string
  readonly picture: string | null
  /** What the card is made of since the version was sent, null if the page was not known; undefined: what the page says now. */
  readonly page: PageCard | null | undefined
}

/** What a preview shows of a post social. */
export type PreviewContent = {
  readonly network: SocialNetwork
  readonly type: PostType
  readonly message: string
  readonly firstComment: string
  readonly media: readonly ShownMedia[]
  /** The link of a link post, or the cards of a carousel, the main one first. */
  readonly cards: readonly ShownCard[]
}

export type PreviewAccount = {
  readonly name: string
  readonly logo: string | null
  /** The name after an at sign, on networks that show one. */
  readonly handle: string | null
}

/** An attachment, saved or still in an editor. */
type Attached = {
  readonly key: string
  readonly data: Attachment['object_data']
  readonly thumbnail: Attachment['object_data']
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
      description === 'media' && data && toShownMedia(key, data, { altText: fields.alt_text, thumbnail })
    return shown ? [shown] : []
  }),
  cards: shownCards(network, type, message, attached).map(card => ({
    ...card,
    page: linked !== null && linked.url === card.link ? linked.page : undefined,
  })),
})

/** A card with what was written for it. */
type OwnCard = Omit<ShownCard, 'page'>

const shownCards = (
  network: SocialNetwork,
  type: PostType,
  message: string,
  attached: readonly Attached[],
): OwnCard[] => {
  if (type === 'text') return linkStyles[network].readsText ? cardsOfText(message) : []
  if (type !== 'link' && type !== 'link_carousel') return []
  const links = attached.filter(({ description }) => description === 'link').slice(0, 1)
  if (type === 'link_carousel')
    return [...links, ...attached.filter(({ description }) => description === 'child-link')].map(toCard)
  if (links.length > 0) return links.map(toCard)
  // A link post without a link uses the first one in its text.
  return cardsOfText(message)
}

const cardsOfText = (message: string): OwnCard[] => {
  const link = firstLink(message)
  return link === null ? [] : [{ key: 'from-message', link, name: '', description: '', picture: null }]
}

const toCard = ({ key, fields, ...card }: Attached): OwnCard => ({
  key,
  link: fields.link ?? '',
  name: fields.name ?? '',
  description: fields.description ?? '',
  picture: pictureOf(card.thumbnail ?? card.data),
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
  message: postSocial.message,
  firstComment: shownComment(postSocial, postSocial.first_comment),
  ...shownParts(
    postSocial.social_network,
    postSocial.type,
    postSocial.message,
    postSocial.attachments.map(({ id, object_data, thumbnail_object_data, description, extra_fields }) => ({
      ...{ key: String(id), data: object_data, thumbnail: thumbnail_object_data },
      ...{ description, fields: extra_fields },
    })),
    postSocial.linked_page,
  ),
})

/** The account that a version is published from; the network's name if none is connected. */
export const accountOf = (
  socials: readonly ProjectSocial[] | undefined,
  network: SocialNetwork,
): PreviewAccount => {
  const account = socials?.find(({ social_network }) => social_network === network)
  const handle = account?.account_details.screen_name
  return {
    name: account?.name || networkNames[network],
    logo: account?.logo ?? null,
    handle: typeof handle === 'string' && handle !== '' ? handle : null,
  }
}

/**
 * The date below the account's name: when it was or will be published, without the year if it is the current one.
 * (docs/product/previews.md "Preview dates")
 */
export const previewDate = (
  post: Pick<Post, 'latest_schedule'>,
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
