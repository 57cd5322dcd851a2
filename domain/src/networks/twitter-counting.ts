import parseTweet from 'twitter-text/dist/parseTweet.js'

/**
 * The length of a tweet in weighted characters by the twitter-text rules, configuration v3: the text is NFC-normalised, a
 * URL counts 23, an emoji sequence 2, a code point of the light ranges (Latin, Cyrillic, Arabic, …) 1, any other 2. A text of more than 4,000
 * code units counts as these.
 * (docs/product/twitter.md "Text counting")
 *
 * The only module that imports twitter-text (18 kB compressed), so that pages that count no tweets do not load it.
 */
export function tweetLength(text: string): number {
  return text.length > LONGEST_PARSED ? text.length : parseTweet(text).weightedLength
}

/**
 * Code units: more than 280 of anything but links have. Of a longer text only that it is too long matters, and the rules take the square
 * of its length: of 60,000 characters half a minute, in which the server answers nobody.
 */
const LONGEST_PARSED = 4_000

/** Invisible, and often pasted in with text from other programs. twitter-text calls a tweet with one of them invalid. */
const refused = /[\uFEFF\uFFFE\uFFFF]/

/** How many of the following characters show where it is. */
const SHOWN = 20

/** Why Twitter would not accept a character of the text, or `null`. (docs/product/twitter.md "Text counting") */
export function tweetCharacterProblem(text: string): string | null {
  const index = text.search(refused)
  if (index < 0) return null
  const code = (text.codePointAt(index) ?? 0).toString(16).toUpperCase()
  const rest = text.slice(index).replaceAll(new RegExp(refused, 'g'), '').trim()
  const place = rest === '' ? 'at the end' : `before “${[...rest].slice(0, SHOWN).join('')}”`
  return `Twitter does not accept the invisible character ${place} (U+${code}). Delete it, or type that part again.`
}
