import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { findUnknownVariables, type UnknownVariable } from './config-names.ts'
import { variables } from './config-variables.ts'

/** The configuration, with what follows from it filled in. */
export type Config = z.output<typeof variables> & {
  readonly publicUrl: string
  readonly dataDir: string
  /** Where programs keep what is no setting and no data, outside of `dataDir`; null: this user has no such folder. */
  readonly stateDir: string | null
  readonly sandbox: boolean
  readonly sandboxUrl: string
  /** The mail server, or null: mails wait until there is one. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly demo: boolean
  /** Where Go To Support leads, or null: there is no such button. */
  readonly supportUrl: string | null
  /** What is set and looks like a variable of Galley, but is none. */
  readonly unknownVariables: readonly UnknownVariable[]
}

/** What the operator has to fix, all in one message that names the variables. Printed as it is, without a stack trace. */
export class ConfigError extends Error {}

const sandboxSmtpPort = (values: { SANDBOX_SMTP_PORT?: number | undefined; SANDBOX_PORT: number }): number =>
  values.SANDBOX_SMTP_PORT ?? Math.min(values.SANDBOX_PORT + 25, 65_535)

/** Mail servers accept neither an IP address nor a single word as a domain. */
const mailHostOf = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl)
  return /[a-z]\.[a-z]+$/.test(hostname) ? hostname : 'galley.test'
}

/** Settings that only work together. */
const together = [
  ['CANVA_CLIENT_ID', 'CANVA_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
] as const

const halfSet = (values: z.output<typeof variables>, isUnreadable: (name: string) => boolean): string[] =>
  together.flatMap(names => {
    const missing = names.filter(name => values[name] === undefined)
    if (missing.length === 0 || missing.length === names.length || names.some(isUnreadable)) return []
    const present = names.filter(name => !missing.includes(name))
    return [`${missing.join(', ')}: must be set together with ${present.join(', ')}`]
  })

/** A gateway whose card form would have no fields for a number. */
const unenterable = (values: z.output<typeof variables>): string[] => {
  const { NODE_ENV, CARD_GATEWAY_KEY, CARD_GATEWAY_PUBLIC_KEY, RAW_CARD_NUMBERS, CARD_STEP } = values
  const isRequested = NODE_ENV === 'production' && CARD_GATEWAY_KEY !== undefined && CARD_STEP !== false
  if (!isRequested || CARD_GATEWAY_PUBLIC_KEY !== undefined || RAW_CARD_NUMBERS) return []
  return ['CARD_GATEWAY_PUBLIC_KEY: must be set with CARD_GATEWAY_KEY, unless RAW_CARD_NUMBERS is on']
}

/** Where the database is reached with sessions of one's own, or undefined: it is the embedded one. */
export const directDatabaseUrl = (
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>,
): string | undefined => config.DATABASE_DIRECT_URL ?? config.DATABASE_URL

/** Values that are valid by themselves but contradict each other. */
const contradictions = (values: z.output<typeof variables>): string[] => {
  const isProduction = values.NODE_ENV === 'production'
  const isSandbox = values.SANDBOX ?? !isProduction
  const samePort = isSandbox && values.PORT === values.SANDBOX_PORT && values.PORT !== 0
  return [
    ...(isProduction && values.SANDBOX ? ['SANDBOX: the sandbox never starts in production'] : []),
    ...(values.CARD_STEP && values.CARD_GATEWAY_KEY === undefined && !isSandbox
      ? ['CARD_STEP: without CARD_GATEWAY_KEY nobody could pass it']
      : []),
    ...(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const).flatMap(name =>
      values[name] && !values.DATABASE_URL ? [`${name}: must be set together with DATABASE_URL`] : [],
    ),
    ...unenterable(values),
    ...(samePort ? ['SANDBOX_PORT: must differ from PORT'] : []),
  ]
}

/** The expected value of a variable, unless its own message says it. Values are never repeated, as some are secrets. */
const wordsOf = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_type')
    return `must be a ${issue.expected === 'int' ? 'whole number' : issue.expected}`
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `must be at least ${issue.minimum} characters long`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  if (issue.code !== 'invalid_format') return undefined
  return issue.format === 'email'
    ? 'must be an email address'
    : 'must be a full address, such as https://example.com'
}

