/** The editor's state is the most deeply nested value, and is sent as text. */
const DEPTH_MAX = 30
/** Objects, lists and what is in them. The largest call edits some hundred posts at once and needs a tenth of it. */
const VALUES_MAX = 20_000

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** What is beyond the limits, and where: nothing after that place was read. */
export type Excess = { readonly of: 'depth' | 'values'; readonly at: number }

/**
 * Finds what makes a JSON text expensive to parse and to validate, before either is done: excessive nesting, and too many values
 * (docs/decisions/0115-measured-before-parsed.md). Text is skipped, however long. @returns null if there is nothing of the kind
 */
export const findExcess = (text: string): Excess | null => {
  let depth = 0
  let values = 0
  let isInText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (isInText) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) isInText = false
    } else if (sign === QUOTE) isInText = true
    else if (CLOSING.has(sign)) depth -= 1
    else if (sign === COMMA || OPENING.has(sign)) {
      values += 1
      if (values > VALUES_MAX) return { of: 'values', at }
      if (sign !== COMMA) depth += 1
      if (depth > DEPTH_MAX) return { of: 'depth', at }
    }
  }
  return null
}
