import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** One after the other: Node's recursive mkdir never returns where a file system takes no new folders, as /proc does. */
export const makeFolders = (folder: string, mode: number): void => {
  if (existsSync(folder)) return
  makeFolders(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Somebody else was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
