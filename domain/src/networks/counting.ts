import { linkedinCommentary } from './linkedin-text.ts'
import { withUsernames } from './mentions.ts'
import type { CountingKind, SocialNetwork } from './model.ts'
import { networks } from './network.ts'
import { publicMessage, type WrittenMention } from './public-text.ts'
import { bareLinkAdvice, tweetCharacterProblem, tweetLength } from './twitter-counting.ts'

/**
 * How each kind of counting measures a text.
 *
 * - `utf16`: UTF-16 code units, the way browsers count. Facebook and Instagram do not say what a character is; this is
 *   the largest of the candidates, so what passes here is not refused there (an emoji counts 2 or more).
 * - `usernames`: the same, of the text as Instagram gets it: with usernames for mentions.
 * - `linkedin`: the same, of the text as it is sent: LinkedIn counts the backslashes before reserved characters and the links that
 *   mentions become, and is said to cut longer texts silently, so they are refused beforehand.
 * - `twitter`: weighted characters by the twitter-text rules, of the text as it is sent: usernames for mentions, and the address of a
 *   link post at its end.
 */
const counters: Record<
  CountingKind,
  (message: string, mentions: readonly WrittenMention[], link: string | null) => number
> = {
  utf16: message => message.length,
  usernames: (message, mentions) => withUsernames(message, mentions).length,
  linkedin: (message, mentions) => linkedinCommentary(message, mentions).length,
  twitter: (message, mentions, link) =>
    tweetLength(publicMessage('twitter', { message, mentions, link }).text),
}

/** The length of a message with its mentions and the link of a link post on the network, in the units of its limit. */
export function messageLength(
  network: SocialNetwork,
  text: string,
  mentions: readonly WrittenMention[] = [],
  link: string | null = null,
): number {
  return counters[networks[network].message.countedAs](text, mentions, link)
}

/** The length of a first comment on the network, in the units of its limit. */
export function firstCommentLength(network: SocialNetwork, text: string): number {
  return counters[networks[network].firstComment.countedAs](text, [], null)
}

/** Why the network would not accept the message, or `null`. An empty text passes. (docs/product/networks.md "Text limits") */
export function messageProblem(
  network: SocialNetwork,
  text: string,
  mentions: readonly WrittenMention[] = [],
  link: string | null = null,
): string | null {
  const { max } = networks[network].message
  return messageLength(network, text, mentions, link) > max ? tooLong(max) : null
}

/** What people should know about the length of a message that fits, or null. A link post's own address always has its `https://`. */
export function messageAdvice(
  network: SocialNetwork,
  text: string,
  mentions: readonly WrittenMention[],
): string | null {
  const { max, countedAs } = networks[network].message
  if (countedAs !== 'twitter') return null
  return bareLinkAdvice(publicMessage(network, { message: text, mentions, link: null }).text, max)
}

/** Why the network would not accept the first comment, or `null`. (docs/product/networks.md "Text limits") */
export function firstCommentProblem(network: SocialNetwork, text: string): string | null {
  const { max } = networks[network].firstComment
  return firstCommentLength(network, text) > max ? tooLong(max) : null
}

/** Why the network would not accept a character of a message or first comment, or `null`. */
export function characterProblem(network: SocialNetwork, text: string): string | null {
  return networks[network].message.countedAs === 'twitter' ? tweetCharacterProblem(text) : null
}

function tooLong(max: number): string {
  return `Message length should be less than ${max} characters.`
}
