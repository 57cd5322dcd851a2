import { countText } from '#domain/kernel/count-text.ts'
import { codePoints, shortened } from '#domain/kernel/shortened.ts'
import { oneLine } from '#domain/kernel/text.ts'

/** A post that something happened to. */
export type ChatPost = {
  /** The beginning of its text, as it was written. */
  readonly text: string
  readonly networks: readonly string[]
  /** In words; null: what happened is about no post. */
  readonly state: string | null
  readonly url: string
}

/** The same that happened to posts of one project. */
export type ChatGroup = {
  readonly project: string
  readonly sentence: string
  readonly posts: readonly ChatPost[]
  /** Posts that are not listed. */
  readonly left: number
}

/** One message: what gathered since the last one. */
export type ChatMessage = {
  readonly groups: readonly ChatGroup[]
  /** Groups that are not listed. */
  readonly left: number
  readonly url: string
}

/** A message is a summons: the rest is in Galley. */
const POSTS_MAX = 10
const GROUPS_MAX = 10
/** As much of a post's text as says which one it is. */
const TEXT_MAX = 80

/** The beginning of a post's text, on one line. */
export const chatPostText = (text: string): string =>
  shortened(oneLine(text), TEXT_MAX, codePoints) || 'Post without text'

/** A message of these groups, cut to what a reader takes in. */
export const chatMessage = (groups: readonly Omit<ChatGroup, 'left'>[], url: string): ChatMessage => ({
  groups: groups.slice(0, GROUPS_MAX).map(({ posts, ...group }) => ({
    ...group,
    posts: posts.slice(0, POSTS_MAX),
    left: Math.max(0, posts.length - POSTS_MAX),
  })),
  left: Math.max(0, groups.length - GROUPS_MAX),
  url,
})

/** Without its last post, or else its last group: what is cut off is counted. */
export const shorterMessage = (message: ChatMessage): ChatMessage => {
  const at = message.groups.findLastIndex(({ posts }) => posts.length > 1)
  const group = message.groups[at]
  if (!group) return { ...message, groups: message.groups.slice(0, -1), left: message.left + 1 }
  const shorter = { ...group, posts: group.posts.slice(0, -1), left: group.left + 1 }
  return { ...message, groups: message.groups.with(at, shorter) }
}

/** The first thing that happened, and how many others: for the notice that a phone shows. */
export const chatSummary = ({ groups, left }: ChatMessage): string => {
  const [first] = groups
  const others = groups.length - 1 + left
  const more = others > 0 ? `, ${leftText(others, 'update')}` : ''
  return first ? `${first.project}: ${first.sentence}${more}` : 'News from Galley'
}

/** What stands behind the text of a post: `Facebook, Instagram · Approved`. */
export const chatPostFacts = ({ networks, state }: ChatPost): string =>
  [networks.join(', '), state ?? ''].filter(part => part !== '').join(' · ')

export const leftText = (left: number, word: 'post' | 'update'): string =>
  `and ${countText(left, `more ${word}`)}`

/** What “Send a test” sends. */
export const testMessage = (channel: string, url: string): ChatMessage => ({
  groups: [
    { project: 'Galley', sentence: `This is a test for the channel “${channel}”.`, posts: [], left: 0 },
  ],
  left: 0,
  url,
})
