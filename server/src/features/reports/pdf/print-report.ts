import { printInThread } from '#server/platform/pdf/print-in-thread.ts'
import { prepareInTurn } from '#server/platform/reading-turns.ts'
import type { PrintedReport } from './draw-report.ts'

const worker = new URL('./draw-worker.ts', import.meta.url)

/**
 * The PDF of a report, made in a thread of its own. Somebody who asks for many delays only their own, and the holder of a link that of its
 * report; `read` is called when it is its turn, so that those who wait take little memory.
 */
export const printReport = (
  read: () => Promise<PrintedReport>,
  by: { readonly userId: number } | { readonly linkTo: number },
): Promise<Uint8Array> =>
  prepareInTurn('userId' in by ? by.userId : `report ${by.linkTo}`, read, printed =>
    printInThread(worker, printed),
  )
