/** The package types only its main entry, which is 10 kB heavier in the browser than the one function needed here. */
declare module 'twitter-text/dist/parseTweet.js' {
  import type { ParsedTweet, ParseTweetOptions } from 'twitter-text'

  const parseTweet: (text: string, options?: ParseTweetOptions) => ParsedTweet
  export = parseTweet
}
