import { tmpdir } from 'node:os'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { moveDatabaseClock } from '#server/platform/db/testing-clock.ts'
import { startGalley } from '#testing/galley-process.ts'
import { movedDate } from '../tools/test-clock.ts'
import { aheadMs, clockFile } from './clock.ts'
import { onDatabase } from './database.ts'
import { postgresFolder, type TestServer, testServers } from './test-servers.ts'

// Starts the Galleys of the journeys side by side, on one PostgreSQL, each with a clock that can be moved. Playwright waits for the last
// line that is printed, and ends everything with a signal.

const postgres = await startEmbeddedPostgres({ dataDir: postgresFolder, durable: false })

const start = async (server: TestServer) => {
  const url = await postgres.ensureDatabase(server.database)
  await onDatabase(client => moveDatabaseClock(client, aheadMs(server)), url)
  const galley = startGalley({
    ...(process.env.TZ && { TZ: process.env.TZ }),
    TMPDIR: tmpdir(),
    NODE_OPTIONS: movedDate,
    TEST_CLOCK_FILE: clockFile(server),
    PORT: String(server.port),
    SANDBOX_PORT: String(server.port + 1),
    DATA_DIR: server.dataDir,
    DATABASE_URL: url,
    // A minute that a journey chooses may be the next one.
    LEAD_TIME_MINUTES: '0',
    // Every journey signs in several times, all from one address.
    SIGN_IN_PER_MINUTE: '1000',
    LOG_LEVEL: 'warn',
  })
  galley.child.stderr?.pipe(process.stderr)
  await galley.said('Demo logins')
  return galley
}

const stopping = new Promise<void>(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})
try {
  const galleys = await Promise.all(testServers.map(start))
  console.log('The Galleys are running')
  await stopping
  // The signal was sent to the whole group, so that they are stopping too; a second one would end them at once.
  await Promise.all(galleys.map(({ ended }) => ended))
} finally {
  await postgres.stop()
}
process.exit(0)
