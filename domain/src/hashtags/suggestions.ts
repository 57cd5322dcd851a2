import { hashtagKey, hashtagsIn } from '#domain/kernel/hashtags.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type UnreadReason, unreadText } from '#domain/networks/reading-words.ts'
import type { MentionSuggestion } from './model.ts'

/** How many characters a search begins with (docs/product/hashtags.md "Suggestions"). */
export const shortestSearch = { mention: 3, hashtag: 3, keyword: 2 } as const

/** The pause in typing before a search starts, in milliseconds (docs/product/hashtags.md "Suggestions"). */
export const SEARCH_DEBOUNCE_MS = 500
/** Longer where a search is charged for (decision 120). */
const pricedPauses: Readonly<Partial<Record<SocialNetwork, number>>> = { twitter: 1_200 }
export const searchPauseMs = (network: SocialNetwork): number => pricedPauses[network] ?? SEARCH_DEBOUNCE_MS

const handleFields: Readonly<Partial<Record<SocialNetwork, 'username' | 'vanity_name'>>> = {
  instagram: 'username',
  twitter: 'username',
  linkedin: 'vanity_name',
}

type Found = {
  readonly id: string
  readonly name: string
  readonly handle: string
  readonly logoUrl: string | null
}

/** What a network found, as sent on the wire. */
export function toSuggestion(
  network: SocialNetwork,
  { id, name, handle, logoUrl }: Found,
): MentionSuggestion {
  const field = handleFields[network]
  return {
    id,
    mention: mentionText({ id, name, handle }),
    logo_url: logoUrl,
    name,
    ...(field && handle !== '' ? { [field]: handle } : {}),
  }
}

/**
 * The text that mentions somebody: an at sign, then word characters, dots or underscores (docs/product/hashtags.md "Mentions"). This is the
 * handle if it consists of these, otherwise the name without its other characters.
 */
export function mentionText({ id, name, handle }: Pick<Found, 'id' | 'name' | 'handle'>): string {
  if (/^[\w.]*\w$/.test(handle)) return `@${handle}`
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w.]+/g, '')
    .replace(/^\.+|\.+$/g, '')
  return `@${plain || id.replace(/\W+/g, '')}`
}

/**
 * The hashtags in these texts that begin with `query`, without their sign, the most used first; each once, as it was written first.
 */
export function usedHashtags(texts: readonly string[], query: string): string[] {
  const uses = new Map<string, { tag: string; count: number }>()
  const begin = hashtagKey(query)
  for (const text of texts)
    for (const tag of hashtagsIn(text).map(written => written.slice(1))) {
      const key = hashtagKey(tag)
      if (!key.startsWith(begin)) continue
      const known = uses.get(key)
      uses.set(key, { tag: known?.tag ?? tag, count: (known?.count ?? 0) + 1 })
    }
  return [...uses.values()].toSorted((a, b) => b.count - a.count).map(({ tag }) => tag)
}

/** LinkedIn finds a page only by its exact name, so an empty result needs a sentence of its own (docs/product/hashtags.md "Search errors"). */
const nobodyFound: Readonly<Partial<Record<SocialNetwork, string>>> = {
  linkedin: 'Company page not found.',
}

/** The text shown if nobody is found; null if an empty list is enough. */
export function nobodyFoundText(network: SocialNetwork): string | null {
  return nobodyFound[network] ?? null
}

/** Networks that find only what was typed to the last letter, in words for the list of suggestions. */
const exactSearches: Readonly<Record<'mention' | 'hashtag', Partial<Record<SocialNetwork, string>>>> = {
  mention: {
    instagram: 'Instagram finds exact usernames only. Type the whole name.',
    linkedin: 'LinkedIn finds exact page names only: the last part of the page’s address.',
  },
  hashtag: { instagram: 'Besides your own, Instagram finds exact hashtags only.' },
}

/** What to know about a network's search; null if it finds the beginnings of words too. */
export function exactSearchText(network: SocialNetwork, kind: 'mention' | 'hashtag'): string | null {
  return exactSearches[kind][network] ?? null
}

/** Why mentions could not be searched (docs/product/hashtags.md "Search errors"). */
export function mentionError(
  network: SocialNetwork,
  reason: UnreadReason,
  retryAfterMs: number | null,
): string | null {
  if (reason === 'not_found') return nobodyFoundText(network)
  if (reason === 'down') return 'Error getting mentions. Please try again.'
  return unreadText(network, reason, retryAfterMs)
}
