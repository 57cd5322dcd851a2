import { diffArrays } from 'diff'

/** A stretch of two texts: the same in both, or what stands in its place before and after. */
export type Stretch =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'changed'; readonly removed: string; readonly added: string }

/** Words, spaces and signs of any script; an emoji stays whole. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** More changes than this are hard to compare and hard to read: both texts are then shown whole. */
const EDITS_MAX = 400
/** Of two texts that share less than this, one by one changed words say less than the two whole. */
const LEAST_SHARED = 0.3

/** How two texts differ, word by word, in the order of reading. */
export const wordDifference = (before: string, after: string): Stretch[] => {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: EDITS_MAX })
  const stretches = parts ? joinChanges(parts) : []
  const shared = stretches.reduce((sum, one) => sum + (one.kind === 'same' ? one.text.trim().length : 0), 0)
  const isRewritten = shared < LEAST_SHARED * Math.min(before.length, after.length)
  return parts && !isRewritten ? stretches : [{ kind: 'changed', removed: before, added: after }]
}

type Part = { readonly value: readonly string[]; readonly added: boolean; readonly removed: boolean }

/** What was removed and what was added beside it are one change, also across the space between two changed words. */
const joinChanges = (parts: readonly Part[]): Stretch[] => {
  const stretches: Stretch[] = []
  for (const [index, { value, added, removed }] of parts.entries()) {
    const text = value.join('')
    const last = stretches.at(-1)
    const isChange = added || removed
    const isBetween = !isChange && text.trim() === '' && index > 0 && index < parts.length - 1
    if (last?.kind === 'changed' && (isChange || isBetween))
      stretches[stretches.length - 1] = {
        kind: 'changed',
        removed: added ? last.removed : last.removed + text,
        added: removed ? last.added : last.added + text,
      }
    else if (isChange)
      stretches.push({ kind: 'changed', removed: removed ? text : '', added: added ? text : '' })
    else stretches.push({ kind: 'same', text })
  }
  return stretches
}
