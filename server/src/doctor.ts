import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { oneLine } from '#domain/kernel/text.ts'
import type { Config } from '#server/config.ts'
import { describeUnknownVariable } from '#server/config-names.ts'
import { findMissingSettings } from '#server/config-production.ts'
import { identitySettings } from '#server/identity/settings.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { cardGatewaySettings } from '#server/platform/cards/settings.ts'
import { SKEW_MS_MAX, sharedClock, startTimer } from '#server/platform/clock.ts'
import { checkConnection } from '#server/platform/db/connection-problems.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { clientNow, databaseNow } from '#server/platform/db/database-now.ts'
import { connectionTo } from '#server/platform/db/hosts.ts'
import { findTooNew, migrationsFolder, readApplied, readMigrations } from '#server/platform/db/migrate.ts'
import { readParkedMails } from '#server/platform/mail/parked.ts'
import { openMailer } from '#server/platform/mail/transport.ts'
import { tryStorage } from '#server/platform/storage/try-storage.ts'
import { makeStorage } from '#server/start.ts'
import { checkBackups, checkStoredFiles } from './doctor-backups.ts'
import { checkBilling } from './doctor-billing.ts'
import type { Finding } from './doctor-finding.ts'
import { checkCosts, checkVersions } from './doctor-networks.ts'
import { checkStandby } from './doctor-standby.ts'
import { describeHeld } from './features/publishing/operator-commands.ts'
import { checkTokenKeys } from './features/social-accounts/token-keys.ts'
import { findLockOwner } from './platform/lock.ts'
import { makeLog } from './platform/log.ts'
import { checkPorts, explainStartError } from './platform/start-problems.ts'

const fine = (what: string, text: string): Finding => ({ what, state: 'fine', text })
const note = (what: string, text: string): Finding => ({ what, state: 'note', text })
const wrong = (what: string, text: string, remedy: string): Finding => ({
  what,
  state: 'wrong',
  text,
  remedy,
})
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Longer than readiness waits for the database. */
const READY_MS = 5_000

const isHere = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** What production needs to have set, and names that nothing reads. */
const checkConfiguration = (config: Config): Finding[] => {
  const what = 'configuration'
  const remedy = 'Correct the name or unset it; docs/guides/configuration.md has all of them.'
  const unknown = config.unknownVariables.map(each => wrong(what, describeUnknownVariable(each), remedy))
  return [...checkCompleteness(config), ...unknown]
}

const checkCompleteness = (config: Config): Finding[] => {
  const what = 'configuration'
  if (config.NODE_ENV !== 'production')
    return [
      note(what, `valid; NODE_ENV is ${config.NODE_ENV}, so the sandbox and demo data are on by default`),
    ]
  const found = findMissingSettings(config).map(({ text, remedy }) => wrong(what, text, remedy))
  return found.length > 0 ? found : [fine(what, 'complete for production')]
}

const checkSandbox = (config: Config): Finding => {
  const what = 'sandbox'
  if (config.NODE_ENV !== 'production')
    return note(what, config.sandbox ? 'on, as expected outside production' : 'off')
  const settings = networkSettings(config)
  const cards = cardGatewaySettings(config)
  // Anyone who can answer in place of a sign-in provider can sign in as anyone.
  const { google, apple } = identitySettings(config)
  const requested = [
    settings.graphUrl,
    settings.linkedinUrl,
    settings.xUrl,
    cards?.url,
    google?.issuer,
    apple?.issuer,
  ]
  const stood = requested.filter(url => url !== undefined && isHere(url))
  if (stood.length > 0)
    return wrong(
      what,
      `addresses of other services lead to this machine: ${stood.join(', ')}`,
      'Unset the *_URL and *_ISSUER variables that say so.',
    )
  if (cards?.takesTestCards)
    return wrong(what, 'CARD_GATEWAY_KEY is a test key', 'Set the live key, or CARD_STEP=off.')
  if (config.demo) return wrong(what, 'demo data are on', 'Unset DEMO: everybody can know its passwords.')
  return fine(what, 'off')
}

const checkMigrations = async (client: pg.Client): Promise<Finding> => {
  const what = 'migrations'
  const shipped = await readMigrations(migrationsFolder)
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return note(what, 'none yet; the first start applies them')
  const applied = await readApplied(client)
  if (findTooNew(shipped, applied) !== null)
    return wrong(
      what,
      'the database is newer than this version of Galley',
      'Start the version of Galley that was used last.',
    )
  if (applied.length > shipped.length)
    return note(
      what,
      'the database is newer than this version of Galley, which may run with it until its upgrade',
    )
  const pending = shipped.length - applied.length
  return pending === 0
    ? fine(what, `all ${shipped.length} applied`)
    : note(what, `the next start applies ${pending}`)
}

/** The database's clock, which counts everywhere, against this machine's and against that of X, which judges signed calls by its own. */
const checkClocks = async (config: Config, client: pg.Client): Promise<Finding[]> => {
  const [before, elapsed] = [Date.now(), startTimer()]
  const shown = await clientNow(client)
  const ours = Math.round(before + elapsed() / 2 - shown.getTime())
  return [judgeClock('clock', "this machine's", ours), await checkXClock(config, ours)]
}

