import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import serverArgs from '../tools/server-args.json' with { type: 'json' }

/** This checkout. */
export const ownFolder = path.join(import.meta.dirname, '..')

/** A Galley started for the measurement. */
export type Stage = {
  readonly url: string
  readonly sandboxUrl: string
  readonly dataDir: string
  readonly pid: number
  /** Milliseconds from the start of the process to its first answer. */
  readonly startMs: number
  stop(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

const untilAnswers = async (url: string, child: ChildProcess): Promise<void> => {
  while (child.exitCode === null) {
    const answered = await fetch(`${url}/api/openapi.json`).then(
      response => response.ok,
      () => false,
    )
    if (answered) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  throw new Error(`Galley ended with ${child.exitCode} before it answered`)
}

type Options = { readonly dataDir?: string; readonly folder?: string; readonly env?: Record<string, string> }

/**
 * Starts Galley as a user would and measures how long that takes. `dataDir`: by default a new one; `folder`: the checkout, by default
 * this one.
 */
export const startStage = async (options: Options = {}): Promise<Stage> => {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'galley-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const sandboxPort = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [...serverArgs, 'server/src/main.ts'], {
    cwd: options.folder ?? ownFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      XDG_STATE_HOME: path.join(dataDir, 'state'),
      LOG_LEVEL: 'warn',
      SIGN_IN_PER_MINUTE: '100000',
      CALLS_PER_MINUTE: '1000000000',
      ...options.env,
    },
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await untilAnswers(url, child)
  return {
    url,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export const removeStage = (stage: Stage): Promise<void> =>
  rm(stage.dataDir, { recursive: true, force: true })

export const demoPassword = 'galley-demo'

/** Signs in as the demo's person with that address. @returns the bearer token */
export const signIn = async ({ url }: Pick<Stage, 'url'>, email: string): Promise<string> => {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status}`)
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}

/** The address of the stage's database, as its launcher wrote it down. */
export const databaseUrl = async (stage: Stage): Promise<string> => {
  // Uses the server that is already running.
  const embedded = await startEmbeddedPostgres({ dataDir: path.join(stage.dataDir, 'postgres') })
  return embedded.connectionString('galley')
}

/** Runs the work with a connection to the stage's database. */
export const withDatabase = async <T>(stage: Stage, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: await databaseUrl(stage) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
