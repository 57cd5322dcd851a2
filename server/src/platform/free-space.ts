import { statfsSync } from 'node:fs'

/** Less than this, and PostgreSQL cannot write its log ahead. */
const FULL_BYTES = 20_000_000

/** Whether there is no room left where this folder is. */
export const isFull = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < FULL_BYTES
  } catch {
    // There is no such folder.
    return false
  }
}