/** The apps that the product is registered as at the sandbox, by the names of its variables. Without its folder there are none. */
const sandboxApps = path.join(import.meta.dirname, '../../sandbox/app-credentials.json')
const appsOutsideProduction = [
  'FACEBOOK_APP_ID',
  'FACEBOOK_APP_SECRET',
  'LINKEDIN_CLIENT_ID',
  'LINKEDIN_CLIENT_SECRET',
  'X_CONSUMER_KEY',
  'X_CONSUMER_SECRET',
  'CANVA_CLIENT_ID',
  'CANVA_CLIENT_SECRET',
] as const
const appsWithSandbox = [
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'APPLE_CLIENT_ID',
  'APPLE_TEAM_ID',
  'APPLE_KEY_ID',
  'APPLE_PRIVATE_KEY',
  'CARD_GATEWAY_KEY',
  'CARD_GATEWAY_WEBHOOK_SECRET',
] as const
type AppVariable = (typeof appsOutsideProduction | typeof appsWithSandbox)[number]

/** The defaults of those that are not set. */
const appsAtSandbox = (
  values: z.output<typeof variables>,
  sandbox: boolean,
): Partial<Record<AppVariable, string>> => {
  if (values.NODE_ENV === 'production' || !existsSync(sandboxApps)) return {}
  const apps = JSON.parse(readFileSync(sandboxApps, 'utf8')) as Record<AppVariable, string>
  const names = [...appsOutsideProduction, ...(sandbox ? appsWithSandbox : [])]
  return Object.fromEntries(names.flatMap(name => (values[name] === undefined ? [[name, apps[name]]] : [])))
}

/** As the XDG Base Directory Specification has it, which ignores relative paths. */
const stateFolder = (chosen: string | undefined, home: string | undefined): string | null => {
  if (chosen && path.isAbsolute(chosen)) return chosen
  return home && path.isAbsolute(home) ? path.join(home, '.local/state') : null
}

/** Reads the environment once. @throws ConfigError with all problems at once, before anything listens */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { error } = variables.safeParse(given, { error: wordsOf })
  const problems = (error?.issues ?? []).map(({ path: [name = ''], message }) => ({
    name: String(name),
    message,
  }))
  const isUnreadable = (variable: string): boolean => problems.some(({ name }) => name === variable)
  // With the defaults for invalid values, so that the other problems are reported at the same time.
  const values = variables.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !isUnreadable(name))),
  )
  const lines = [
    ...problems.map(({ name, message }) => `${name}: ${message}`),
    ...halfSet(values, isUnreadable),
    ...contradictions(values),
  ]
  if (lines.length > 0)
    throw new ConfigError(
      [
        'The configuration is wrong:',
        ...lines.map(line => `  ${line}`),
        'All variables: docs/guides/configuration.md',
      ].join('\n'),
    )
  const production = values.NODE_ENV === 'production'
  const sandbox = values.SANDBOX ?? !production
  const publicUrl = (values.PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`).replace(/\/$/, '')
  const sandboxUrl = `http://127.0.0.1:${values.SANDBOX_PORT}`
  return {
    ...values,
    ...appsAtSandbox(values, sandbox),
    publicUrl,
    dataDir: path.resolve(values.DATA_DIR),
    stateDir: stateFolder(values.XDG_STATE_HOME, given.HOME),
    sandbox,
    sandboxUrl,
    smtpUrl: values.SMTP_URL ?? (sandbox ? `smtp://127.0.0.1:${sandboxSmtpPort(values)}` : null),
    mailFrom: values.MAIL_FROM ?? `Galley <no-reply@${mailHostOf(publicUrl)}>`,
    demo: values.DEMO ?? sandbox,
    supportUrl: values.SUPPORT_URL ?? (sandbox ? `${sandboxUrl}/support` : null),
    unknownVariables: findUnknownVariables(given),
  }
}

/** A fresh key in the form of TOKEN_KEY. */
export const makeKey = (): string => randomBytes(32).toString('hex')
