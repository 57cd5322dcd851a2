import { asLookedUp } from '#domain/kernel/lookup-name.ts'
import { linkStyles } from '#domain/networks/link-words.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { firstLink } from './attachments.ts'
import type { PageCard } from './model.ts'

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
