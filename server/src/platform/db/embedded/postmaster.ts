import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server process and the TCP port on which it reports to listen. */
export type Postmaster = { pid: number; port: number }

/**
 * The server that runs on this data folder now, or null. Leftovers of a crash or a reboot are removed: after a reboot the old process
 * id may belong to another program, and PostgreSQL would refuse to start forever.
 */
export function runningPostmaster(dataDir: string): Postmaster | null {
  const file = join(dataDir, 'postmaster.pid')
  const lines = readLines(file)
  if (!lines) return null
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (pid > 0 && isAlive(pid)) {
    if (servesFolder(pid, dataDir)) return { pid, port: port > 0 ? port : 0 }
    rmSync(file, { force: true })
  }
  // The file of a dead server stays: PostgreSQL itself checks it against the shared memory that its children may still use.
  return null
}

/** Stops a server fast: open transactions are rolled back, everything committed is on disk. Fails after 20 s. */
export async function stopPostmaster(dataDir: string, pid: number, pgCtl: string): Promise<void> {
  if (process.platform === 'win32') {
    execFileSync(pgCtl, ['stop', '-D', dataDir, '-m', 'fast', '-w'], { stdio: 'ignore' })
    return
  }
  for (const [signal, patience] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!sendSignal(pid, signal)) return
    const until = performance.now() + patience
    while (performance.now() < until) {
      // The file is removed last, and an unreaped process stays visible, so the file decides.
      if (!existsSync(join(dataDir, 'postmaster.pid')) || !isAlive(pid)) return
      await sleep(10)
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) on ${dataDir} does not stop`)
}

/** Whether a process with this id exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** The server's working directory is its data folder: proof that works even with reused process ids and copied folders. */
function servesFolder(pid: number, dataDir: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
    if (process.platform === 'win32') return true
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return command.includes(dataDir)
  } catch (error) {
    // The process has ended, or belongs to another account: either way it is not our server. `ps` exits with a status.
    const { code, status } = error as { code?: string; status?: unknown }
    if (typeof status === 'number' || ['ENOENT', 'ESRCH', 'EPERM', 'EACCES'].includes(code ?? ''))
      return false
    throw error
  }
}

function readLines(file: string): string[] | null {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
