import { shortestSearch } from '#domain/hashtags/suggestions.ts'
import { hashtagCharacters } from '#domain/kernel/hashtags.ts'

/** A mention or hashtag being typed that can be completed. */
export type Trigger = {
  readonly kind: 'mention' | 'hashtag'
  readonly query: string
  /** How many characters before the caret it takes up, its sign included. */
  readonly length: number
}

// LinkedIn names may contain hyphens, so a search may too, although a mention may not.
const mentionEnd = /(?:^|[\s(])@([\p{L}\p{N}_.-]*)$/u
const hashtagEnd = new RegExp(String.raw`(?:^|[\s(])#([${hashtagCharacters}]*)$`, 'u')

/** The mention or hashtag at the end of a text, from 3 characters on (docs/product/hashtags.md "Suggestions"); else null. */
export const triggerIn = (text: string): Trigger | null => {
  const mention = mentionEnd.exec(text)?.[1]
  const query = mention ?? hashtagEnd.exec(text)?.[1]
  if (query === undefined) return null
  const kind = mention === undefined ? 'hashtag' : 'mention'
  return query.length < shortestSearch[kind] ? null : { kind, query, length: query.length + 1 }
}
