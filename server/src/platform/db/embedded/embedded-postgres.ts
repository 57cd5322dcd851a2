import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, accountFor } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, openFolder, postgresEnv, readSecret, superuser, writeSecret } from './cluster.ts'
import { isAlive, type Postmaster, runningPostmaster, stopPostmaster } from './postmaster.ts'

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  port: number
  /** The address of one of its databases, as the superuser; listens on 127.0.0.1 only. */
  connectionString: (database: string) => string
  /** Creates the database when it is missing and returns its address. */
  ensureDatabase: (database: string) => Promise<string>
  /** Stops the server fast and waits for it; committed rows are on disk. Safe to call twice. */
  stop: () => Promise<void>
  /** True if a server left by an earlier process of ours was adopted instead of starting a new one. */
  adopted: boolean
}

export type EmbeddedOptions = {
  /** The cluster's folder. `<dataDir>.json` (password, port; mode 600) and `<dataDir>.log` lie beside it. */
  dataDir: string
  log?: (message: string) => void
  /** False turns off fsync: only for tests, where losing the data with the machine does not matter. */
  durable?: boolean
  /** How long recovery and start may take together, in milliseconds. */
  patience?: number
  /** The only acceptable port, because connections to it are already configured. Default: the last one, or any free one. */
  port?: number
  /** Aborts the start. A server process that was already launched may remain: `stop` it. */
  signal?: AbortSignal
}

/**
 * Starts PostgreSQL on the folder, creating the cluster the first time, or adopts the server already running there: a killed process
 * of ours leaves its server behind, and the data is the same either way.
 * @throws with the end of the server's log if it does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log = () => undefined, durable = true, patience = 60_000 } = options
  const dataDir = canonical(options.dataDir)
  const account = accountFor(dataDir)
  const binaries = await findBinaries(account)
  const secret = await ensureCluster(dataDir, binaries.initdb, { account, durable })
  const address = (port: number) => (database: string) =>
    `postgres://${superuser}:${secret.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`

  const deadline = performance.now() + patience
  let adopted = true
  let running = runningPostmaster(dataDir)
  while (!running || !(await answers(dataDir, running, address(running.port), deadline))) {
    options.signal?.throwIfAborted()
    if (performance.now() > deadline) throw new Error(`PostgreSQL did not start:\n${logTail(dataDir)}`)
    adopted = false
    const last = readSecret(dataDir)?.port ?? 0
    const port = options.port ?? (await freePort(last))
    running = await launch({ dataDir, account, program: binaries.postgres, port, durable })
    // Only if it differs: a full disk must not keep a server from coming back.
    if (running && port !== last) await writeSecret(dataDir, { ...secret, port }, account)
  }
  if (options.port && running.port !== options.port)
    throw new Error(
      `PostgreSQL was started on port ${running.port} instead of ${options.port}: restart Galley.`,
    )
  log(`PostgreSQL ${adopted ? 'adopted' : 'started'} on 127.0.0.1:${running.port} (pid ${running.pid})`)

  const connectionString = address(running.port)
  return {
    port: running.port,
    connectionString,
    ensureDatabase: database => ensureDatabase(connectionString, database),
    adopted,
    stop: async () => {
      // Whichever server runs on the folder now: another one may have been started since.
      const present = runningPostmaster(dataDir)
      if (present) await stopPostmaster(dataDir, present.pid, binaries.pgCtl)
    },
  }
}

/** The folder's real path even before it exists: it is compared with the system's report of a running server. */
function canonical(dataDir: string): string {
  const path = resolve(dataDir)
  if (existsSync(path)) return realpathSync(path)
  return path === dirname(path) ? path : join(canonical(dirname(path)), basename(path))
}

type Launch = { dataDir: string; account: Account | null; program: string; port: number; durable: boolean }

/** Starts a server process. Null if it ended immediately for a temporary reason: try again. */
async function launch({ dataDir, account, program, port, durable }: Launch): Promise<Postmaster | null> {
  const logFile = `${dataDir}.log`
  const tooLong = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000
  const logDescriptor = openSync(logFile, tooLong ? 'w' : 'a')
  const logStart = statSync(logFile).size
  const folder = openFolder(dataDir, account)
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=200',
    'jit=off',
    // Beyond this the system's own cache of files serves, which gives its memory back when others need it.
    'shared_buffers=48MB',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']),
  ]
  const child = spawn(program, ['-D', folder.path, ...settings.flatMap(setting => ['-c', setting])], {
    ...account,
    cwd: dirname(program),
    env: postgresEnv(),
    // In a session of its own: Ctrl-C in the terminal must reach us and not the database that our requests use.
    detached: true,
    // A file instead of a pipe, since the server may outlive us.
    stdio: ['ignore', logDescriptor, logDescriptor, ...folder.stdio],
  })
  folder.close()
  closeSync(logDescriptor)
  const failure = new Promise<Error>(resolve => child.once('error', resolve))
  const ended = new Promise<null>(resolve => child.once('exit', () => resolve(null)))
  child.unref()
  const outcome = await Promise.race([failure, ended, listening(dataDir, child.pid ?? 0)])
  if (outcome instanceof Error) throw outcome
  if (outcome) return outcome

  const said = readFileSync(logFile, 'utf8').slice(logStart)
  // Children of a killed server keep its memory for a moment; another process may have taken the port or the folder.
  if (!/shared memory block|lock file|could not bind|Address already in use/.test(said)) {
    throw new Error(`PostgreSQL did not start:\n${said}`)
  }
  await sleep(100)
  return runningPostmaster(dataDir)
}

async function listening(dataDir: string, pid: number): Promise<Postmaster | null> {
  while (isAlive(pid)) {
    const running = runningPostmaster(dataDir)
    if (running?.pid === pid && running.port > 0) return running
    await sleep(5)
  }
  return null
}

/** Waits until the server accepts us: it may still be replaying its log. False if it ended in the meantime. */
async function answers(
  dataDir: string,
  server: Postmaster,
  connectionString: (database: string) => string,
  deadline: number,
): Promise<boolean> {
  for (;;) {
    const error = await tryConnect(connectionString('postgres'))
    if (!error) return true
    // A wrong password or a missing database is not cured by waiting.
    if (error.code?.startsWith('28'))
      throw new Error(`PostgreSQL on ${dataDir} refuses our password.`, { cause: error })
    if (runningPostmaster(dataDir)?.pid !== server.pid) return false
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL does not answer:\n${logTail(dataDir)}`, { cause: error })
    await sleep(10)
  }
}

async function tryConnect(connectionString: string): Promise<(Error & { code?: string }) | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (error) {
    return error as Error & { code?: string }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ensureDatabase(
  connectionString: (database: string) => string,
  database: string,
): Promise<string> {
  const client = new pg.Client({ connectionString: connectionString('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    // Another process created it between the two queries.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
  return connectionString(database)
}

/** The wanted port unless another program keeps it, otherwise one that the system picks. */
async function freePort(wanted: number): Promise<number> {
  // Another start that tries the port occupies it for a moment; giving up immediately would change the database's address for its
  // users.
  for (let turn = 0; turn < 5; turn++) {
    const port = await tryPort(wanted)
    if (port !== null) return port
    await sleep(50)
  }
  return (await tryPort(0)) ?? wanted
}

function tryPort(port: number): Promise<number | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const bound = server.address()
      server.close(() => resolve(bound && typeof bound === 'object' ? bound.port : null))
    })
  })
}

function logTail(dataDir: string): string {
  const file = `${dataDir}.log`
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-20).join('\n') : ''
}
