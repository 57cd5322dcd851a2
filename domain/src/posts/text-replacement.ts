import type { Mention, TextReplacement } from './model.ts'
import { isClosedVersion, type PostSocialStatus } from './status.ts'

type TextSearch = Omit<TextReplacement, 'replacement'>

/** A place in a text: `start` included, `end` not, in UTF-16 units. */
export type TextMatch = { readonly start: number; readonly end: number }

/**
 * Why the words of versions that change together cannot be replaced, for people; null if they can (docs/product/bulk-edits.md
 * "Replace a word").
 */
export const replacementRefusal = (statuses: readonly PostSocialStatus[]): string | null => {
  if (statuses.includes('temporary_draft')) return 'The post has not been saved yet.'
  const barring = statuses.find(isClosedVersion)
  if (barring === undefined) return null
  return barring === 'on_publishing' ? 'The post is being published.' : 'The post is already live.'
}

const wordCharacter = String.raw`[\p{L}\p{N}\p{M}_]`
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A word ends where no letter follows; what does not begin or end with a letter has no such edge there. */
const asWholeWord = (words: string): string => {
  const before = new RegExp(`^${wordCharacter}`, 'u').test(words) ? `(?<!${wordCharacter})` : ''
  const after = new RegExp(`${wordCharacter}$`, 'u').test(words) ? `(?!${wordCharacter})` : ''
  return before + escaped(words) + after
}

/**
 * Addresses, also of mail and without `https`, and accounts that are named with an at sign. No part is longer than the rules of names
 * allow: a text of dots alone would otherwise be read from each of them to its end.
 */
const wholeThings =
  /https?:\/\/[^\s<>"]+|(?<![\p{L}\p{N}_])(?:[\p{L}\p{N}_.+-]{1,64}@)?(?:[\p{L}\p{N}_-]{1,63}\.){1,10}[a-z]{2,63}(?:[/?#][^\s<>"]*)?|@[\p{L}\p{N}_.]+/gu

/** The parts of a text that are never cut: links and mentions. */
const wholeParts = (text: string, mentions: readonly Mention[]): TextMatch[] => {
  const names = mentions.map(({ mention }) => mention).filter(name => name !== '')
  const named = names.length > 0 ? [...text.matchAll(new RegExp(names.map(escaped).join('|'), 'gu'))] : []
  return [...text.matchAll(wholeThings), ...named].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
}

/**
 * Where a text says what is looked for, in order and without overlaps. Links and mentions stay whole: a match that touches one is left
 * out, since it would lead elsewhere afterwards. (docs/product/bulk-edits.md "Replace a word")
 */
export const findTextMatches = (
  text: string,
  mentions: readonly Mention[],
  { find, is_whole_word, is_case_matched }: TextSearch,
): TextMatch[] => {
  const source = is_whole_word ? asWholeWord(find) : escaped(find)
  const found = [...text.matchAll(new RegExp(source, is_case_matched ? 'gu' : 'giu'))].map(
    ({ index, 0: match }) => ({ start: index, end: index + match.length }),
  )
  if (found.length === 0) return found
  return outsideOf(wholeParts(text, mentions), found)
}

/** The matches that touch none of the parts. Both are gone through once: there can be thousands of either. */
const outsideOf = (parts: readonly TextMatch[], matches: readonly TextMatch[]): TextMatch[] => {
  const inOrder = parts.toSorted((a, b) => a.start - b.start)
  let next = 0
  let reached = 0
  return matches.filter(({ start, end }) => {
    for (let part = inOrder[next]; part && part.start < end; part = inOrder[++next])
      reached = Math.max(reached, part.end)
    return reached <= start
  })
}

/** The text with the replacement in place of each match. */
export const replaceMatches = (text: string, matches: readonly TextMatch[], replacement: string): string => {
  let end = 0
  const parts = matches.map(match => {
    const before = text.slice(end, match.start)
    end = match.end
    return before + replacement
  })
  return parts.join('') + text.slice(end)
}

/** How many characters are shown on each side of a match. */
const CONTEXT = 32

/** One more character than is shown, of two units each at most, and one that may be cut in half. */
const CONTEXT_UNITS = (CONTEXT + 2) * 2

/** A match with the words around it, for people to judge: `before`, `found` and `after` follow one another in the text. */
export const matchInContext = (text: string, { start, end }: TextMatch) => {
  const before = [...text.slice(Math.max(0, start - CONTEXT_UNITS), start)]
  const after = [...text.slice(end, end + CONTEXT_UNITS)]
  const isCut = { start: before.length > CONTEXT, end: after.length > CONTEXT }
  return {
    before: (isCut.start ? '…' : '') + before.slice(-CONTEXT).join(''),
    found: text.slice(start, end),
    after: after.slice(0, CONTEXT).join('') + (isCut.end ? '…' : ''),
  }
}
