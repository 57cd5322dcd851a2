import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOfRun, listProcesses, programOf } from './processes.ts'

// node tools/suite/sweep.ts <run> <folder>: waits for its input to end, then ends what is left of the run and removes its folder.
// Started by `leaveNothing`.

const [run, folder] = process.argv.slice(2)
if (!run || !folder) throw new Error('Usage: sweep.ts <run> <folder>')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
await text(process.stdin)
// What is being started may have started something itself in the meantime.
for (let turn = 0; turn < 100; turn++) {
  const left = listProcesses().filter(({ pid }) => pid !== process.pid && isOfRun(pid, run))
  if (left.length === 0) break
  for (const { pid } of left) end(pid)
  await sleep(100)
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** A PostgreSQL that is killed leaves its shared memory behind; on SIGQUIT it ends as quickly and removes it. */
function end(pid: number): void {
  try {
    process.kill(pid, programOf(pid) === 'postgres' ? 'SIGQUIT' : 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
