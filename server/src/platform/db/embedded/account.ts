import { execFileSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The operating system account PostgreSQL runs as when we are root: it refuses to run as root itself. */
export type Account = { uid: number; gid: number }

/**
 * The account to run the server under, or null if our own will do (we are not root, or this is Windows). A folder that already belongs
 * to someone keeps its owner, so that the same folder works with and without root.
 */
export function accountFor(dataDir: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return lookUp('postgres') ?? lookUp('nobody') ?? { uid: 65534, gid: 65534 }
}

function lookUp(name: string): Account | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch (error) {
    // `id` exits with a status if there is no such account; some systems have no `id`.
    const { code, status } = error as { code?: string; status?: unknown }
    if (typeof status === 'number' || code === 'ENOENT') return null
    throw error
  }
}

/** Gives a folder with its contents to the account; does nothing if the account already owns it. */
export function giveTo(account: Account | null, path: string): void {
  if (!account || lstatSync(path).uid === account.uid) return
  // The folder itself comes last: if this is interrupted, the next start sees the old owner and repeats it.
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(account, join(path, name))
  chownSync(path, account.uid, account.gid)
}

/** Whether the account may enter this folder and every folder above it. Always true for our own account (null). */
export function canReach(account: Account | null, folder: string): boolean {
  if (!account) return true
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path)
    const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode
    if ((bits & 1) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** A temporary folder that the account can enter; the user's own may lie under a closed home folder. */
export function reachableTmp(account: Account | null): string {
  const candidates = [tmpdir(), '/var/tmp', '/tmp']
  return (
    candidates.find(path => statSync(path, { throwIfNoEntry: false }) && canReach(account, path)) ?? tmpdir()
  )
}
