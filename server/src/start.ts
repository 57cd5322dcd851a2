import path from 'node:path'
import { chooseMediaLimits } from '#domain/networks/media-limits.ts'
import { type Config, ConfigError, directDatabaseUrl } from '#server/config.ts'
import { describeUnknownVariable } from '#server/config-names.ts'
import { requireForProduction } from '#server/config-production.ts'
import { demoLogins } from '#server/demo/people.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { cardPageHeaders } from '#server/features/billing/cards/card-page.ts'
import { refuseWrite } from '#server/features/billing/refuse-write.ts'
import { keepMonthsReady } from '#server/features/calendar/month-answers.ts'
import { registerLive } from '#server/features/projects/live.ts'
import { isProofOpen } from '#server/features/proofs/proofs.ts'
import { checkTokenKeys } from '#server/features/social-accounts/token-keys.ts'
import { gaugesOf } from '#server/features/status/gauges.ts'
import { fileRules } from '#server/file-rules.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { registerApiDocs } from '#server/openapi.ts'
import { cardGatewaySettings } from '#server/platform/cards/settings.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { embeddedFolder } from '#server/platform/db/embedded/cluster-file.ts'
import { superviseEmbeddedPostgres } from '#server/platform/db/embedded/supervisor.ts'
import { followClock } from '#server/platform/db/follow-clock.ts'
import { migrate, warnIfNewer } from '#server/platform/db/migrate.ts'
import { sayOutageOnce } from '#server/platform/db/outage.ts'
import { openStandby, type Standby } from '#server/platform/db/standby.ts'
import { openEventHub } from '#server/platform/events/hub.ts'
import { buildApp } from '#server/platform/http/app.ts'
import { registerBrowserFaults } from '#server/platform/http/browser-faults.ts'
import { registerHealth } from '#server/platform/http/health.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import { registerWeb } from '#server/platform/http/pages/files.ts'
import { linkPageHeaders } from '#server/platform/http/pages/link-pages.ts'
import { loginPageHeaders } from '#server/platform/http/pages/login-page.ts'
import { registerPolicyPages } from '#server/platform/http/pages/policy-pages.ts'
import type { Services } from '#server/platform/http/route.ts'
import { sweepUploads } from '#server/platform/http/uploads.ts'
import { lockDataFolder } from '#server/platform/lock.ts'
import { openMailer } from '#server/platform/mail/transport.ts'
import { closeFolder, diskStorage, sweepUnfinished } from '#server/platform/storage/disk.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { tryStorage } from '#server/platform/storage/try-storage.ts'
import { yieldProcessor } from '#server/platform/yield-processor.ts'
import { allRoutes } from '#server/routes.ts'
import { startSandboxProcess } from '#server/sandbox-process.ts'
import { scopeSources } from '#server/scope-sources.ts'
import { jobQueues, workOnJobs } from './background-work.ts'
import { registerOauthPages } from './features/accounts/providers/oauth-pages.ts'
import { registerGatewayMessages } from './features/billing/subscription/gateway-messages.ts'
import { listenForEvents } from './features/notifications/listen-for-events.ts'
import { registerStopMails } from './features/notifications/stop-mails.ts'
import { makePublisher } from './features/publishing/engine/publisher.ts'
import { startPublishing } from './features/publishing/engine/worker.ts'
import { sharedClock } from './platform/clock.ts'
import { type JobRunner, openJobs } from './platform/jobs/job-queues.ts'
import { type Log, makeLog } from './platform/log.ts'
import { measurePool } from './platform/metrics/metrics.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { checkExternalDatabases, checkPorts, explainStartError } from './platform/start-problems.ts'
import { isTraced, startTracing } from './platform/start-tracing.ts'
import { waitingTimes } from './waiting-times.ts'

/** What is running, in the order it was started; stopped in reverse order. */
type Stack = { add(stop: () => Promise<unknown> | unknown): void; stop(): Promise<void> }

const makeStack = (log: Log): Stack => {
  const stops: (() => Promise<unknown> | unknown)[] = []
  return {
    add: stop => stops.push(stop),
    stop: async () => {
      for (const stop of stops.reverse()) {
        try {
          await stop()
        } catch (error) {
          log.warn({ err: error }, 'a part of Galley did not stop cleanly')
        }
      }
    },
  }
}

/**
 * The external database's address for sessions of one's own, or the embedded one's: started here, or adopted from a process that was
 * killed or has another role. With separate roles, each of them restarts it after a crash, and the last one to stop stops it.
 */
