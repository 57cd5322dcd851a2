import type { MessagePort } from 'node:worker_threads'
import { askThread, type ThreadLimits } from '../ask-thread.ts'
import { type PictureSource, servePictures } from './thread-pictures.ts'

/**
 * Ten times as long as the longest of them takes on a slow machine. In megabytes: a small heap is collected more often; without the limit the
 * thread takes 150 MB more and is hardly faster.
 */
const usual: ThreadLimits = { ms: 30_000, heap: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 } }

/**
 * For what has hundreds of pages. A certificate of 200 posts in three versions of 2,100 characters takes between 96 and 192 MB, and 38 s of
 * the processor.
 */
export const longDocument: ThreadLimits = {
  ms: 120_000,
  heap: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
}

/**
 * A PDF that is drawn in a thread of its own: laying one out takes from half a second, in which everybody else's calls go on. `worker` is
 * given `data`, and answers with the file. `ports`: those in `data`.
 */
export const printInThread = async (
  worker: URL,
  data: unknown,
  limits: ThreadLimits = usual,
  ports: readonly MessagePort[] = [],
): Promise<Uint8Array> => {
  const pdf = await askThread<Uint8Array>(worker, data, limits, ports)
  if (pdf === 'too_much')
    throw new Error(`A PDF was not drawn within ${limits.ms} ms, or took too much memory`)
  return pdf
}

/** The same for a document of many pictures: the thread asks for each when it gets there, by `pictures` of what it is given beside `data`. */
export const printWithPictures = async (
  worker: URL,
  data: unknown,
  read: PictureSource,
): Promise<Uint8Array> => {
  const { port, close } = servePictures(read)
  try {
    return await printInThread(worker, { data, pictures: port }, longDocument, [port])
  } finally {
    close()
  }
}
