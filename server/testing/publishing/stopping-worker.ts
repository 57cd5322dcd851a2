import { once } from 'node:events'
import path from 'node:path'
import { publishTimings } from '#domain/publishing/timings.ts'
import { readConfig } from '#server/config.ts'
import { makePublisher } from '#server/features/publishing/engine/publisher.ts'
import { startSweeper } from '#server/features/publishing/engine/worker.ts'
import { createAdapters } from '#server/networks/adapters.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { makeLog } from '#server/platform/log.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'
import { scopeSources } from '#server/scope-sources.ts'
import { watchSteps } from './steps.ts'

// A worker process that tells its parent when a publication has reached STOP_AT, and continues when told to.
/** Short: a worker that was frozen for longer must notice by its own clock that its lease has expired. */
const LEASE_MS = 2_000

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
const message = once(process, 'message')
const stopped = new Set<string>()
const networks = watchSteps(createAdapters(networkSettings(config)), async (step, network) => {
  if (step !== process.env.STOP_AT || stopped.has(network)) return
  stopped.add(network)
  process.send?.(network)
  await message
})
startSweeper(
  services,
  makePublisher(services, { networks, timings: { ...publishTimings, leaseMs: LEASE_MS } }),
)
