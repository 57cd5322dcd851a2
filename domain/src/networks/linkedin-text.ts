/**
 * The text as LinkedIn's `commentary` takes it: its reserved characters escaped with a backslash, hashtags left so that they
 * link. An unescaped bracket would cut the text silently from there on. Mentions are not known here: who has them cuts
 * the text at them and escapes what lies between.
 */
export function escapeLinkedinText(text: string): string {
  return text.replace(hashtagOrReserved, match => (match.length > 1 ? match : `\\${match}`))
}

// a hashtag is taken as one match, which keeps its # from being escaped; one inside a word (C#7) is no hashtag
const hashtagOrReserved = /(?<![\p{L}\p{N}_])#[\p{L}\p{N}]+|[\\|{}@[\]()<>#*_~]/gu
