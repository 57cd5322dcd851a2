import { join } from 'node:path'
import { findTmpfs } from '../tools/postgres/tmpfs.ts'
import { leaveNothing } from '../tools/suite/leave-nothing.ts'
import { clockEnvironment } from '../tools/test-clock.ts'

/** A Galley that the journeys use, with its data folder and database if we started it. */
export type TestServer = {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly database: string
}

// Playwright loads this file in every process: what is chosen here is chosen once and inherited.
process.env.E2E_DATA_DIR ??= join(leaveNothing(findTmpfs() ?? undefined), 'e2e')
const root = process.env.E2E_DATA_DIR
Object.assign(process.env, clockEnvironment(process.env))
process.env.E2E_STARTED_AT ??= new Date(Date.now() + Number(process.env.TEST_CLOCK_AHEAD ?? 0)).toISOString()

/** When the servers were started: a run may continue past midnight. */
export const startedAt = new Date(process.env.E2E_STARTED_AT)

/** The data of the PostgreSQL that the servers share. */
export const postgresFolder = `${root}-postgres`

const firstPort = Number(process.env.E2E_PORT ?? 4680)

/** As many as a small machine has cores. */
const count = Number(process.env.E2E_WORKERS ?? 2)

const makeServer = (index: number): TestServer => {
  // Each one's sandbox uses the next port.
  const port = firstPort + 2 * index
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir: `${root}-${index}`,
    database: `galley_${index}`,
  }
}

/** One for each worker, so that no journey sees what another one writes. With `E2E_URL`, the server that is already running. */
export const testServers: readonly TestServer[] = process.env.E2E_URL
  ? [{ ...makeServer(0), url: process.env.E2E_URL, dataDir: root }]
  : Array.from({ length: count }, (_, index) => makeServer(index))

/** This worker's server. */
export const ownServer = (): TestServer => {
  const own = testServers[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
  if (!own) throw new Error('There are more workers than test servers')
  return own
}
