import { readConfig } from '#server/config.ts'
import { refuseWrite } from '#server/features/billing/refuse-write.ts'
import { billingRoutes } from '#server/features/billing/routes.ts'
import { startAtGateway } from '#server/features/billing/subscription/start-subscription.ts'
import { syncQuantities } from '#server/features/billing/subscription/sync-quantities.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { makeLog } from '#server/platform/log.ts'
import { scopeSources } from '#server/scope-sources.ts'
import { memoryStorage } from '../files/storage.ts'
import type { Work } from './killed-billing.ts'

// A Galley that is told one thing to do, as a job or as a call, while its parent kills it at one of its calls to the gateway.
const config = readConfig(process.env)
const log = makeLog(config.LOG_LEVEL)
const { db } = openDatabase({ url: config.DATABASE_URL ?? '', max: 3, log })
const services = {
  config,
  db,
  log,
  clock: sharedClock,
  storage: memoryStorage(),
  jobs: { enqueue: async () => undefined },
  scopeSources,
}
const app = await buildApp(services, billingRoutes, { checkOutput: true, guard: refuseWrite })

const run = async (work: Work): Promise<boolean> => {
  if (work.kind === 'start') return (await startAtGateway(services, work.agencyId)).kind === 'started'
  if (work.kind === 'quantities') return (await syncQuantities(services)) === 'done'
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/api${work.path}`,
    headers: { authorization: `Bearer ${work.token}` },
    ...(work.body !== undefined && { payload: work.body }),
  })
  return statusCode === 200
}

process.on('message', async (work: Work) => process.send?.({ isDone: await run(work) }))
process.send?.({ isReady: true })