const openPostgres = async (
  config: Config,
  { log, stack, isLast }: { log: Log; stack: Stack; isLast: () => boolean },
): Promise<string> => {
  const external = directDatabaseUrl(config)
  if (external !== undefined) {
    await checkExternalDatabases(config)
    return external
  }
  const embedded = await superviseEmbeddedPostgres({ dataDir: embeddedFolder(config), log })
  stack.add(() => embedded.stop({ keepRunning: !isLast() }))
  return embedded.ensureDatabase('galley')
}

const openStandbyOf = (
  { DATABASE_READ_URL: url, DATABASE_POOL: max, ROLES }: Config,
  primary: Db,
  log: Log,
): Standby | null => (url && ROLES.includes('web') ? openStandby({ url, max, primary, log }) : null)

const mediaFolder = ({ dataDir }: Config): string => path.join(dataDir, 'media')

/** The AWS SDK takes longer to load than everything else together: only an installation with a bucket waits for it. */
export const makeStorage = async (config: Config): Promise<Storage> => {
  if (!config.S3_BUCKET) {
    await closeFolder(mediaFolder(config))
    return diskStorage(mediaFolder(config))
  }
  const { s3Storage } = await import('#server/platform/storage/s3.ts')
  return s3Storage({ bucket: config.S3_BUCKET, region: config.S3_REGION, endpoint: config.S3_ENDPOINT })
}

