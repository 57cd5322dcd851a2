import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMark } from './processes.ts'

/**
 * From now on everything that this process starts ends with it, however it ends, and the temporary folder that they all use is removed
 * (decision 90). A run inside another one is part of it.
 *
 * @param parent where the folder is made
 * @returns the folder; `os.tmpdir()` is the same one from now on
 */
export function leaveNothing(parent = tmpdir()): string {
  if (process.env[runMark]) return tmpdir()
  const folder = mkdtempSync(join(parent, 'galley-run-'))
  // The account of a database that a test starts has to get through it.
  chmodSync(folder, 0o755)
  const run = randomUUID()
  const watcher = spawn(process.execPath, [join(import.meta.dirname, 'sweep.ts'), run, folder], {
    // Ctrl-C in the terminal must not reach it.
    detached: true,
    // Its input ends when this process does, also when it is killed.
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  // Node's type of a stream does not say that a pipe has it.
  ;(watcher.stdin as unknown as { unref(): void }).unref()
  process.env[runMark] = run
  process.env.TMPDIR = folder
  return folder
}
