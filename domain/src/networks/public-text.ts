import { findMentions, withUsernames } from './mentions.ts'
import type { SocialNetwork } from './model.ts'

/** Somebody chosen from the suggestions: `mention` is what the text says, `name` and `username` what the network calls them. */
export type WrittenMention = {
  readonly id: string
  readonly mention: string
  readonly name?: string | undefined
  readonly username?: string | undefined
}

/** What is written for a post. `link`: the address of a link post; null if there is none. */
export type WrittenMessage = {
  readonly message: string
  readonly mentions: readonly WrittenMention[]
  readonly link: string | null
}

/** What the public reads. `names`: the names of mentioned pages, which stand in the text as links without an at sign. */
export type PublicText = { readonly text: string; readonly names: readonly string[] }

type TextStyle = {
  /** A page by its own name, or an account by its `@username`. */
  readonly mentions: 'name' | 'username'
  /** Whether mentions are links in a comment too. */
  readonly linksInComments: boolean
  /** An `@word` that is no chosen page, as a link; null: it is plain text. */
  readonly typedMention: RegExp | null
  /** Whether the address of a link post is sent in its text. */
  readonly appendsLink: boolean
}

/** How each network writes a text (docs/product/previews.md "Texts"). */
const textStyles: Readonly<Record<SocialNetwork, TextStyle>> = {
  facebook: { mentions: 'name', linksInComments: true, typedMention: null, appendsLink: false },
  instagram: {
    mentions: 'username',
    linksInComments: false,
    typedMention: /(?<![\p{L}\p{N}_.@/])@[\w.]*\w/u,
    appendsLink: false,
  },
  linkedin: { mentions: 'name', linksInComments: false, typedMention: null, appendsLink: false },
  twitter: {
    mentions: 'username',
    linksInComments: false,
    typedMention: /(?<![\p{L}\p{N}_.@/])@\w+/u,
    appendsLink: true,
  },
}

/** What the network makes a link of by itself in a text: an `@word`; null if it links only chosen pages. */
export const typedMentionOn = (network: SocialNetwork): RegExp | null => textStyles[network].typedMention

/** A message as the network's public reads it: with its mentions as the network writes them, and an appended address. */
export const publicMessage = (network: SocialNetwork, written: WrittenMessage): PublicText => {
  const { mentions: style, appendsLink } = textStyles[network]
  const { message, mentions, link } = written
  const mentioned = style === 'name' ? withNames(message, mentions) : plain(withUsernames(message, mentions))
  return appendsLink ? { ...mentioned, text: withLink(mentioned.text, link) } : mentioned
}

/** A first comment as the network's public reads it. */
export const publicComment = (
  network: SocialNetwork,
  comment: string,
  mentions: readonly WrittenMention[],
): PublicText => (textStyles[network].linksInComments ? withNames(comment, mentions) : plain(comment))

/** The texts of a post as the network's public reads them (docs/product/previews.md "Texts"). `names`: see `PublicText`. */
export type PublicTexts = {
  readonly message: string
  readonly firstComment: string
  readonly names: readonly string[]
}

export const publicTexts = (
  network: SocialNetwork,
  { firstComment, ...written }: WrittenMessage & { readonly firstComment: string },
): PublicTexts => {
  const shown = publicMessage(network, written)
  const comment = publicComment(network, firstComment, written.mentions)
  const names = [...new Set([...shown.names, ...comment.names])]
  return { message: shown.text, firstComment: comment.text, names }
}

/** Whether the text of a post stands below its pictures. */
export const textIsBelow: Readonly<Record<SocialNetwork, boolean>> = {
  facebook: false,
  instagram: true,
  linkedin: false,
  twitter: false,
}

const plain = (text: string): PublicText => ({ text, names: [] })

/** Ids of pages are numbers, which LinkedIn may write as a URN. */
const isPage = ({ id, mention, name }: WrittenMention): boolean =>
  /^(?:urn:li:organization:)?\d+$/.test(id) && mention !== '' && Boolean(name)

const withNames = (text: string, mentions: readonly WrittenMention[]): PublicText => {
  const pages = mentions.filter(isPage)
  const found = findMentions(pages.map(({ mention }) => mention))
  if (!found) return plain(text)
  const nameOf = (written: string) => pages.find(({ mention }) => mention === written)?.name ?? written
  const names = new Set(Array.from(text.matchAll(found), ([written]) => nameOf(written)))
  return { text: text.replaceAll(found, nameOf), names: [...names] }
}

/** The text with the address at its end, unless it contains it. */
const withLink = (text: string, link: string | null): string =>
  !link || contains(text, link) ? text : `${text}\n${link}`.trim()

/** Whether the text contains this URL, and not only as the beginning of a longer one. */
const contains = (text: string, url: string): boolean =>
  text
    .split(url)
    .slice(1)
    .some(rest => /^[)\].,;:!?'’”]*(?:$|[\s<>"])/.test(rest))
