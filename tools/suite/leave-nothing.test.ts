import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isAlive } from '#server/platform/db/embedded/postmaster.ts'

let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'galley-leave-nothing-'))
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** A run that starts an embedded PostgreSQL and a program in a session of its own, and says their process ids. */
const program = (folder: string) => `
  import { spawn } from 'node:child_process'
  import { leaveNothing } from '${pathToFileURL(join(import.meta.dirname, 'leave-nothing.ts'))}'
  import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
  import { runningPostmaster } from '#server/platform/db/embedded/postmaster.ts'
  const folder = leaveNothing('${folder}')
  const dataDir = folder + '/data'
  await startEmbeddedPostgres({ dataDir, durable: false })
  const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
  console.log(JSON.stringify({ folder, pids: [runningPostmaster(dataDir).pid, child.pid] }))
  setInterval(() => undefined, 1000)
`

const begin = async (): Promise<{ run: ChildProcess; folder: string; pids: number[] }> => {
  const run = spawn(process.execPath, ['--input-type=module', '--eval', program(parent)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, GALLEY_TEST_RUN: '' },
  })
  const [said] = await once(run.stdout, 'data')
  return { run, ...JSON.parse(String(said)) }
}

// Without /proc nothing says what belongs to a run.
test.runIf(process.platform === 'linux').each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a run that ends by %s leaves no database, no process and no folder',
  async signal => {
    const { run, folder, pids } = await begin()
    expect(pids.filter(isAlive)).toEqual(pids)
    expect(existsSync(folder)).toBe(true)
    run.kill(signal)
    await vi.waitFor(() => expect([pids.filter(isAlive), existsSync(folder)]).toEqual([[], false]), {
      timeout: 30_000,
    })
  },
)
