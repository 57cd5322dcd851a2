import { askThread } from '#server/platform/ask-thread.ts'
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
  const script = new URL('./table-worker.ts', import.meta.url)
  const heap = { maxOldGenerationSizeMb: MEMORY_MAX }
  const table = await askThread<Table | Unreadable>(script, file, { ms: READING_MS_MAX, heap })
  return table === 'too_much' ? unreadable : table
}