const judgeClock = (what: string, whose: string, ahead: number): Finding =>
  Math.abs(ahead) <= SKEW_MS_MAX
    ? fine(what, `${whose} is within ${Math.abs(ahead)} ms of the database's`)
    : wrong(
        what,
        `${whose} is ${Math.abs(ahead)} ms ${ahead > 0 ? 'ahead of' : 'behind'} the database's, which counts`,
        'Synchronize the machines with NTP, the database’s first.',
      )

/** Without X's answer there is nothing to compare. `ours`: by how much this machine's clock is ahead of the database's, in milliseconds. */
const checkXClock = async (config: Config, ours: number): Promise<Finding> => {
  const what = 'clock of X'
  const { xUrl, xConsumerKey } = networkSettings(config)
  if (xConsumerKey === '') return note(what, 'not asked: X is not set up')
  const [before, elapsed] = [Date.now(), startTimer()]
  const signal = AbortSignal.timeout(READY_MS)
  const date = await fetch(xUrl, { method: 'HEAD', redirect: 'manual', signal }).then(
    answer => Date.parse(answer.headers.get('date') ?? ''),
    () => Number.NaN,
  )
  if (Number.isNaN(date)) return note(what, `not known: ${xUrl} does not answer`)
  // It is told in whole seconds.
  const ahead = Math.round(date + 500 - (before + elapsed() / 2) + ours)
  return judgeClock(what, 'it', ahead)
}

