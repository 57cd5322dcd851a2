import type { SocialNetwork } from './model.ts'

/** What a network makes of a link post. */
type LinkStyle = {
  /** Whether it shows a name, description and picture that are sent with the link; otherwise it reads the page itself. */
  readonly takesWords: boolean
  /** Whether it makes a card only of pages with Open Graph or Twitter tags. */
  readonly needsTags: boolean
  /** Whether it makes a card of the first link in a text without media. */
  readonly readsText: boolean
}

/** Facebook shows words of our own only to verified owners of the link (docs/product/facebook.md "Text and link posts"). */
export const linkStyles: Readonly<Record<SocialNetwork, LinkStyle>> = {
  facebook: { takesWords: false, needsTags: false, readsText: false },
  instagram: { takesWords: false, needsTags: false, readsText: false },
  linkedin: { takesWords: true, needsTags: false, readsText: false },
  twitter: { takesWords: false, needsTags: true, readsText: true },
}

/** Whether the texts of a link post's card can be edited on the network. */
export const takesLinkWords = (network: SocialNetwork): boolean => linkStyles[network].takesWords
