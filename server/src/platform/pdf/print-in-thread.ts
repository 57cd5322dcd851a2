import { askThread } from '../ask-thread.ts'

/** Ten times as long as the longest document takes on a slow machine. */
const PRINTING_MS_MAX = 30_000
/** In megabytes. A small heap is collected more often: without the limit the thread takes 150 MB more and is hardly faster. */
const heap = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/**
 * A PDF that is drawn in a thread of its own: laying one out takes from half a second, in which everybody else's calls go on. `worker` is
 * given `data`, and answers with the file.
 */
export const printInThread = async (worker: URL, data: unknown): Promise<Uint8Array> => {
  const pdf = await askThread<Uint8Array>(worker, data, { ms: PRINTING_MS_MAX, heap })
  if (pdf === 'too_much')
    throw new Error(`A PDF was not drawn within ${PRINTING_MS_MAX} ms, or took too much memory`)
  return pdf
}
