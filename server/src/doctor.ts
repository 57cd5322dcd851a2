import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { identitySettings } from '#server/identity/settings.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { cardGatewaySettings } from '#server/platform/cards/settings.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrationsFolder, readMigrations } from '#server/platform/db/migrate.ts'
import { openMailer } from '#server/platform/mail/transport.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { makeStorage } from '#server/start.ts'
import { checkTokenKeys } from './features/social-accounts/token-keys.ts'
import { makeLog } from './platform/log.ts'

/** One thing looked at. `note`: as it should be here, but not everywhere. `remedy`: what to do about it. */
export type Finding = {
  readonly what: string
  readonly state: 'fine' | 'note' | 'wrong'
  readonly text: string
  readonly remedy?: string
}

const fine = (what: string, text: string): Finding => ({ what, state: 'fine', text })
const note = (what: string, text: string): Finding => ({ what, state: 'note', text })
const wrong = (what: string, text: string, remedy: string): Finding => ({
  what,
  state: 'wrong',
  text,
  remedy,
})
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Further apart, posts go out noticeably early or late and links end at the wrong time. */
const MAX_SKEW_MS = 2000
const MIN_POSTGRES = 150_000

const isHere = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** What an installation that people use needs to be told. A laptop needs nothing. */
const checkConfiguration = (config: Config): Finding[] => {
  const what = 'configuration'
  if (config.NODE_ENV !== 'production')
    return [note(what, `readable; NODE_ENV is ${config.NODE_ENV}, so the sandbox and demo data are on`)]
  const missing = (['PUBLIC_URL', 'DATABASE_URL', 'TOKEN_KEY', 'SMTP_URL', 'MAIL_FROM'] as const).filter(
    name => config[name] === undefined,
  )
  const found: Finding[] = missing.map(name =>
    wrong(what, `${name} is not set`, `Set ${name}; docs/guides/configuration.md says what it is.`),
  )
  if (!config.publicUrl.startsWith('https://') && config.PUBLIC_URL !== undefined)
    found.push(
      wrong(what, 'PUBLIC_URL is not https', 'Put a TLS proxy in front; the networks and passwords need it.'),
    )
  return found.length > 0 ? found : [fine(what, 'complete for production')]
}

const checkSandbox = (config: Config): Finding => {
  const what = 'sandbox'
  if (config.NODE_ENV !== 'production') return note(what, config.sandbox ? 'on, as it should be here' : 'off')
  const settings = networkSettings(config)
  const cards = cardGatewaySettings(config)
  // Whoever answers for a sign-in provider signs in as anybody.
  const { google, apple } = identitySettings(config)
  const asked = [
    settings.graphUrl,
    settings.linkedinUrl,
    settings.xUrl,
    cards?.url,
    google?.issuer,
    apple?.issuer,
  ]
  const stood = asked.filter(url => url !== undefined && isHere(url))
  if (stood.length > 0)
    return wrong(
      what,
      `others are asked on this machine: ${stood.join(', ')}`,
      'Unset their *_URL and *_ISSUER variables.',
    )
  if (cards?.takesTestCards)
    return wrong(what, 'CARD_GATEWAY_KEY is a key for trying', 'Set the live key, or CARD_STEP=off.')
  if (config.demo) return wrong(what, 'demo data are on', 'Unset DEMO: its logins are public.')
  return fine(what, 'off')
}

const checkMigrations = async (client: pg.Client): Promise<Finding> => {
  const what = 'migrations'
  const shipped = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return note(what, 'none yet; the first start applies them')
  const applied = (await client.query<{ name: string }>('select name from schema_migrations')).rows
  const unknown = applied.filter(({ name }) => !shipped.includes(name))
  if (unknown.length > 0)
    return wrong(what, 'the database is newer than this code', 'Start the version that has been here before.')
  const pending = shipped.length - applied.length
  return pending === 0
    ? fine(what, `all ${shipped.length} applied`)
    : note(what, `${pending} to be applied at the next start`)
}

/** The database's clock against ours, less half of the way there and back. */
const checkClock = async (client: pg.Client): Promise<Finding> => {
  const what = 'clock'
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const after = Date.now()
  const skew = Math.round((rows[0]?.now.getTime() ?? 0) - (before + after) / 2)
  return Math.abs(skew) <= MAX_SKEW_MS
    ? fine(what, `${Math.abs(skew)} ms apart from the database's`)
    : wrong(
        what,
        `${Math.abs(skew)} ms ${skew > 0 ? 'behind' : 'ahead of'} the database's`,
        'Let both machines keep their time by NTP.',
      )
}

