import path from 'node:path'
import { publishTimings } from '#domain/publishing/timings.ts'
import { readConfig } from '#server/config.ts'
import { makePublisher } from '#server/features/publishing/engine/publisher.ts'
import { startSweeper } from '#server/features/publishing/engine/worker.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { makeLog } from '#server/platform/log.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'
import { scopeSources } from '#server/scope-sources.ts'
import { distantNetworks } from './distant-networks.ts'

// A worker process that publishes on the networks of another process (NETWORKS_URL) until it is killed. It says when it has begun.
/** Short, so that others soon take over what it had begun; longer than a call takes on a slow machine. */
const TAKEN_OVER_MS = 5_000

const config = readConfig(process.env)
const log = makeLog(config.LOG_LEVEL)
const { db } = openDatabase({ url: config.DATABASE_URL ?? '', max: 4, log })
const services = {
  config,
  db,
  log,
  clock: sharedClock,
  storage: diskStorage(path.join(config.dataDir, 'media')),
  jobs: { enqueue: async () => undefined },
  scopeSources,
}
const timings = {
  ...publishTimings,
  leaseMs: TAKEN_OVER_MS,
  firstLookUpMs: 500,
  lookUpEveryMs: 500,
  absentAfterMs: TAKEN_OVER_MS,
  backoffMs: [50],
}
startSweeper(
  services,
  makePublisher(services, { networks: distantNetworks(process.env.NETWORKS_URL ?? ''), timings }),
)
process.send?.('begun')
