import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { type Storage, type StoredFile, StoredFileMissing } from './storage.ts'

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'EISDIR'].includes(String((error as NodeJS.ErrnoException).code))

/** Where files lie while they are written: beside the others, since a file is renamed only within a disk. */
const UNFINISHED = '.unfinished'
const ABANDONED_MS = 24 * 3_600_000

/** Removes what a crash has left half written. @returns how many files */
export const sweepUnfinished = async (folder: string, now: Date): Promise<number> => {
  const inside = path.join(folder, UNFINISHED)
  const names = await readdir(inside).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  let swept = 0
  for (const name of names) {
    const found = await stat(path.join(inside, name)).catch(() => null)
    if (!found || now.getTime() - found.mtimeMs < ABANDONED_MS) continue
    await rm(path.join(inside, name), { force: true })
    swept += 1
  }
  return swept
}

/** For nobody else on the machine: pictures of posts that are not out yet. */
const PRIVATE = 0o700

/** Closes a folder that an earlier version has left open. One that belongs to somebody else stays as its operator made it. */
export const closeFolder = async (folder: string): Promise<void> => {
  await chmod(folder, PRIVATE).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(String(error.code))) throw error
  })
}

/** Whether a file is at its new place now. Another disk, or a folder that is not ours, takes a copy. */
const isMoved = async (from: string, to: string): Promise<boolean> => {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (['EXDEV', 'EPERM', 'EACCES'].includes(String((error as NodeJS.ErrnoException).code))) return false
    throw error
  }
}

/** Each has its content type beside it. */
const TYPE = '.type'

/** Everything below the folder that is whole. A folder that does not exist yet has no files. */
async function* listFolder(folder: string, below = ''): AsyncGenerator<StoredFile> {
  const found = await opendir(path.join(folder, below)).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  for await (const entry of found) {
    const key = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) {
      if (key !== UNFINISHED) yield* listFolder(folder, key)
    } else if (!key.endsWith(TYPE)) {
      const about = await stat(path.join(folder, key)).catch(() => null)
      if (about) yield { key, bytes: about.size, stamp: `${about.ino}/${about.mtimeMs}` }
    }
  }
}

/**
 * Files in one folder, with each content type beside its file as `<key>.type`. A file is written under another name and renamed, so that
 * nobody reads half of it. A key cannot escape the folder.
 */
export const diskStorage = (folder: string): Storage => {
  const fileOf = (key: string): string => {
    const file = path.resolve(folder, key)
    if (!file.startsWith(path.resolve(folder) + path.sep)) throw new StoredFileMissing(key)
    return file
  }
  /**
   * Whether there is no such file, which is final. If its folder is gone or empty, the disk is not mounted: that passes, and giving up a
   * file because of it would be wrong.
   */
  const isMissing = async (error: unknown): Promise<boolean> => {
    if (error instanceof StoredFileMissing) return true
    return isAbsent(error) && (await readdir(folder).catch(() => [])).length > 0
  }
  return {
    put: async (key, content, contentType) => {
      const file = fileOf(key)
      const unfinished = path.join(folder, UNFINISHED, randomUUID())
      await mkdir(path.dirname(unfinished), { recursive: true, mode: PRIVATE })
      await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE })
      try {
        if ('bytes' in content) await writeFile(unfinished, content.bytes)
        else if (!content.isSpare || !(await isMoved(content.path, unfinished)))
          await copyFile(content.path, unfinished)
        await writeFile(`${file}${TYPE}`, contentType)
        await rename(unfinished, file)
      } catch (error) {
        // A full disk would stay full.
        await rm(unfinished, { force: true })
        throw error
      }
    },
    read: async key => {
      try {
        return await readFile(fileOf(key))
      } catch (error) {
        throw (await isMissing(error)) ? new StoredFileMissing(key) : error
      }
    },
    open: async (key, range) => {
      try {
        const file = fileOf(key)
        const contentType = await readFile(`${file}${TYPE}`, 'utf8')
        const { size } = await stat(file)
        return { stream: createReadStream(file, range), bytes: size, contentType }
      } catch (error) {
        if (await isMissing(error)) return null
        throw error
      }
    },
    remove: async key => {
      await rm(fileOf(key), { force: true })
      await rm(`${fileOf(key)}${TYPE}`, { force: true })
    },
    list: () => listFolder(folder),
  }
}
