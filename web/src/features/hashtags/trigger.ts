import { shortestSearch } from '#domain/hashtags/suggestions.ts'

/** What is being typed that could be completed. */
export type Trigger = {
  readonly kind: 'mention' | 'hashtag'
  readonly query: string
  /** How many characters before the caret it takes, its sign included. */
  readonly length: number
}

// LinkedIn's own names have hyphens, so a search may hold them though a mention does not
const mentionEnd = /(?:^|[\s(])@([\p{L}\p{N}_.-]*)$/u
const hashtagEnd = /(?:^|[\s(])#([\p{L}\p{N}_]*)$/u

/** The mention or hashtag that a text ends in, from more than 2 characters on (document 2 section 5); else null. */
export const triggerIn = (text: string): Trigger | null => {
  const mention = mentionEnd.exec(text)?.[1]
  const query = mention ?? hashtagEnd.exec(text)?.[1]
  if (query === undefined) return null
  const kind = mention === undefined ? 'hashtag' : 'mention'
  return query.length < shortestSearch[kind] ? null : { kind, query, length: query.length + 1 }
}
