const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** How much of a limit a sign takes that is counted by somebody else: in code points. */
export const codePoints = (sign: string): number => [...sign].length

/**
 * A text of at most `max` signs as people count them (graphemes), the last of them “…” where there is more. No emoji, flag or letter with
 * its marks is cut. `lengthOf`: what a sign counts for another limit, at most its UTF-16 units.
 */
export const shortened = (
  text: string,
  max: number,
  lengthOf: (sign: string) => number = () => 1,
): string => {
  if (text.length <= max) return text
  let length = 0
  let end = 0
  for (const { segment, index } of signs.segment(text)) {
    length += lengthOf(segment)
    if (length > max) return `${text.slice(0, end).trimEnd()}…`
    if (length < max) end = index + segment.length
  }
  return text
}
