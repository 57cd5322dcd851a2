import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isAlive, runningPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { createTemplate, dropTemplate } from '#server/platform/db/testing.ts'
import { findTmpfs } from './tmpfs.ts'

const prefix = 'galley-test-postgres-'
/** In memory a copy of the template takes a quarter of the processor time that it takes on a disk. */
const home = findTmpfs() ?? tmpdir()

/**
 * One PostgreSQL for the whole run: an embedded one in a temporary folder, or the server that `TEST_DATABASE_URL`
 * names (its account must be allowed to create databases).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearAbandoned()
  const folder = await mkdtemp(join(home, `${prefix}${process.pid}-`))
  // The account of a database that a test starts has to get through it.
  await chmod(folder, 0o755)
  // The tests' own temporary folders, some with databases of their own, are made there too.
  process.env.TMPDIR = folder
  const external = process.env.TEST_DATABASE_URL
  if (external) {
    const postgres = await createTemplate(external)
    project.provide('postgres', postgres)
    return async () => {
      await dropTemplate(postgres)
      await rm(folder, { recursive: true, force: true })
    }
  }
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable: false })
  project.provide('postgres', await createTemplate(server.connectionString('postgres')))
  // An interrupted run never reaches the teardown.
  const abandon = () => {
    killServerOf(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', abandon)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    process.off('exit', abandon)
  }
}

/** Stops servers and removes folders that killed runs left behind; a folder's name contains the run's process id. */
async function clearAbandoned(): Promise<void> {
  for (const name of await readdir(home)) {
    const owner = Number(name.match(/^galley-test-postgres-(\d+)-/)?.[1] ?? 0)
    if (owner === 0 || isAlive(owner)) continue
    const folder = join(home, name)
    killServerOf(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function killServerOf(folder: string): void {
  const left = runningPostmaster(join(folder, 'data'))
  if (left) process.kill(left.pid, 'SIGQUIT')
}
