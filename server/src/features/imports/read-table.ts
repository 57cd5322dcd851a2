import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { readInTurn } from '#server/platform/reading-turns.ts'
import type { Table, TableFile, Unreadable } from './table-worker.ts'

/** What the largest table that is taken needs takes a second. */
const READING_MS_MAX = 15_000
/** In megabytes: half of it suffices for 30 MB of a workbook. What exceeds it ends the thread and nothing else. */
const MEMORY_MAX = 512

const unreadable: Unreadable = {
  problem: 'This file could not be read as a table. Save it as CSV (UTF-8) or XLSX and try again.',
}

/**
 * Reads a file as a table in a thread of its own: a small file can name a cell a million rows down, or unpack to what takes seconds to
 * read, and everybody else would wait for it or be gone with it (decision 58). Somebody who sends many files delays only their own.
 */
export const readTable = (file: TableFile, userId: number): Promise<Table | Unreadable> =>
  readInTurn(userId, () => readInThread(file))

const readInThread = async (file: TableFile): Promise<Table | Unreadable> => {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX },
  })
  try {
    const [table] = (await once(worker, 'message', { signal: AbortSignal.timeout(READING_MS_MAX) })) as [
      Table | Unreadable,
    ]
    return table
  } catch (error) {
    if (isTooMuch(error)) return unreadable
    throw error
  } finally {
    await worker.terminate()
  }
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
