/**
 * What a hashtag consists of after its sign, as the inside of a regular expression's class: letters with their marks, digits, underscores,
 * and the two joiners that Persian and Indian scripts need inside words. (docs/product/hashtags.md "What a hashtag is")
 */
export const hashtagCharacters = String.raw`\p{L}\p{M}\p{N}_\u200c\u200d`

/**
 * A hashtag in a running text, as the source of a regular expression with the flag `u`: its sign does not stand inside a word or an
 * address, and it is not digits alone. The wide sign is the one that East Asian keyboards write.
 * (docs/product/hashtags.md "What a hashtag is")
 */
export const hashtagSource = String.raw`(?<![${hashtagCharacters}&/])[#＃][${hashtagCharacters}]*[\p{L}_][${hashtagCharacters}]*`

const everyHashtag = new RegExp(hashtagSource, 'gu')

/** The hashtags in a text in their order, each as often as it stands there, with a plain `#`. */
export const hashtagsIn = (text: string): string[] =>
  Array.from(text.matchAll(everyHashtag), ([tag]) => `#${tag.slice(1)}`)

/** What two ways of writing the same hashtag have in common: networks do not tell upper from lower case. */
export const hashtagKey = (hashtag: string): string => hashtag.normalize('NFC').toLowerCase()
