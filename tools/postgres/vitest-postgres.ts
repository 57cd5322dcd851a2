import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { createTemplate, dropTemplate } from '#server/platform/db/testing.ts'
import { leaveNothing } from '../suite/leave-nothing.ts'
import { findPooler, startPooler } from './pooler.ts'
import { findSystemPostgres, startSystemPostgres } from './system-postgres.ts'
import { findTmpfs } from './tmpfs.ts'

/**
 * One PostgreSQL for the whole run: the server that `TEST_DATABASE_URL` names (its account must be allowed to create databases), this
 * machine's own with `TEST_POSTGRES=system` if there is one, or else the embedded one. The last two keep their data in memory where
 * they can: a copy of the template takes a quarter of the processor time that it takes on a disk. With `TEST_POOLER=on`, applications
 * reach it through this machine's PgBouncer.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = leaveNothing(findTmpfs() ?? undefined)
  const { TEST_DATABASE_URL: external, TEST_POSTGRES } = process.env
  if (external) {
    const postgres = await createTemplate(external)
    project.provide('postgres', postgres)
    return () => dropTemplate(postgres)
  }
  const bin = TEST_POSTGRES === 'system' ? findSystemPostgres() : null
  const server = bin ? await startSystemPostgres(bin, folder) : await startEmbedded(folder)
  const pooler = await openPooler(server.url, folder)
  project.provide('postgres', {
    ...(await createTemplate(server.url)),
    ...(pooler && { poolerUrl: pooler.url }),
  })
  return async () => {
    await pooler?.stop()
    await server.stop()
  }
}

async function startEmbedded(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = join(folder, `postgres-${process.pid}`)
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  return { url: server.connectionString('postgres'), stop: () => server.stop() }
}

async function openPooler(serverUrl: string, folder: string) {
  if (process.env.TEST_POOLER !== 'on') return null
  const program = findPooler()
  if (!program) throw new Error('TEST_POOLER=on: PgBouncer is not installed')
  return startPooler(program, serverUrl, folder)
}
