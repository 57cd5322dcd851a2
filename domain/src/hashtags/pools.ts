import { hashtagCharacters, hashtagKey, hashtagsIn } from '#domain/kernel/hashtags.ts'
import { shortened } from '#domain/kernel/shortened.ts'
import { isEmptyText, oneLine } from '#domain/kernel/text.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import type { HashtagPool } from './model.ts'

/** docs/product/hashtags.md "Limits of a pool". */
const NAME_MAX = 255

/** More than any network takes in a post, many times over; a pool is chosen from as a whole. */
const HASHTAGS_MAX = 500

/** Instagram and LinkedIn take no longer ones. */
const HASHTAG_MAX = 100

/** Why the pool's name is refused, or `null`. Counted as it is stored, in characters as people count them. */
export function poolNameProblem(name: string): string | null {
  const { length } = [...oneLine(name)]
  // Fixed wording (docs/product/hashtags.md "Texts of pools").
  if (length === 0) return 'Pool Name is a required field'
  return length <= NAME_MAX ? null : `Please enter a pool name of at most ${NAME_MAX} characters`
}

/** Room for as many as a pool holds, written as long as they may be. More is not read: a request would keep everybody waiting. */
const TYPED_MAX = 110_000

/** What was typed as a pool's hashtags. */
export type ReadHashtags = {
  /** Each hashtag once, with its sign, as it was written first. */
  readonly tags: readonly string[]
  /** How many repeated an earlier one, in any case. */
  readonly repeated: number
  /** Words that cannot be hashtags. */
  readonly refused: readonly string[]
}

const separators = /[\s,;、，；#＃]+/u
// What stands around a hashtag in a sentence; the underscore belongs to it. A run at the end is matched only from its start, since
// trying from each character in it would take quadratic time.
const edges = /^[\p{P}--_]+|(?<![\p{P}--_])[\p{P}--_]+$/gv
const onlyHashtagCharacters = new RegExp(`^[${hashtagCharacters}]+$`, 'u')

// Not digits alone. In two steps, since one expression would take quadratic time to refuse a long word.
const isHashtag = (word: string): boolean => onlyHashtagCharacters.test(word) && /[\p{L}_]/u.test(word)

/**
 * Reads a pool's hashtags: words separated by spaces, line breaks, commas or semicolons, with or without their sign.
 * (docs/product/hashtags.md "Hashtags of a pool")
 */
export function readHashtags(typed: string): ReadHashtags {
  const words = typed
    .normalize('NFC')
    .split(separators)
    .map(word => word.replace(edges, ''))
    .filter(word => !isEmptyText(word))
  const tags = new Map<string, string>()
  const refused: string[] = []
  for (const word of words)
    if (!isHashtag(word)) refused.push(word)
    else if (!tags.has(hashtagKey(word))) tags.set(hashtagKey(word), `#${word}`)
  return { tags: [...tags.values()], repeated: words.length - refused.length - tags.size, refused }
}

/** Why a pool's hashtags are refused, or `null`. (docs/product/hashtags.md "Limits of a pool") */
export function poolHashtagsProblem(typed: string): string | null {
  if (typed.length > TYPED_MAX)
    return `This text is too long. A pool holds ${HASHTAGS_MAX} hashtags of at most ${HASHTAG_MAX} characters.`
  const { tags, refused } = readHashtags(typed)
  const [word] = refused
  if (word !== undefined)
    return `“${shortened(word, 41)}” is not a hashtag. Use letters, numbers and underscores, and not only numbers.`
  // Fixed wording (docs/product/hashtags.md "Texts of pools").
  if (tags.length === 0) return 'Hashtag is a required field'
  if (tags.length > HASHTAGS_MAX)
    return `A pool holds ${HASHTAGS_MAX} hashtags at most. These are ${tags.length}.`
  const long = tags.find(tag => [...tag].length - 1 > HASHTAG_MAX)
  return long === undefined
    ? null
    : `“${shortened(long, 41)}” is too long. A hashtag has ${HASHTAG_MAX} characters at most.`
}

/** The hashtags as a pool keeps them: joined by spaces. */
export const keptHashtags = (typed: string): string => readHashtags(typed).tags.join(' ')

/**
 * What a pasted text contributes to a pool: only the hashtags of a running text that has some, since its words are no hashtags. `null`:
 * the text is taken as it is. (docs/product/hashtags.md "Hashtags of a pool")
 */
export function pastedHashtags(pasted: string): { readonly text: string; readonly count: number } | null {
  const tags = [...new Set(hashtagsIn(pasted))]
  const others = readHashtags(pasted.replaceAll(/[#＃]\S+/gu, ' '))
  const isAllHashtags = others.tags.length + others.refused.length === 0
  return tags.length === 0 || isAllHashtags ? null : { text: tags.join(' '), count: tags.length }
}

/** What copying these pools gives: their hashtags joined by spaces, each once, without those that `text` already has. */
export function copiedHashtags(pools: readonly Pick<HashtagPool, 'hashtags'>[], text = ''): string[] {
  const present = new Set(hashtagsIn(text).map(hashtagKey))
  return readHashtags(pools.map(({ hashtags }) => hashtags).join(' ')).tags.filter(
    tag => !present.has(hashtagKey(tag)),
  )
}

/** How many hashtags a network takes in a post, and how many of `count` are too many; `null` if it sets no limit. */
export function hashtagLimit(
  network: SocialNetwork,
  count: number,
): { readonly max: number; readonly over: number } | null {
  const { maxHashtags } = networks[network]
  return maxHashtags === null ? null : { max: maxHashtags, over: Math.max(0, count - maxHashtags) }
}
