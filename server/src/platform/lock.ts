import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who holds a data folder: the process and the address it answers on. */
export type Holder = { pid: number; address: string }

export type Hold =
  | {
      held: true
      /**
       * Says that this process is about to leave, and whether no other process uses the folder: what they share ends with the last one.
       * Of two that leave at once, both are the last.
       */
      leave: () => boolean
      release: () => void
    }
  /** Somebody else runs here: print the message and leave with `alreadyRunningExitCode`. */
  | { held: false; holder: Holder; message: string }

/**
 * Galley runs, which is what was asked for; with another code npm would bury the message under its own error report.
 */
export const alreadyRunningExitCode = 0

/** `started` tells this process from a later one of the same number: numbers are reused after a reboot. */
type Entry = Holder & { started: string; isLeaving?: boolean }

/** Under which names processes hold a folder. */
const names = ['galley', 'worker'] as const
export type HolderName = (typeof names)[number]

/**
 * Takes the data folder for this process, so that a second start cannot work on the same files. What a killed process
 * left is taken over. Roles that run as processes of their own each hold the folder under a `name` of their own.
 */
export function lockDataFolder(
  dataDir: string,
  { address, name = 'galley' }: { address: string; name?: HolderName },
): Hold {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const file = join(dataDir, `${name}.pid`)
  const own = `${file}.${process.pid}`
  const entry: Entry = { pid: process.pid, address, started: startOf(process.pid) ?? '' }
  try {
    writeFileSync(own, JSON.stringify(entry))
    while (!linkOnce(own, file)) {
      const found = read(file)
      if (found && found.pid !== process.pid && isRunning(found)) {
        const message = `Galley is already running on this folder: ${found.address} (pid ${found.pid})`
        return { held: false, holder: { pid: found.pid, address: found.address }, message }
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
      // On a full disk nothing can be written; who leaves later then looks again.
      rmSync(own, { force: true })
    }
    const others = names.filter(other => other !== name).map(other => read(join(dataDir, `${other}.pid`)))
    return !others.some(other => other && !other.isLeaving && isRunning(other))
  }
  return { held: true, leave, release }
}

/** Who holds the folder under this name now, or null. */
export function findHolder(dataDir: string, name: HolderName = 'galley'): Holder | null {
  const found = read(join(dataDir, `${name}.pid`))
  return found && isRunning(found) ? found : null
}

const isRunning = ({ pid, started }: Entry): boolean => startOf(pid) === started

/** A link appears whole or not at all, unlike a file written in place. */
function linkOnce(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the dead entry, and puts it back if a quicker start has replaced it between our look and our hand. */
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

/** Null when there is no entry or it cannot be read, which a crash of the machine can leave. */
function read(file: string): Entry | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Entry
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The process is gone, or another account's, which cannot hold a folder of ours; `ps` leaves with a status for it. */
const isNoProcess = (error: unknown): boolean => {
  const { code, status } = error as { code?: string; status?: unknown }
  return typeof status === 'number' || ['ENOENT', 'ESRCH', 'EPERM', 'EACCES'].includes(code ?? '')
}

/** When the process of this number began, in the system's own words; null when there is none. */
function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      // The program's name, in brackets, may hold spaces: fields are counted from behind it. 22nd of all: start, in ticks.
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
