import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, opendir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolders } from '#server/platform/make-folders.ts'
import { type BackupTarget, PlaceProblem, readingFrom } from './target.ts'

/** On the same disk as the rest, since a file is renamed only within a disk. */
const UNFINISHED = '.unfinished'
/** For nobody else on the machine. */
const PRIVATE = 0o700

const problems: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full. Free some space, or keep fewer backups (BACKUP_KEEP).',
  EDQUOT: 'its disk is full. Free some space, or keep fewer backups (BACKUP_KEEP).',
  EROFS: 'it is read-only. Make it writable.',
  EACCES: 'Galley has no permission to use it. Give it to the user that runs Galley.',
  EPERM: 'Galley has no permission to use it. Give it to the user that runs Galley.',
  ENOTDIR: 'it is not a folder.',
  EEXIST: 'it is not a folder.',
  ENOENT: 'a folder cannot be created there. Name one on a disk.',
  EIO: 'its disk cannot be read or written. Check the disk.',
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code)
const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** Whether the first is the second or lies in it. */
export const isInside = (file: string, folder: string): boolean =>
  !path.relative(folder, file).startsWith('..')

/** What an error of the folder means to an operator; any other as it is. */
const explain = (folder: string, error: unknown): unknown => {
  const found = problems[codeOf(error)]
  const at = (error as NodeJS.ErrnoException).path ?? folder
  // Where a folder cannot be created, the error names one above.
  const isOurs = isInside(at, folder) || isInside(folder, at)
  return found && isOurs
    ? new PlaceProblem(`The backups in ${folder} cannot be used: ${found}`, { cause: error })
    : error
}

/** Every file below. A folder that is not there has none. */
async function* walk(folder: string, below: string): AsyncGenerator<string> {
  const found = await opendir(path.join(folder, below)).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw explain(folder, error)
  })
  for await (const entry of found) {
    if (entry.isDirectory()) yield* walk(folder, `${below}${entry.name}/`)
    else yield `${below}${entry.name}`
  }
}

/** On the disk under another name first: nobody takes half a file for a whole one, even after a power cut. */
const putWhole = async (folder: string, name: string, content: Readable): Promise<void> => {
  const unfinished = path.join(folder, UNFINISHED, randomUUID())
  const file = path.join(folder, name)
  try {
    makeFolders(path.dirname(unfinished), PRIVATE)
    makeFolders(path.dirname(file), PRIVATE)
    await pipeline(content, createWriteStream(unfinished, { flush: true, mode: 0o600 }))
    await rename(unfinished, file)
  } catch (error) {
    content.destroy()
    // A full disk would stay full. What went wrong first is what the operator has to hear.
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw explain(folder, error)
  }
}

/** With its folder, if it was the last file there. */
const removeFile = async (file: string): Promise<void> => {
  await rm(file, { force: true })
  await rmdir(path.dirname(file)).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error))) throw error
  })
}

/** A folder of this machine, or one that is mounted. */
export const folderTarget = (folder: string): BackupTarget => {
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explain(folder, error)
    })
  return {
    address: folder,
    put: (name, content) => putWhole(folder, name, content),
    open: async name => {
      const opening = open(path.join(folder, name)).catch((error: unknown) => {
        if (isAbsent(error)) return null
        throw error
      })
      const found = await explained(opening)
      return found && readingFrom(folder, found.createReadStream())
    },
    list: below => walk(folder, below),
    remove: name => explained(removeFile(path.join(folder, name))),
    sweep: () => explained(rm(path.join(folder, UNFINISHED), { recursive: true, force: true })),
  }
}
