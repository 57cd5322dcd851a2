import type { Mention } from '#domain/posts/model.ts'
import { escaped, findMentions } from '../mentions.ts'

/** A page chosen from the search; a mention without a page's id stays the text that it is. */
const isPage = ({ id, mention }: Mention): boolean => /^\d+$/.test(id) && mention !== ''

const findPages = (mentions: readonly Mention[]): RegExp | null =>
  findMentions(mentions.filter(isPage).map(({ mention }) => mention))

/** The text as Facebook reads it: a page is mentioned by `@[page id]` (networks.md 3.7). */
export const markMentions = (text: string, mentions: readonly Mention[]): string => {
  const found = findPages(mentions)
  if (!found) return text
  const idOf = (name: string) => mentions.find(each => isPage(each) && each.mention === name)?.id
  return text.replaceAll(found, name => `@[${idOf(name)}]`)
}

/**
 * Whether a text that was read back is this one. Facebook shows a mentioned page under the name that it has now, or the mark itself where
 * the app may not mention; the words around must be the same.
 */
export const isSameText = (readBack: string, text: string, mentions: readonly Mention[]): boolean => {
  const found = findPages(mentions)
  if (!found) return normalized(readBack) === normalized(text)
  const words = normalized(text).split(found).map(escaped)
  return new RegExp(`^${words.join('[^\\n]{1,255}')}$`, 'u').test(normalized(readBack))
}

/** Networks tidy what nobody sees: ends of lines, spaces before them, how an accent is put together. */
export const normalized = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()
