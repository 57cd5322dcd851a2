import type { ServerResponse } from 'node:http'

/**
 * How many bytes are buffered for a client that does not read, such as a laptop that went to sleep. A client further behind is
 * disconnected, and asks for what it missed when it reconnects.
 */
const BUFFERED_MAX = 1_000_000

/** Who comes back alone is back at once. */
const RETURN_MS_MIN = 500
/** So many milliseconds for each stream: 5,000 streams come back within half a minute, 170 a second. */
const MS_A_STREAM = 6
/** Longer than this, nobody is to wait for news. */
const RETURN_MS_MAX = 60_000

/**
 * After how many milliseconds a client is to come back if its stream ends, where this process has so many: all streams end at once when
 * it is restarted. `chance`: from 0 to 1 (docs/product/live-updates.md "After a restart").
 */
export const returnAfter = (streams: number, chance: number = Math.random()): number =>
  Math.round(RETURN_MS_MIN + Math.min(streams * MS_A_STREAM, RETURN_MS_MAX - RETURN_MS_MIN) * chance)

/** A streaming response. Once it has ended, writes are ignored: Node would emit an error for them, which nobody would catch. */
export type LiveStream = {
  readonly isOver: () => boolean
  write(text: string): void
  /** Ends the response, with this as its last text. */
  end(text?: string): void
}

/** Takes a response whose headers have been sent. */
export const liveStream = (raw: ServerResponse): LiveStream => {
  const isOver = () => raw.writableEnded || raw.destroyed
  return {
    isOver,
    write: text => {
      if (isOver()) return
      raw.write(text)
      if (raw.writableLength > BUFFERED_MAX) raw.destroy()
    },
    end: (text = '') => {
      if (!isOver()) raw.end(text)
    },
  }
}

/**
 * Runs `work` for what is requested, one run at a time. Requests that arrive during a run are handled together in the next one, each
 * once, because what the run has read may have changed since. `work` must not throw.
 */
export const oneAtATime = <T>(work: (requests: readonly T[]) => Promise<void>): ((request: T) => void) => {
  const waiting = new Set<T>()
  let isRunning = false
  const run = async (): Promise<void> => {
    isRunning = true
    while (waiting.size > 0) {
      const requests = [...waiting]
      waiting.clear()
      await work(requests)
    }
    isRunning = false
  }
  return request => {
    waiting.add(request)
    if (!isRunning) void run()
  }
}
