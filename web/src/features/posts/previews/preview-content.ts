import { dayOf, readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formatPreviewDay, formats } from '#domain/kernel/time-format.ts'
import { linkStyles } from '#domain/networks/link-words.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { publicComment, publicMessage } from '#domain/networks/public-text.ts'
import { firstLink } from '#domain/posts/attachments.ts'
import { linkOfCard } from '#domain/posts/link-cards.ts'
import type { Attachment, LinkedPage, Mention, PageCard, PostSocial } from '#domain/posts/model.ts'
import type { Schedule } from '#domain/schedules/model.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import { type FileToShow, type ShownMedia, toShownMedia } from '#web/features/media/shown-media.ts'

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
  /** The texts as the network's public reads them (docs/product/previews.md "Texts"). */
  readonly message: string
  readonly firstComment: string
  /** The names of mentioned pages in them, which are links. */
  readonly names: readonly string[]
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
  const { readsText } = linkStyles[network]
  if (type === 'text') return readsText ? cardsOfText(message) : []
  if (type !== 'link' && type !== 'link_carousel') return []
  const inText = readsText ? cardsOfText(message) : []
  // The post's own address stands at the end of the text, and the first one gets the card.
  if (inText.length > 0) return inText
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

type Written = {
  readonly type: PostType
  readonly message: string
  readonly firstComment: string
  readonly mentions: readonly Mention[]
  readonly link: string | undefined
}

/** What is written, as the network's public reads it. */
export const shownTexts = (
  network: SocialNetwork,
  { type, message, firstComment, mentions, link }: Written,
): Pick<PreviewContent, 'message' | 'firstComment' | 'names'> => {
  const shown = publicMessage(network, { message, mentions, link: linkOfCard(type, link, message) })
  const comment = publicComment(network, firstComment, mentions)
  const names = [...new Set([...shown.names, ...comment.names])]
  return { message: shown.text, firstComment: comment.text, names }
}

/** A post social in its wire format. */
export const previewOf = (postSocial: PostSocial): PreviewContent => ({
  network: postSocial.social_network,
  type: postSocial.type,
  ...shownTexts(postSocial.social_network, {
    type: postSocial.type,
    message: postSocial.message,
    firstComment: shownComment(postSocial, postSocial.first_comment),
    mentions: postSocial.extra_fields.mentions ?? [],
    link: postSocial.attachments.find(({ description }) => description === 'link')?.extra_fields.link,
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

/** Networks that show an account by its handle, whatever else it is called. */
const calledByHandle: readonly SocialNetwork[] = ['instagram']

/** The account that a version is published from; the network's name if none is connected. */
export const accountOf = (
  socials: readonly Pick<ProjectSocial, 'social_network' | 'name' | 'logo' | 'account_details'>[] | undefined,
  network: SocialNetwork,
): PreviewAccount => {
  const account = socials?.find(({ social_network }) => social_network === network)
  const { screen_name, username } = account?.account_details ?? {}
  const handle = screen_name || username || null
  return {
    name: (calledByHandle.includes(network) && handle) || account?.name || networkNames[network],
    logo: account?.logo ?? null,
    handle,
  }
}

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
