import { type LinkedinMention, linkedinCommentary } from './linkedin-text.ts'
import type { CountingKind, SocialNetwork } from './model.ts'
import { networks } from './network.ts'
import { tweetCharacterProblem, tweetLength } from './twitter-counting.ts'

/**
 * How each kind of counting measures a text.
 *
 * - `utf16`: UTF-16 code units, the way browsers count. Facebook and Instagram do not say what a character is; this is
 *   the largest of the candidates, so what passes here is not refused there (an emoji counts 2 or more).
 * - `linkedin`: the same, of the text as it is sent: LinkedIn counts the backslashes before reserved characters and the links that
 *   mentions become, and is said to cut longer texts silently, so they are refused beforehand.
 * - `twitter`: weighted characters by the twitter-text rules.
 */
const counters: Record<CountingKind, (text: string, mentions: readonly LinkedinMention[]) => number> = {
  utf16: text => text.length,
  linkedin: (text, mentions) => linkedinCommentary(text, mentions).length,
  twitter: tweetLength,
}

/** The length of a message with its mentions on the network, in the units of its limit. */
export function messageLength(
  network: SocialNetwork,
  text: string,
  mentions: readonly LinkedinMention[] = [],
): number {
  return counters[networks[network].message.countedAs](text, mentions)
}

/** The length of a first comment on the network, in the units of its limit. */
export function firstCommentLength(network: SocialNetwork, text: string): number {
  return counters[networks[network].firstComment.countedAs](text, [])
}

/** Why the network would not accept the message, or `null`. An empty text passes. (docs/product/networks.md "Text limits") */
export function messageProblem(
  network: SocialNetwork,
  text: string,
  mentions: readonly LinkedinMention[] = [],
): string | null {
  const { max } = networks[network].message
  return messageLength(network, text, mentions) > max ? tooLong(max) : null
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
