/**
 * How Instagram divides a text into hashtags is not documented, so every sign that could begin one counts: joined ones (`#a#b`), digits alone
 * and emoji too. What passes here is not refused there. (docs/product/instagram.md "What the product allows")
 */
const hashtag = /[#＃](?![#*])(?=[\p{L}\p{N}_\p{Emoji}])/gu

/** An at sign before what can be a user name, which begins with no dot. */
const mention = /@(?=[A-Za-z0-9_])/g

/** The hashtags of a text as Instagram counts them at most, each as often as it stands there. */
export const instagramHashtags = (text: string): number => text.match(hashtag)?.length ?? 0

/** The mentions of a text as Instagram counts them at most, each as often as it stands there. */
export const instagramMentions = (text: string): number => text.match(mention)?.length ?? 0

/** Instagram's app takes no more in a post since December 2025; its API still does. */
const HASHTAGS_IN_APP = 5

/** What people should know about the hashtags of a post that Instagram's API takes, or null. */
export const hashtagAdvice = (texts: readonly string[]): string | null => {
  const count = texts.reduce((sum, text) => sum + instagramHashtags(text), 0)
  return count > HASHTAGS_IN_APP
    ? `${count} hashtags: Instagram's own app takes ${HASHTAGS_IN_APP} in a post`
    : null
}
