import { readConfig } from '#server/config.ts'
import { sharedClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { makeLog } from '#server/platform/log.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { openMailer } from '#server/platform/mail/transport.ts'
import { scopeSources } from '#server/scope-sources.ts'
import { memoryStorage } from './files/storage.ts'

// A process that sends the mail MAIL_ID as the job does, and ends. Its parent kills it at one of its steps.
const config = readConfig(process.env)
const log = makeLog(config.LOG_LEVEL)
const { db, close } = openDatabase({ url: config.DATABASE_URL ?? '', max: 2, log })
const jobs = { enqueue: async () => undefined }
const services = { config, db, log, clock: sharedClock, storage: memoryStorage(), jobs, scopeSources }
const mailer = openMailer(config, config.smtpUrl ?? '')
const outcome = await sendMail(services, mailer, Number(process.env.MAIL_ID))
mailer.close()
await close()
process.exitCode = outcome === 'done' ? 0 : 1
