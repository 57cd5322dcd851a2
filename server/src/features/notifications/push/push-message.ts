import { codePoints, shortened } from '#domain/kernel/shortened.ts'
import { needsReader } from '#domain/notifications/needs-reader.ts'
import { addressOf, byPost, type Digest, saidLines, shortText, subjectOf } from '../digest-mail.ts'

/** What a browser shows, and what its service worker opens (`web/public/push-worker.js`). */
export type PushMessage = {
  readonly title: string
  readonly body: string
  readonly url: string
  /** One with the same tag takes the place of the former: only of one about the same post. Up to 32 letters of base64url, as push services demand. */
  readonly tag: string
  /** How long it is worth showing. */
  readonly seconds: number
  /** Whether it may wake a phone that saves power. */
  readonly isUrgent: boolean
}

/** With both, a message fits into the 3,993 bytes that push services take, whatever its alphabet. */
const TITLE_MAX = 120
const BODY_MAX = 240
const POSTS_MAX = 3
const DAY_SECONDS = 86_400
/** (docs/product/board.md "Ten minutes before") */
const ENDANGERED_SECONDS = 600

/** The same as the mail would say, in two lines: what is to do or what happened, and of which posts. */
export const pushMessage = (digest: Digest): PushMessage => {
  const { rows, words } = digest
  const posts = byPost(rows)
  const texts = posts
    .slice(0, POSTS_MAX)
    .flatMap(({ first }) => (first.post_id ? shortText(first, words.say) : []))
  const [first] = rows
  const isOfPost = posts.length === 1 && first?.post_id
  return {
    title: shortened(subjectOf(digest), TITLE_MAX, codePoints),
    body: shortened([...saidLines(rows, () => true, words.say), ...texts].join(' · '), BODY_MAX, codePoints),
    url: addressOf(digest, posts),
    tag: isOfPost ? `post-${first.post_id}` : `notification-${first?.id}`,
    seconds: rows.every(({ kind }) => kind === 'endangered') ? ENDANGERED_SECONDS : DAY_SECONDS,
    isUrgent: rows.some(({ kind }) => needsReader(kind)),
  }
}
