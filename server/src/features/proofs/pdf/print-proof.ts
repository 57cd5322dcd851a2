import { drawForPaper } from '#server/features/reports/figures/read-pictures.ts'
import { printWithPictures } from '#server/platform/pdf/print-in-thread.ts'
import type { PictureSource } from '#server/platform/pdf/thread-pictures.ts'
import { prepareInTurn } from '#server/platform/reading-turns.ts'
import { keyOfPath, type Storage } from '#server/platform/storage/storage.ts'
import type { PrintedProof } from './drawing.ts'

const worker = new URL('./draw-worker.ts', import.meta.url)

/** In pixels: a column is 240 points wide, at some 150 dots per inch. */
const PAPER_SIZE = { width: 500, height: 640, fit: 'inside', withoutEnlargement: true } as const

/** The pictures of posts by their addresses. What is not stored here has none. */
const paperPictures =
  (storage: Pick<Storage, 'read'>): PictureSource =>
  async address => {
    const key = keyOfPath(address)
    return key === null ? null : drawForPaper(storage, key, PAPER_SIZE)
  }

/**
 * The PDF of a proof, made in a thread of its own. Somebody who asks for many delays only their own, and the holder of a link those of its
 * link; `read` is called when it is its turn. Null: `read` has found nothing any more.
 */
export const printProof = (
  storage: Pick<Storage, 'read'>,
  read: () => Promise<PrintedProof | null>,
  by: { readonly userId: number } | { readonly linkTo: number },
): Promise<Uint8Array | null> =>
  prepareInTurn(
    'userId' in by ? by.userId : `proof ${by.linkTo}`,
    read,
    async printed => printed && printWithPictures(worker, printed, paperPictures(storage)),
  )
