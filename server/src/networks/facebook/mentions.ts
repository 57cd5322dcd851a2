import { escaped, findMentions } from '#domain/networks/mentions.ts'
import type { Mention } from '#domain/posts/model.ts'

/** Whether the mention is a page from the search. Other mentions stay plain text. */
const isPage = ({ id, mention }: Mention): boolean => /^\d+$/.test(id) && mention !== ''

const findPages = (mentions: readonly Mention[]): RegExp | null =>
  findMentions(mentions.filter(isPage).map(({ mention }) => mention))

/** The text with mentioned pages as `@[page id]` (docs/product/facebook.md "Mentions and page search"). */
export const markMentions = (text: string, mentions: readonly Mention[]): string => {
  const found = findPages(mentions)
  if (!found) return text
  const idOf = (name: string) => mentions.find(each => isPage(each) && each.mention === name)?.id
  return text.replaceAll(found, name => `@[${idOf(name)}]`)
}

/**
 * Whether a text that was read back is this one. Facebook shows a mentioned page by its current name, or the raw mark if the app may
 * not mention pages; the text around the mentions must be the same.
 */
export const isSameText = (readBack: string, text: string, mentions: readonly Mention[]): boolean => {
  const found = findPages(mentions)
  if (!found) return normalized(readBack) === normalized(text)
  const words = normalized(text).split(found).map(escaped)
  return new RegExp(`^${words.join('[^\\n]{1,255}')}$`, 'u').test(normalized(readBack))
}

/** Normalizes what networks change invisibly: line endings, trailing spaces and Unicode composition. */
export const normalized = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()
