import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { prepareInTurn } from '#server/platform/reading-turns.ts'
import type { PrintedReport } from './draw-report.ts'

/** Ten times as long as the longest report takes on a slow machine. */
const PRINTING_MS_MAX = 30_000
/** In megabytes. A small heap is collected more often: without the limit the thread takes 150 MB more and is hardly faster. */
const heap = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/**
 * The PDF of a report, made in a thread of its own. Somebody who asks for many delays only their own, and the holder of a link that of its
 * report; `read` is called when it is its turn, so that those who wait take little memory.
 */
export const printReport = (
  read: () => Promise<PrintedReport>,
  by: { readonly userId: number } | { readonly linkTo: number },
): Promise<Uint8Array> =>
  prepareInTurn('userId' in by ? by.userId : `report ${by.linkTo}`, read, printInThread)

const printInThread = async (printed: PrintedReport): Promise<Uint8Array> => {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
    workerData: printed,
    resourceLimits: heap,
  })
  try {
    const [pdf] = (await once(worker, 'message', { signal: AbortSignal.timeout(PRINTING_MS_MAX) })) as [
      Uint8Array,
    ]
    return pdf
  } finally {
    await worker.terminate()
  }
}
