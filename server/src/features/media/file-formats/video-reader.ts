import { keptThread } from '#server/platform/ask-thread.ts'
import type { VideoFacts } from './probe.ts'

/** In megabytes: a small file can name billions of pictures. */
const MEMORY_MAX = 512
/** People upload several. */
const KEPT_MS = 600_000

/**
 * Reads a video in a thread of its own: a damaged or a wicked one makes the library work for ever, and everybody else would wait for it
 * (as with tables, decision 58). A thread that could read a file to its end is kept for the next one: starting one takes as much of the
 * processor as hashing a minute of video.
 */
export const readVideo = keptThread<string, VideoFacts | null>(
  new URL('./video-probe-worker.ts', import.meta.url),
  {
    heap: { maxOldGenerationSizeMb: MEMORY_MAX },
    keptMs: KEPT_MS,
    isSound: found => found !== null && typeof found === 'object',
  },
)
