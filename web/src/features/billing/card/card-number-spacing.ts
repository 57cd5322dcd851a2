import { bareNumber, spacedNumber } from '#domain/billing/cards.ts'

type Typed = { readonly value: string; readonly caret: number }

const bareLength = (text: string): number => bareNumber(text).length

/** Where the caret stands after this many digits: before a space, not after it, since that is where the next digit goes. */
const caretBehind = (count: number): number => (count === 0 ? 0 : count + Math.floor((count - 1) / 4))

/**
 * A card number just typed, with its spaces in place and the caret after the same digit. Deleting a space deletes the digit
 * before it: the space alone would come back at once.
 */
export const formatCardNumber = (
  former: string,
  { value, caret }: Typed,
  deleted: 'back' | 'ahead' | null,
): Typed => {
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