const checkDatabase = async (config: Config, url: string): Promise<Finding[]> => {
  const what = 'database'
  const found = await checkConnection(url)
  if ('problem' in found) return [wrong(what, found.problem, found.remedy)]
  const client = new pg.Client(connectionTo(url))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return [
      fine(what, `PostgreSQL ${found.version}`),
      await checkMigrations(client),
      ...(await checkClocks(config, client)),
    ]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The address of the web process on this machine; `PUBLIC_URL` may lead to a proxy. */
const localUrl = ({ HOST, PORT }: Config): string => {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/**
 * Whether Galley is running on this folder and works; if it is not running, whether its ports are free. Checked before the database is
 * started for us.
 */
const checkProcess = async (config: Config): Promise<Finding> => {
  const what = 'process'
  const owner = findLockOwner(config.dataDir)
  if (!owner)
    return checkPorts(config).then(
      () => note(what, `not running on ${config.dataDir}; its ports are free`),
      error => wrong(what, messageOf(error), 'Until then Galley does not start.'),
    )
  const url = `${localUrl(config)}/api/ready`
  const running = `running (pid ${owner.pid})`
  const status = await fetch(url, { signal: AbortSignal.timeout(READY_MS) }).then(
    answer => answer.status,
    () => null,
  )
  if (status === 200) return fine(what, `${running} and ready`)
  if (status === 503)
    return wrong(
      what,
      `${running}, but its database does not answer`,
      'It reconnects, and restarts an embedded database, by itself; if this lasts, its log says why.',
    )
  return wrong(
    what,
    `${running}, but ${url} does not answer`,
    'Set HOST and PORT as Galley has them, or restart it.',
  )
}

const checkKeys = async (config: Config, url: string): Promise<Finding> => {
  const what = 'token keys'
  const hasKey = config.TOKEN_KEY !== undefined || existsSync(path.join(config.dataDir, 'token.key'))
  if (!hasKey) return note(what, 'none yet; the first start creates one')
  const { db, close } = openDatabase({ url, max: 1, log: makeLog('silent') })
  try {
    await checkTokenKeys(db, config)
    return fine(what, 'decrypt everything that is stored')
  } catch (error) {
    // The tables are created at the first start.
    if ((error as { code?: unknown }).code === '42P01') return note(what, 'nothing is encrypted yet')
    return wrong(what, messageOf(error), 'See "The token key" in docs/guides/operate.md.')
  } finally {
    await close()
  }
}

const checkMail = async (config: Config): Promise<Finding> => {
  const what = 'mail'
  const { smtpUrl } = config
  if (!smtpUrl)
    return wrong(
      what,
      'no mail server is set',
      'Set SMTP_URL; without it nobody can be invited or reset a password.',
    )
  const { host } = new URL(smtpUrl)
  const mailer = openMailer(config, smtpUrl)
  try {
    await mailer.verify()
    return fine(what, `${host} accepts mail from ${config.mailFrom}`)
  } catch (error) {
    if (config.SMTP_URL === undefined)
      return note(what, `the sandbox's mail server (${host}) runs only while Galley does`)
    return wrong(what, `${host}: ${messageOf(error)}`, 'Check SMTP_URL: host, port, user and password.')
  } finally {
    mailer.close()
  }
}

/** The newest of those that failed for good. */
const PARKED_SHOWN = 10

const checkParkedMails = async (url: string): Promise<Finding> => {
  const what = 'failed mails'
  const { db, close } = openDatabase({ url, max: 1, log: makeLog('silent') })
  try {
    const mails = await readParkedMails(db, { agencyId: null, limit: PARKED_SHOWN + 1 })
    if (mails.length === 0) return fine(what, 'none in the last month')
    const lines = mails
      .slice(0, PARKED_SHOWN)
      .map(
        ({ recipient, kind, created_at, failed_at, last_error }) =>
          `${(failed_at ?? created_at).toISOString()} ${kind} to ${recipient}: ${oneLine(last_error ?? '')}`,
      )
    const more = mails.length > PARKED_SHOWN ? ['and more'] : []
    return {
      ...note(
        what,
        [`the newest of those that were given up`, ...lines, ...more].join(`\n${' '.repeat(22)}`),
      ),
      remedy: "The agency's admins send theirs again, or discard them, on their Agency page.",
    }
  } catch (error) {
    // The columns are created at the next start.
    if (['42P01', '42703'].includes(String((error as { code?: unknown }).code)))
      return note(what, 'not known before the next start')
    throw error
  } finally {
    await close()
  }
}

const checkPublishing = async (url: string): Promise<Finding> => {
  const what = 'publishing'
  const { db, close } = openDatabase({ url, max: 1, log: makeLog('silent') })
  try {
    const lines = await describeHeld(db)
    if (lines.length === 0) return fine(what, 'not held')
    return wrong(
      what,
      ['held: posts that come due wait', ...lines].join(`\n${' '.repeat(22)}`),
      'Look at what waits, then: npm run galley -- publishing release. A hold of one agency can also be released in the app, by its admins.',
    )
  } catch (error) {
    // The tables are created at the next start.
    if (['42P01', '42703'].includes(String((error as { code?: unknown }).code)))
      return note(what, 'not known before the next start')
    throw error
  } finally {
    await close()
  }
}

const checkTwitterCosts = async (config: Config, url: string): Promise<Finding> => {
  const { db, close } = openDatabase({ url, max: 1, log: makeLog('silent') })
  try {
    return await checkCosts(config, db, await databaseNow(db))
  } catch (error) {
    // The tables are created at the next start.
    if (['42P01', '42703'].includes(String((error as { code?: unknown }).code)))
      return note('Twitter costs', 'not known before the next start')
    throw error
  } finally {
    await close()
  }
}

const checkStorage = async (config: Config): Promise<Finding> => {
  const what = 'storage'
  const where = config.S3_BUCKET ? `bucket ${config.S3_BUCKET}` : path.join(config.dataDir, 'media')
  try {
    return (await tryStorage(await makeStorage(config)))
      ? fine(what, `${where} can be written, read and deleted`)
      : wrong(
          what,
          `${where} returns other bytes than were written`,
          'Do not use it: files would be damaged.',
        )
  } catch (error) {
    const remedy = 'Check that Galley may write, read and delete there, and that there is free space.'
    return wrong(what, `${where}: ${messageOf(error)}`, remedy)
  }
}

/** Checks everything that Galley depends on. `withDatabase` starts the database if necessary, and passes its URL. `readsStorage`: also its files. */
export const diagnose = async (
  config: Config,
  withDatabase: (work: (url: string) => Promise<Finding[]>) => Promise<Finding[]>,
  readsStorage = false,
): Promise<Finding[]> => {
  const running = await checkProcess(config)
  const database = await withDatabase(async url => {
    const found = await checkDatabase(config, url)
    return found.some(({ state, what }) => state === 'wrong' && what === 'database')
      ? found
      : [
          ...found,
          await checkKeys(config, url),
          await checkParkedMails(url),
          await checkPublishing(url),
          await checkTwitterCosts(config, url),
          ...(await checkBilling(config, url)),
          await checkBackups(config, url),
          ...(await checkStandby(config, url)),
          ...(readsStorage ? [await checkStoredFiles(config, url)] : []),
        ]
  }).catch((error: unknown) => [
    wrong(
      'database',
      messageOf(explainStartError(config, error)),
      'Start it as npm start does, and see the end of postgres.log in DATA_DIR.',
    ),
  ])
  return [
    ...checkConfiguration(config),
    checkSandbox(config),
    ...checkVersions(config, sharedClock.now()),
    running,
    ...database,
    await checkMail(config),
    await checkStorage(config),
  ]
}

const signs = { fine: 'ok   ', note: 'note ', wrong: 'ERROR' }

/** The findings as an operator reads them. */
export const report = (findings: readonly Finding[]): string => {
  const lines = findings.map(
    ({ what, state, text, remedy }) =>
      `${signs[state]}  ${what.padEnd(14)} ${text}${remedy ? `\n${' '.repeat(22)}-> ${remedy}` : ''}`,
  )
  const count = findings.filter(({ state }) => state === 'wrong').length
  return [
    ...lines,
    '',
    count === 0 ? 'No problems found.' : count === 1 ? '1 problem found.' : `${count} problems found.`,
  ].join('\n')
}
