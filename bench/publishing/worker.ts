import { jobQueues } from '#server/background-work.ts'
import { readConfig } from '#server/config.ts'
import { makePublisher } from '#server/features/publishing/engine/publisher.ts'
import { startPublishing } from '#server/features/publishing/engine/worker.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { openJobs } from '#server/platform/jobs/job-queues.ts'
import { makeLog } from '#server/platform/log.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'
import { yieldProcessor } from '#server/platform/yield-processor.ts'
import { scopeSources } from '#server/scope-sources.ts'
import { hastyNetworks } from './networks.ts'

/**
 * The real worker, but with networks in memory: `node worker.ts <share of calls that hang>`. Sends 'ready', and when asked for its
 * `report`, what was published.
 */
yieldProcessor()
const hangs = Number(process.argv[2] ?? 0)
const config = readConfig(process.env)
const log = makeLog(config.LOG_LEVEL)
const url = config.DATABASE_URL ?? ''
const { db, pool, close } = openDatabase({ url, max: config.DATABASE_POOL, log })
const jobs = await openJobs(url, log, jobQueues)
const services: Services = {
  config,
  db,
  log,
  clock: sharedClock,
  storage: diskStorage(config.dataDir),
  jobs,
  scopeSources,
}
const { networks, sent } = hastyNetworks(hangs)
let queries = 0
pool.on('acquire', client => {
  const counted = client as typeof client & { isCounted?: boolean }
  if (counted.isCounted) return
  counted.isCounted = true
  const query = client.query.bind(client) as (...input: unknown[]) => unknown
  client.query = ((...input: unknown[]) => {
    queries += 1
    return query(...input)
  }) as typeof client.query
})
const running = await startPublishing(services, url, makePublisher(services, { networks }))

process.on('message', async message => {
  if (message === 'report')
    process.send?.({ sent, queries, cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000 })
  if (message !== 'stop') return
  await running.stop()
  await jobs.stop()
  await close()
  process.disconnect?.()
})
process.send?.('ready')