/** @throws ConfigError for a bucket that cannot be used: else the first upload would find out. */
const openStorage = async (config: Config): Promise<Storage> => {
  const storage = await makeStorage(config)
  if (!config.S3_BUCKET) return storage
  const isKept = await tryStorage(storage).catch((cause: unknown) => {
    const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    throw new ConfigError(
      `S3_BUCKET: Galley cannot write, read and delete in ${config.S3_BUCKET} (${said}). Check S3_BUCKET, S3_ENDPOINT and S3_REGION, and the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      { cause },
    )
  })
  if (!isKept)
    throw new ConfigError(`S3_BUCKET: ${config.S3_BUCKET} returns other bytes than were written to it.`)
  return storage
}

const startWeb = async (services: Services, url: string, webFolder: string, stack: Stack): Promise<void> => {
  const { config, log } = services
  const app = await buildApp(services, allRoutes, {
    checkOutput: config.NODE_ENV === 'test',
    guard: refuseWrite,
  })
  const hub = await openEventHub(url, log)
  registerHealth(app, services)
  registerBrowserFaults(app, services)
  registerLive(app, services, hub)
  registerOauthPages(app, services)
  registerMediaFiles(app, services, fileRules, isProofOpen)
  registerApiDocs(app, allRoutes)
  registerPolicyPages(app, config)
  registerStopMails(app, services)
  registerGatewayMessages(app, services)
  // Every login page asks: without a demo the list is empty, where a 404 would be an error in the visitor's console.
  app.get('/api/demo', async () => ({ data: { logins: config.demo ? demoLogins : [] } }))
  const loginHeaders = loginPageHeaders(networkSettings(config))
  const cardHeaders = cardPageHeaders(cardGatewaySettings(config)?.fields ?? null)
  await registerWeb(app, webFolder, path => ({
    ...loginHeaders(path),
    ...cardHeaders(path),
    ...linkPageHeaders(path),
  }))
  stack.add(() => hub.close())
  stack.add(keepMonthsReady(services, hub))
  stack.add(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  await sweepUploads()
  if (!config.S3_BUCKET) await sweepUnfinished(mediaFolder(config), services.clock.now())
  await app.listen({ host: config.HOST, port: config.PORT })
}

const banner = (config: Config, sandboxUrl: string | null): string =>
  [
    '',
    `  Galley  ${config.publicUrl}`,
    `  API     ${config.publicUrl}/api/docs`,
    ...(sandboxUrl ? [`  Sandbox ${sandboxUrl}   the networks' public feeds`] : []),
    ...(config.demo
      ? [
          '',
          '  Demo logins (role, email, password):',
          ...demoLogins.map(
            login => `    ${login.role.padEnd(18)} ${login.email.padEnd(26)} ${login.password}`,
          ),
        ]
      : []),
    '',
  ].join('\n')

/** The sandbox, in a process of its own that starts while the database does. */
const openSandbox = (
  config: Config,
  log: Log,
  stack: Stack,
): ReturnType<typeof startSandboxProcess> | null => {
  if (!config.sandbox || !config.ROLES.includes('web')) return null
  const starting = startSandboxProcess(config, log)
  // Handled where it is awaited, which may be after it has failed.
  starting.catch(() => undefined)
  stack.add(() =>
    starting.then(
      sandbox => sandbox.stop(),
      // The code that awaits it reports why it did not start.
      () => undefined,
    ),
  )
  return starting
}

type Start = {
  readonly webFolder: string
  /** Aborts the start between two steps; what was started until then is stopped. */
  readonly signal?: AbortSignal
}

/**
 * Starts the configured roles and says where they run. Everything that can be checked is checked before anything is started, and a
 * start that fails stops what it has started. @returns a function that stops everything, in order
 * @throws ConfigError for what the operator can fix
 */
export const start = async (config: Config, options: Start): Promise<{ stop(): Promise<void> }> => {
  requireForProduction(config)
  chooseMediaLimits(config.MEDIA_LIMITS)
  const log = makeLog(config.LOG_LEVEL, undefined, sayOutageOnce)
  for (const unknown of config.unknownVariables) log.warn(describeUnknownVariable(unknown))
  const stack = makeStack(log)
  try {
    const lock = lockDataFolder(config.dataDir, {
      address: config.publicUrl,
      name: config.ROLES.includes('web') ? 'galley' : 'worker',
    })
    // With a database elsewhere the folder holds nothing that two processes could damage: they share its media and key.
    if (!lock.isAcquired && !config.DATABASE_URL) throw new ConfigError(lock.message)
    if (lock.isAcquired) stack.add(lock.release)
    if (isTraced(config)) stack.add(await startTracing(log))
    await checkPorts(config)
    const isLast = () => !lock.isAcquired || lock.leave()
    await startRoles(config, { ...options, log, stack, isLast })
    return { stop: () => stack.stop() }
  } catch (error) {
    await stack.stop()
    throw explainStartError(config, error)
  }
}

const startRoles = async (
  config: Config,
  { webFolder, signal, log, stack, isLast }: Start & { log: Log; stack: Stack; isLast: () => boolean },
): Promise<void> => {
  const isWeb = config.ROLES.includes('web')
  // Not with the embedded database, which this process may have to start: pages wait for it too.
  if (!isWeb && config.DATABASE_URL) yieldProcessor()
  const starting = openSandbox(config, log, stack)
  const url = await openPostgres(config, { log, stack, isLast })
  signal?.throwIfAborted()
  await migrate(url)
  const hasPooler = config.DATABASE_DIRECT_URL !== undefined
  const poolUrl = config.DATABASE_URL ?? url
  const { db, pool, close } = openDatabase({ url: poolUrl, hasPooler, max: config.DATABASE_POOL, log })
  stack.add(close)
  const standby = openStandbyOf(config, db, log)
  if (standby) stack.add(standby.close)
  await warnIfNewer(db, log)
  const following = await followClock({ db, pool, log })
  stack.add(following.stop)
  await checkTokenKeys(db, config)
  signal?.throwIfAborted()
  const jobs = await openJobs(url, log, jobQueues)
  stack.add(() => jobs.stop())
  const services: Services = {
    config,
    db,
    ...(standby && { standby }),
    log,
    clock: sharedClock,
    storage: await openStorage(config),
    jobs,
    scopeSources,
  }
  if (config.METRICS_PORT !== undefined) {
    measurePool(pool)
    stack.add(await serveMetrics(gaugesOf(db, config), { host: config.HOST, port: config.METRICS_PORT, log }))
  }
  const sandbox = await starting
  signal?.throwIfAborted()
  if (config.demo && isWeb && sandbox) await seedDemo(services, sandbox.url)
  signal?.throwIfAborted()
  if (isWeb) await startWeb(services, url, webFolder, stack)
  if (config.ROLES.includes('worker'))
    await startWorker(services, { url, jobs, stack, sandboxSmtpUrl: sandbox?.smtpUrl })
  console.log(isWeb ? banner(config, sandbox ? sandbox.url : null) : '  Galley worker is running')
}

type Worker = { url: string; jobs: JobRunner; stack: Stack; sandboxSmtpUrl: string | undefined }

const startWorker = async (
  services: Services,
  { url, jobs, stack, sandboxSmtpUrl }: Worker,
): Promise<void> => {
  const { config, log } = services
  const publisher = makePublisher(services, { waitingTimes })
  const publishing = await startPublishing(services, url, publisher)
  stack.add(() => publishing.stop())
  const smtpUrl = config.SMTP_URL ?? sandboxSmtpUrl ?? config.smtpUrl
  if (!smtpUrl) log.warn('no mail is sent: SMTP_URL is not set')
  const mailer = smtpUrl ? openMailer(config, smtpUrl) : null
  stack.add(async () => mailer?.close())
  await workOnJobs(services, jobs, { publisher, mailer })
  const listening = await listenForEvents(services, url)
  stack.add(() => listening.stop())
}
