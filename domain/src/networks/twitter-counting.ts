import parseTweet from 'twitter-text/dist/parseTweet.js'

/**
 * The length of a tweet in weighted characters by the twitter-text rules, configuration v3: the text is NFC-normalised, a
 * URL counts 23, an emoji sequence 2, a code point of the light ranges (Latin, Cyrillic, Arabic, …) 1, any other 2.
 * (docs/product/twitter.md "Text counting")
 *
 * The only module that imports twitter-text (18 kB compressed), so that whoever counts no tweets does not load it.
 */
export function tweetLength(text: string): number {
  return parseTweet(text).weightedLength
}
