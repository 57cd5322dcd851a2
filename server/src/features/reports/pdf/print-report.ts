import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { readInTurn } from '#server/platform/reading-turns.ts'
import type { PrintedReport } from './draw-report.ts'

/** The longest report takes a tenth of it on a slow machine. */
const MOST_MS = 30_000
/** In megabytes. A small heap is tidied often: without the limit the thread takes 150 MB more, and is hardly quicker. */
const heap = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** The PDF of a report, made in a thread of its own. Somebody who asks for many delays only their own; `userId` null: holders of links. */
export const printReport = (printed: PrintedReport, userId: number | null): Promise<Uint8Array> =>
  readInTurn(userId ?? 0, () => printInThread(printed))

const printInThread = async (printed: PrintedReport): Promise<Uint8Array> => {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
    workerData: printed,
    resourceLimits: heap,
  })
  try {
    const [pdf] = (await once(worker, 'message', { signal: AbortSignal.timeout(MOST_MS) })) as [Uint8Array]
    return pdf
  } finally {
    await worker.terminate()
  }
}
