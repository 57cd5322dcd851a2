import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError } from '#server/config.ts'
import { checkConnection, describeConnectionProblem } from './db/connection-problems.ts'
import { isFull } from './free-space.ts'
import { describeS3Problem } from './storage/s3-problems.ts'

/** What a Galley that was just killed has started ends a moment after it. */
const PORT_PATIENCE_MS = 2_000

type Listener = { readonly name: string; readonly host: string; readonly port: number }

/** The ports that this process and its sandbox are going to listen on. */
const listenersOf = ({
  HOST,
  PORT,
  METRICS_PORT,
  SANDBOX_PORT,
  SANDBOX_SMTP_PORT,
  ...config
}: Config): Listener[] => {
  const metrics = METRICS_PORT === undefined ? [] : [{ name: 'METRICS_PORT', host: HOST, port: METRICS_PORT }]
  if (!config.ROLES.includes('web')) return metrics
  const host = '127.0.0.1'
  return [
    { name: 'PORT', host: HOST, port: PORT },
    ...metrics,
    ...(config.sandbox ? [{ name: 'SANDBOX_PORT', host, port: SANDBOX_PORT }] : []),
    // A default that is taken is replaced by any free one.
    ...(config.sandbox && SANDBOX_SMTP_PORT
      ? [{ name: 'SANDBOX_SMTP_PORT', host, port: SANDBOX_SMTP_PORT }]
      : []),
  ]
}

const describeListenProblem = ({ name, host, port }: Listener, code: unknown): string => {
  if (code === 'EADDRINUSE')
    return `${name}: port ${port} is already in use. Stop the program that uses it, or set ${name} to another port.`
  if (code === 'EACCES')
    return `${name}: this user may not listen on port ${port}. Set ${name} to a port above 1023.`
  if (name === 'PORT' && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(code)))
    return `HOST: ${host} is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`
  return `${name}: Galley cannot listen on ${host}:${port} (${code}).`
}

const tryToListen = async ({ host, port }: Listener): Promise<unknown> => {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  } finally {
    probe.close()
  }
}

/** Before anything is started: whether all the ports are free. @throws ConfigError that names each one that is not */
export const checkPorts = async (config: Config): Promise<void> => {
  const deadline = performance.now() + PORT_PATIENCE_MS
  const check = async (listener: Listener): Promise<string[]> => {
    for (;;) {
      const code = await tryToListen(listener)
      if (code === null) return []
      if (code !== 'EADDRINUSE' || performance.now() > deadline)
        return [describeListenProblem(listener, code)]
      await sleep(100)
    }
  }
  const problems = (await Promise.all(listenersOf(config).map(check))).flat()
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}

/** Whether the configured addresses lead to a database that Galley can use. @throws ConfigError */
export const checkExternalDatabases = async (config: Config): Promise<void> => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const found = config[name] === undefined ? null : await checkConnection(config[name])
    if (found && 'problem' in found) throw new ConfigError(`${name}: ${found.problem}. ${found.remedy}`)
  }
}

/** What the operating system says of a disk; whatever file it was, it is the data folder's. */
const diskProblems = [
  [/\b(ENOSPC|EDQUOT|53100)\b|No space left|quota exceeded/i, 'its disk is full', 'Free some space'],
  [/\bEROFS\b|Read-only file system/i, 'it is read-only', 'Make it writable'],
] as const
/** What it also says of other files. */
const pathProblems = [
  [
    /\b(EACCES|EPERM)\b|Permission denied/i,
    'Galley has no permission to write there',
    'Give it to the user that runs Galley',
  ],
  [/\bENOENT\b.*\bmkdir\b/, 'it cannot be created there', 'Create it'],
  [/\b(ENOTDIR|EEXIST)\b|Not a directory/i, 'it is not a folder', 'Move the file that is in its place'],
] as const

const isOfEmbedded = (message: string): boolean =>
  /^(PostgreSQL did not start|PostgreSQL does not answer|initdb failed)/.test(message)

/** What is wrong with `DATA_DIR`, if that is what the error says; else null. Both our own errors and PostgreSQL's texts are read. */
const describeFolderProblem = (dataDir: string, error: unknown): string | null => {
  const { code, path, message = '' } = (error ?? {}) as NodeJS.ErrnoException
  const didDatabaseFail = isOfEmbedded(message)
  const isInFolder = didDatabaseFail || path?.startsWith(dataDir)
  const said = didDatabaseFail && isFull(dataDir) ? 'ENOSPC' : `${code} ${message}`
  const problems = isInFolder ? [...diskProblems, ...pathProblems] : diskProblems
  const found = problems.find(([pattern]) => pattern.test(said))
  if (!found) return null
  const [, problem, remedy] = found
  return `DATA_DIR: Galley cannot use ${dataDir}: ${problem}. ${remedy}, or set DATA_DIR to another folder.`
}

/** The embedded database did not start for another reason, which only its log tells. */
const describeDatabaseProblem = (dataDir: string, error: unknown): string | null => {
  if (!(error instanceof Error) || !isOfEmbedded(error.message)) return null
  return `DATA_DIR: the embedded database in ${dataDir} cannot be started. ${error.message.trimEnd()}\nMore in ${dataDir}/postgres.log.`
}

/** An error of the start in an operator's words where it is theirs to mend; any other error as it is, for a bug report. */
export const explainStartError = (config: Config, error: unknown): unknown => {
  if (error instanceof ConfigError) return error
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  // Taken between the check and now.
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const [web] = listenersOf(config)
    if (web) return new ConfigError(describeListenProblem(web, code), { cause: error })
  }
  const folder =
    describeFolderProblem(config.dataDir, error) ?? describeDatabaseProblem(config.dataDir, error)
  if (folder) return new ConfigError(folder, { cause: error })
  const said = config.S3_BUCKET === undefined ? null : describeS3Problem(error)
  if (said !== null)
    return new ConfigError(
      `S3_BUCKET: the media in ${config.S3_BUCKET} cannot be used (${said}). Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the credentials.`,
      { cause: error },
    )
  if (config.DATABASE_URL && code === '42501') {
    const { problem, remedy } = describeConnectionProblem(config.DATABASE_URL, error)
    return new ConfigError(`DATABASE_URL: ${problem}. ${remedy}`, { cause: error })
  }
  return error
}
