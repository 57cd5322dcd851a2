import { readConfig } from '#server/config.ts'
import { startAtGateway } from '#server/features/billing/start-subscription.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { makeLog } from '#server/platform/log.ts'
import { memoryStorage } from './storage.ts'

// A process that begins the subscription of AGENCY_ID as the job does, and ends. Its parent kills it at one of its calls.
const config = readConfig(process.env)
const log = makeLog(config.LOG_LEVEL)
const { db, close } = openDatabase({ url: config.DATABASE_URL ?? '', max: 2, log })
const jobs = { enqueue: async () => undefined }
const services = { config, db, log, clock: systemClock, storage: memoryStorage(), jobs }
const outcome = await startAtGateway(services, Number(process.env.AGENCY_ID))
await close()
process.exitCode = outcome.kind === 'started' ? 0 : 1
