import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from './make-folders.ts'

/** The process that has locked a data folder, and the address it answers on. */
export type LockOwner = { pid: number; address: string }

export type FolderLock =
  | {
      isAcquired: true
      /**
       * Announces that this process is about to stop. @returns whether no other process uses the folder: the last one stops what they
       * share. If two stop at once, both count as the last.
       */
      leave: () => boolean
      release: () => void
    }
  /** Another process is running here, or, with `isCopy`, on the folder that this one was copied from: the message says which. */
  | { isAcquired: false; isCopy: boolean; owner: LockOwner; message: string }

/**
 * `started` distinguishes this process from a later one with the same id: ids are reused after a reboot. `folder`: which one it has locked,
 * since a copy of the folder has a copy of the entry.
 */
type Entry = LockOwner & { started: string; folder?: string; isLeaving?: boolean }

/** The names under which processes lock a folder. */
const names = ['galley', 'worker'] as const
export type LockName = (typeof names)[number]

/**
 * Locks the data folder for this process, so that a second start cannot work on the same files. The lock of a process that was killed
 * is taken over. Roles that run as separate processes each lock the folder under their own `name`.
 */
export function lockDataFolder(
  dataDir: string,
  { address, name = 'galley' }: { address: string; name?: LockName },
): FolderLock {
  makeFolders(dataDir, 0o755)
  const file = join(dataDir, `${name}.pid`)
  const own = `${file}.${process.pid}`
  const folder = folderId(dataDir)
  const entry: Entry = { pid: process.pid, address, started: startOf(process.pid) ?? '', folder }
  try {
    writeFileSync(own, JSON.stringify(entry))
    while (!linkOnce(own, file)) {
      const found = read(file)
      if (found && found.pid !== process.pid && isRunning(found)) {
        const owner = { pid: found.pid, address: found.address }
        const isCopy = found.folder !== undefined && found.folder !== folder
        return { isAcquired: false, owner, isCopy, message: describeOwner(dataDir, owner, isCopy) }
      }
      clearAway(file, found)
    }
  } finally {
    rmSync(own, { force: true })
  }
  const release = () => {
    if (read(file)?.pid === process.pid) rmSync(file, { force: true })
  }
  const leave = () => {
    try {
      writeFileSync(own, JSON.stringify({ ...entry, isLeaving: true }))
      renameSync(own, file)
    } catch {
      // On a full disk nothing can be written; a process that stops later checks again.
      rmSync(own, { force: true })
    }
    const others = names.filter(other => other !== name).map(other => read(join(dataDir, `${other}.pid`)))
    return !others.some(other => other && !other.isLeaving && isRunning(other))
  }
  return { isAcquired: true, leave, release }
}

/** The same for a folder that was renamed, and another one for its copy. */
const folderId = (dataDir: string): string => {
  const { dev, ino } = statSync(dataDir)
  return `${dev} ${ino}`
}

const describeOwner = (dataDir: string, { pid, address }: LockOwner, isCopy: boolean): string =>
  isCopy
    ? `DATA_DIR: ${dataDir} is a copy of the folder that Galley is running on: ${address} (pid ${pid}). Both would publish the same posts: stop that one first.`
    : `Galley is already running on this folder: ${address} (pid ${pid})`

/** The process that has locked the folder under this name, or null. */
export function findLockOwner(dataDir: string, name: LockName = 'galley'): LockOwner | null {
  const found = read(join(dataDir, `${name}.pid`))
  return found && isRunning(found) ? found : null
}

const isRunning = ({ pid, started }: Entry): boolean => startOf(pid) === started

/** A link appears complete or not at all, unlike a file that is written in place. */
function linkOnce(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the dead entry. If a faster start has replaced it since it was read, puts the new one back. */
function clearAway(file: string, judged: Entry | null): void {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = read(aside)
  if (taken && (taken.pid !== judged?.pid || taken.started !== judged.started)) linkOnce(aside, file)
  rmSync(aside, { force: true })
}

/** Null when there is no entry or it cannot be read, which can happen after the machine crashed. */
function read(file: string): Entry | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Entry
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The process is gone, or belongs to another account and so cannot have locked our folder; `ps` exits with a status then. */
const isNoProcess = (error: unknown): boolean => {
  const { code, status } = error as { code?: string; status?: unknown }
  return typeof status === 'number' || ['ENOENT', 'ESRCH', 'EPERM', 'EACCES'].includes(code ?? '')
}

/** When the process with this id started, in the system's own format; null when there is none. */
function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      // The program's name, in brackets, may contain spaces, so fields are counted from behind it. Field 22 is the start, in ticks.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
      return fields?.[0] === 'Z' ? null : `${boot} ${fields?.[19]}`
    }
    if (process.platform === 'win32') return process.kill(pid, 0) ? 'alive' : null
    return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim() || null
  } catch (error) {
    if (isNoProcess(error)) return null
    throw error
  }
}
