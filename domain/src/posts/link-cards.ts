import { asLookedUp } from '#domain/kernel/lookup-name.ts'
import { linkStyles } from '#domain/networks/link-words.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { firstLink } from './attachments.ts'
import type { Attachment, PageCard } from './model.ts'

/** What is shown of a link: its texts, and a picture's address or null. */
type Words = { readonly name: string; readonly description: string; readonly picture: string | null }

/**
 * The card that the network makes of a link: of what was written for it where the network takes that, otherwise of the page. `page` null:
 * it could not be read; undefined: it is still being read. Null: the network makes no card. (docs/product/previews.md "Link cards")
 */
export const networkCard = (
  network: SocialNetwork,
  type: PostType,
  own: Words & { readonly link: string },
  page: PageCard | null | undefined,
): Words | null => {
  const { takesWords, needsTags } = linkStyles[network]
  if (needsTags && page !== undefined && !page?.has_tags) return null
  const written = takesWords || type === 'link_carousel' ? own : { name: '', description: '', picture: null }
  return {
    name: written.name || page?.title || siteOf(own.link),
    description: written.description || page?.description || '',
    picture: written.picture ?? page?.picture ?? null,
  }
}

/** The address of a link post or a carousel's main card: its own, otherwise the first in its text. Null: no such post, or no address. */
export const linkOfCard = (type: PostType, own: string | undefined, message: string): string | null =>
  type === 'link' || type === 'link_carousel' ? (own ?? firstLink(message)) : null

/** The site of an address as networks show it, in the script in which it was written; empty for an incomplete address. */
export const siteOf = (link: string): string => {
  if (!URL.canParse(link)) return ''
  const site = new URL(link).hostname
  const written = /^https?:\/\/([\p{L}\p{M}\p{N}.-]+)/iu.exec(link)?.[1]?.toLowerCase().normalize('NFC') ?? ''
  return (asLookedUp(written) === site ? written : site).replace(/^www\./, '')
}

/** A link with what was written for its card. */
export type OwnCard = {
  readonly key: string
  readonly link: string
  readonly name: string
  readonly description: string
  readonly picture: string | null
}

/** An attachment, saved or still in an editor. `picture`: of its card; null without one. */
type Attached = {
  readonly key: string
  readonly description: Attachment['description']
  readonly fields: Attachment['extra_fields']
  readonly picture: string | null
}

/** The link of a link post, or the cards of a carousel, the main one first. */
export const shownCards = (
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

const toCard = ({ key, fields, picture }: Attached): OwnCard => ({
  key,
  link: fields.link ?? '',
  name: fields.name ?? '',
  description: fields.description ?? '',
  picture,
})
