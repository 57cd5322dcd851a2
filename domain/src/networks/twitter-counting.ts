import { type TwitterLink, twitterLinks } from './twitter-links.ts'

/**
 * The length of a tweet in weighted characters by the twitter-text rules, configuration v3: the text is NFC-normalised, a
 * URL counts 23, an emoji sequence 2, a code point of the light ranges (Latin, Cyrillic, Arabic, …) 1, any other 2. Emoji are those of the program's own Unicode, links those of today's top-level domains: twitter-text itself,
 * last changed in 2021, counts an astronaut 5. (docs/product/twitter.md "Text counting")
 *
 * It needs the list of top-level domains (4 kB compressed), so pages that count no tweets do not load this module.
 */
export function tweetLength(text: string): number {
  let length = 0
  let position = 0
  const normalized = text.normalize()
  for (const { start, end } of linksOf(normalized)) {
    length += weightOf(normalized.slice(position, start)) + LINK_WEIGHT
    position = end
  }
  return length + weightOf(normalized.slice(position))
}

const LINK_WEIGHT = 23

/** Shown in colours anyway, and yet often written with the sign that asks for them, as the keyboards of phones do: it is part of them. */
const coloured =
  '\u231A\u231B\u25FD\u25FE\u2614\u2615\u2648-\u2653\u267F\u2693\u26A1\u26AA\u26AB\u26BD\u26BE\u26C4\u26C5\u26D4\u26EA\u26F2\u26F3\u26F5\u26FA\u26FD\u2757\u2B1B\u2B1C\u2B50\u2B55\u{1F004}\u{1F21A}\u{1F22F}'

/** Keycaps are often written without that sign. */
const emoji = new RegExp(`[${coloured}]\\uFE0F|\\p{RGI_Emoji}|[0-9#*]\\u20E3`, 'gv')

const light = /[\0-\u10FF\u2000-\u200D\u2010-\u201F\u2032-\u2037]/u

/** The weight of a text without links. */
const weightOf = (text: string): number => {
  const rest = text.replaceAll(emoji, '')
  const emojiCount = text.match(emoji)?.length ?? 0
  return [...rest].reduce((sum, character) => sum + (light.test(character) ? 1 : 2), emojiCount * 2)
}

/**
 * Code units: more than 280 of anything but links have. The search for links takes the square of the length of a word, for dots alone of
 * 60,000 characters half a minute, in which the server answers nobody. Of a longer text only short words are searched.
 */
const LONGEST_SEARCHED = 4_000
const LONGEST_WORD = 300

const linksOf = (text: string): readonly TwitterLink[] =>
  text.length <= LONGEST_SEARCHED
    ? twitterLinks(text)
    : Array.from(text.matchAll(/\S+/g))
        .filter(([word]) => word.length <= LONGEST_WORD)
        .flatMap(({ 0: word, index }) =>
          twitterLinks(word).map(link => ({ ...link, start: link.start + index, end: link.end + index })),
        )

/** How many weighted characters below the limit people are told that an address without `https://` may be counted otherwise. */
const NEAR_LIMIT = 3

/** What people should know about a tweet of this length that just fits, or null. (docs/product/twitter.md "Text counting") */
export const bareLinkAdvice = (text: string, max: number): string | null => {
  const left = max - tweetLength(text)
  const bare =
    left >= 0 && left <= NEAR_LIMIT ? linksOf(text.normalize()).find(({ isBare }) => isBare) : undefined
  return bare
    ? `Just below the limit. Write https:// before ${bare.url} so that Twitter counts it as a link too`
    : null
}

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

/** What twitter-text links as a cashtag: `$ACME`, also before the class of its shares (`$BRK.B`). */
const cashtag =
  /(?<=^|\s|[\u202A-\u202E\u061C\u200E\u200F\u2066-\u2069])\$[a-z]{1,6}(?=$|\s|[!-/:-@[-`{-~])/gi

/** The cashtags of a tweet, each as often as it stands there. Apps that pay by use may write one (docs/product/twitter.md "Posts"). */
export const cashtags = (text: string): number => text.match(cashtag)?.length ?? 0
