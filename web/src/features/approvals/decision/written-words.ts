import { introducedTextProblems } from '#domain/approvals/text-proposals.ts'
import { phrase } from '#domain/kernel/languages/words.ts'
import type { Problem, ProblemCode } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { networks } from '#domain/networks/network.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { contentOf } from '#domain/posts/problems.ts'
import { pageWords, say } from '#web/platform/words.ts'

/** Other words for a version, and the text that their writer had before them. */
type Written = { readonly seen: string; readonly words: string }
/** By the id of the version. */
export type WrittenWords = Readonly<Record<string, Written>>

const isWritten = (stored: unknown): stored is Written => {
  const { seen, words } = (stored ?? {}) as Partial<Record<keyof Written, unknown>>
  return typeof seen === 'string' && typeof words === 'string'
}

export const readWritten = (stored: unknown): WrittenWords | null =>
  typeof stored === 'object' && stored !== null && Object.values(stored).every(isWritten)
    ? (stored as WrittenWords)
    : null

/** Versions that say the same now, and are to say the same: they are written in one field. */
export type WordsGroup = Written & { readonly now: string; readonly versions: readonly PostSocial[] }

export const wordsGroups = (versions: readonly PostSocial[], written: WrittenWords): WordsGroup[] => {
  const groups = new Map<string, WordsGroup>()
  for (const version of versions) {
    const now = version.message
    const own = written[version.id] ?? { seen: now, words: now }
    const key = JSON.stringify([now, own.seen, own.words])
    groups.set(key, { ...own, now, versions: [...(groups.get(key)?.versions ?? []), version] })
  }
  return [...groups.values()]
}

/** In English the problem's own text is said (docs/product/posts.md "Problems"); other languages say what they can of it. */
const texts: Readonly<Partial<Record<ProblemCode, string>>> = {
  message_required: phrase('Message is required'),
  message_too_long: phrase('Message length should be less than {count} characters.'),
  message_character_refused: phrase('{network} does not take one of these characters.'),
  too_many_hashtags: phrase('{network} takes this many hashtags at most: {count}.'),
  too_many_mentions: phrase('{network} takes this many mentions at most: {count}.'),
  too_many_cashtags: phrase('{network} takes this many cashtags at most: {count}.'),
}

const limitOf = ({ code, network }: Problem): number => {
  const { message, maxHashtags, maxMentions, maxCashtags } = networks[network]
  if (code === 'too_many_hashtags') return maxHashtags ?? 0
  if (code === 'too_many_mentions') return maxMentions ?? 0
  return code === 'too_many_cashtags' ? (maxCashtags ?? 0) : message.max
}

/** Why the network of a version does not take these words, before they are sent; null: it does. */
export const wordsProblem = (version: PostSocial, words: string): string | null => {
  const [problem] = introducedTextProblems(contentOf(version), words)
  if (!problem) return null
  const text = texts[problem.code]
  if (!text || pageWords().language === 'en') return problem.text
  return say(text, { network: networkNames[problem.network], count: limitOf(problem) })
}
