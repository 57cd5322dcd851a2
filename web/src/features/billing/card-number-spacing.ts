import { bareNumber, spacedNumber } from '#domain/billing/cards.ts'

type Typed = { readonly value: string; readonly caret: number }

const bareLength = (text: string): number => bareNumber(text).length

/** Where the caret stands behind so many characters that are no spaces. Before a space, not behind it: there the next one is typed. */
const caretBehind = (count: number): number => (count === 0 ? 0 : count + Math.floor((count - 1) / 4))

/**
 * A card's number as it was just typed, with its spaces set anew and the caret behind the same digit. Who deletes a space means the digit on
 * its other side: the space alone would come back at once.
 */
export const respace = (former: string, { value, caret }: Typed, deleted: 'back' | 'ahead' | null): Typed => {
  const isSpaceOnly =
    deleted !== null && value.length < former.length && bareNumber(value) === bareNumber(former)
  const before = bareLength(value.slice(0, caret))
  const bare = bareNumber(value)
  if (!isSpaceOnly) return { value: spacedNumber(bare), caret: caretBehind(before) }
  const gone = deleted === 'back' ? before - 1 : before
  return {
    value: spacedNumber(bare.slice(0, Math.max(gone, 0)) + bare.slice(gone + 1)),
    caret: caretBehind(Math.max(gone, 0)),
  }
}
