import type { Presence, Present } from '#server/platform/events/presence.ts'
import type { LiveStream } from './live-stream.ts'

type Listening = {
  readonly projectId: number
  readonly userId: number
  readonly isClient: boolean
  /** The last event that the page knows; 0 when it has just been opened. */
  readonly lastId: number
}

/**
 * Whom this person sees on a post: everybody else; a client only other clients, since who works on it inside the agency is not theirs to
 * know (docs/product/live-updates.md "Who else is here").
 */
const visibleTo = (present: readonly Present[], { userId, isClient }: Listening) =>
  present
    .filter(one => one.userId !== userId && (one.isClient || !isClient))
    .map(one => ({ user_id: one.userId, is_client: one.isClient, writing: one.writing }))

/** Asks the page to report its open post again. */
const ASK = 'event: presence\ndata: null\n\n'

/**
 * Writes to the stream who else has the posts open that this person has open, and nothing about any other post.
 * @returns `pause` while it is uncertain what this person may see, `resume` when that is known again, and `stop`
 */
export const writePresence = (presence: Presence, stream: LiveStream, listening: Listening) => {
  let pauses = 0
  let isPaused = false
  const written = new Map<number, string>()
  const write = (postId: number) => {
    if (isPaused) return
    const present = presence.presentAt(postId)
    if (!present.some(({ userId }) => userId === listening.userId)) {
      written.delete(postId)
      return
    }
    const data = JSON.stringify({ post_id: postId, viewers: visibleTo(present, listening) })
    // What is hidden from a client changes nothing, and its time would tell them something.
    if (written.get(postId) === data) return
    written.set(postId, data)
    stream.write(`event: presence\ndata: ${data}\n\n`)
  }
  const stop = presence.onChange((projectId, postId) => {
    if (projectId === listening.projectId) write(postId)
  })
  const writeOpenPosts = () => {
    for (const postId of presence.postsOf(listening.projectId, listening.userId)) write(postId)
  }
  // After a reconnection: the page has been saying all the while that the post is open, but perhaps not to a process that was restarted.
  if (listening.lastId > 0) stream.write(ASK)
  writeOpenPosts()
  return {
    /** @returns the news that is the reason */
    pause: (news: string) => {
      pauses += 1
      isPaused = true
      written.clear()
      return news
    },
    /** How often it was paused: for `resume`. */
    countPauses: () => pauses,
    /** Unless it was paused again since `counted`: what was read then may have changed. */
    resume: (counted: number) => {
      if (!isPaused || counted !== pauses) return
      isPaused = false
      // With the change they were forgotten.
      stream.write(ASK)
      writeOpenPosts()
    },
    stop,
  }
}
