import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Ten times as long as the longest document takes on a slow machine. */
const PRINTING_MS_MAX = 30_000
/** In megabytes. A small heap is collected more often: without the limit the thread takes 150 MB more and is hardly faster. */
const heap = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/**
 * A PDF that is drawn in a thread of its own: laying one out takes from half a second, in which everybody else's calls go on. `worker` is
 * given `data`, and answers with the file.
 */
export const printInThread = async (worker: URL, data: unknown): Promise<Uint8Array> => {
  const thread = new Worker(worker, { workerData: data, resourceLimits: heap })
  try {
    const [pdf] = (await once(thread, 'message', { signal: AbortSignal.timeout(PRINTING_MS_MAX) })) as [
      Uint8Array,
    ]
    return pdf
  } finally {
    await thread.terminate()
  }
}
