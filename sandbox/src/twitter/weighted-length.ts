import { createRequire } from 'node:module'
import topLevelDomains from 'tlds' with { type: 'json' }

/** X's own library. The package is CommonJS without named exports that Node can detect. */
const twitterText = createRequire(import.meta.url)('twitter-text') as typeof import('twitter-text')

/** The library is of 2021; these are the domains that it does not know yet. */
const newDomains = topLevelDomains.filter(
  name => /^[a-z]+$/.test(name) && twitterText.extractUrls(`https://a.${name}`).length === 0,
)
const newDomain = new RegExp(
  `(?<=[a-z0-9\u00C0-\u024F])\\.(${newDomains.join('|')})(?=[^0-9a-zA-Z@+-]|$)`,
  'gi',
)

/**
 * The text with `.co` in place of newer domains, with as many letters before it as keep every place where it is. Newer domains behind names of
 * other scripts stay unknown.
 */
const withOldDomains = (text: string) =>
  text.replaceAll(newDomain, (_all, name: string) => `${'x'.repeat(name.length - 2)}.co`)

const linkWeight = 23

/** An emoji that the library knows. */
const fish = '\u{1F41F}'

/** Weighs what stands between links. Without its dots nothing in it becomes a link when emoji are replaced. */
const weightBetween = (text: string): number =>
  twitterText.parseTweet(
    Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) =>
      segment.replace(/\p{RGI_Emoji}\uFE0F?/gv, fishFor).replaceAll('.', ','),
    ).join(''),
  ).weightedLength

/** Some have a sign behind them that is none of Unicode's emoji with them; the library takes it for a part of a few of those. */
const fishFor = (emoji: string): string =>
  /^\p{RGI_Emoji}$/v.test(emoji) || twitterText.parseTweet(emoji).weightedLength === 2
    ? fish
    : `${fish}\uFE0F`

/** The links X makes of a text, with where they stand in UTF-16 units. */
export const linksIn = (text: string) =>
  twitterText
    .extractUrlsWithIndices(withOldDomains(text))
    .map(({ indices }) => ({ url: text.slice(...indices), indices }))

/**
 * The length of a text as X's servers count it, or rather as its library would if it knew the domains and emoji of today. Written without the
 * product's own counting, with which a test compares it.
 */
export const weightedLength = (text: string): number => {
  const normalized = text.normalize()
  let length = 0
  let position = 0
  for (const { indices } of linksIn(normalized)) {
    length += weightBetween(normalized.slice(position, indices[0])) + linkWeight
    position = indices[1]
  }
  return length + weightBetween(normalized.slice(position))
}
