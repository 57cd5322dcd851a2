import type { ServerResponse } from 'node:http'

/**
 * What is kept for a reader who does not read, in bytes: a laptop that went to sleep. Who is further behind is cut off, and asks for what
 * was missed when it comes again.
 */
const MAX_BEHIND = 1_000_000

/** An answer that goes on. After its end it takes everything and says nothing: Node throws past everybody where an ended answer is written. */
export type LiveStream = {
  readonly isOver: () => boolean
  write(text: string): void
  /** Says the last thing. */
  end(text?: string): void
}

/** Takes an answer whose head is written. */
export const liveStream = (raw: ServerResponse): LiveStream => {
  const isOver = () => raw.writableEnded || raw.destroyed
  return {
    isOver,
    write: text => {
      if (isOver()) return
      raw.write(text)
      if (raw.writableLength > MAX_BEHIND) raw.destroy()
    },
    end: (text = '') => {
      if (!isOver()) raw.end(text)
    },
  }
}

/**
 * Does the work for what is asked, one at a time. What is asked for meanwhile is done together afterwards, each thing once: what the work
 * has looked at may have changed since. The work throws nothing.
 */
export const oneAtATime = <T>(work: (asked: readonly T[]) => Promise<void>): ((asked: T) => void) => {
  const waiting = new Set<T>()
  let isAtWork = false
  const go = async (): Promise<void> => {
    isAtWork = true
    while (waiting.size > 0) {
      const asked = [...waiting]
      waiting.clear()
      await work(asked)
    }
    isAtWork = false
  }
  return asked => {
    waiting.add(asked)
    if (!isAtWork) void go()
  }
}