const checkDatabase = async (url: string): Promise<Finding[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; name: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
    )
    const { number = 0, name = 'unknown' } = rows[0] ?? {}
    const version =
      number >= MIN_POSTGRES
        ? fine('database', `PostgreSQL ${name}`)
        : wrong('database', `PostgreSQL ${name}`, 'Galley needs version 15 or later.')
    return [version, await checkMigrations(client), await checkClock(client)]
  } finally {
    await client.end().catch(() => undefined)
  }
}

const checkKeys = async (config: Config, url: string): Promise<Finding> => {
  const what = 'token keys'
  const hasKey = config.TOKEN_KEY !== undefined || existsSync(path.join(config.dataDir, 'token.key'))
  if (!hasKey) return note(what, 'none yet; the first start makes one')
  const { db, close } = openDatabase({ url, max: 1, log: makeLog('silent') })
  try {
    await checkTokenKeys(db, makeSeal(config))
    return fine(what, 'open all that is sealed')
  } catch (error) {
    // The tables come with the first start.
    if ((error as { code?: unknown }).code === '42P01') return note(what, 'nothing is sealed yet')
    return wrong(what, messageOf(error), 'docs/guides/operate.md, "The token key", says how to put it right.')
  } finally {
    await close()
  }
}

const checkMail = async (config: Config): Promise<Finding> => {
  const what = 'mail'
  const { smtpUrl } = config
  if (!smtpUrl)
    return wrong(what, 'there is no mail server', 'Set SMTP_URL: nobody can be invited or reset a password.')
  const { host } = new URL(smtpUrl)
  const mailer = openMailer(config, smtpUrl)
  try {
    await mailer.verify()
    return fine(what, `${host} takes mails from ${config.mailFrom}`)
  } catch (error) {
    if (config.SMTP_URL === undefined)
      return note(what, `the sandbox's mail server (${host}) runs with Galley only`)
    return wrong(what, `${host}: ${messageOf(error)}`, 'Check SMTP_URL: host, port, user and password.')
  } finally {
    mailer.close()
  }
}

const checkStorage = async (config: Config): Promise<Finding> => {
  const what = 'storage'
  const where = config.S3_BUCKET ? `bucket ${config.S3_BUCKET}` : path.join(config.dataDir, 'media')
  try {
    const storage = await makeStorage(config)
    const key = `${randomBytes(16).toString('hex')}/original`
    const bytes = randomBytes(64)
    await storage.put(key, { bytes }, 'application/octet-stream')
    const isKept = bytes.equals(await storage.read(key))
    await storage.remove(key)
    return isKept
      ? fine(what, `${where} keeps what is written`)
      : wrong(what, `${where} gives back something else`, 'Do not use it: files would be damaged.')
  } catch (error) {
    const remedy = 'Check that Galley may write, read and delete there, and that there is room.'
    return wrong(what, `${where}: ${messageOf(error)}`, remedy)
  }
}

/** Looks at everything that Galley stands on. `withDatabase` lends it the database's address. */
export const diagnose = async (
  config: Config,
  withDatabase: (work: (url: string) => Promise<Finding[]>) => Promise<Finding[]>,
): Promise<Finding[]> => {
  const database = await withDatabase(async url => [
    ...(await checkDatabase(url)),
    await checkKeys(config, url),
  ]).catch((error: unknown) => [
    wrong('database', messageOf(error), 'Check DATABASE_URL, or the end of postgres.log in DATA_DIR.'),
  ])
  return [
    ...checkConfiguration(config),
    checkSandbox(config),
    ...database,
    await checkMail(config),
    await checkStorage(config),
  ]
}

const signs = { fine: 'ok   ', note: 'note ', wrong: 'WRONG' }

/** The findings as an operator reads them. */
export const report = (findings: readonly Finding[]): string => {
  const lines = findings.map(
    ({ what, state, text, remedy }) =>
      `${signs[state]}  ${what.padEnd(14)} ${text}${remedy ? `\n${' '.repeat(22)}-> ${remedy}` : ''}`,
  )
  const count = findings.filter(({ state }) => state === 'wrong').length
  return [...lines, '', count === 0 ? 'Galley is well.' : `${count} to put right.`].join('\n')
}
