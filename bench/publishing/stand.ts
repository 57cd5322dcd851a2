import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Config, readConfig } from '#server/config.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { makeLog } from '#server/platform/log.ts'
import type { Sent } from './networks.ts'

/** A database for the measurement, and the processes that use it. */
export type Stand = {
  readonly db: Db
  readonly config: Config
  /** A worker with networks in memory; `hangs` is the share of its calls that are never answered. */
  startWorker(hangs: number): Promise<Worker>
  /** A web process, which may do the jobs as well; @returns its address. */
  startWeb(roles?: 'web' | 'web,worker'): Promise<string>
  close(): Promise<void>
}

export type Report = { readonly sent: readonly Sent[]; readonly queries: number; readonly cpuMs: number }
export type Worker = { report(): Promise<Report>; stop(): Promise<void> }

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Embedded, durable and fresh; or the server at this address, whose account may create databases. */
export const openStand = async (): Promise<Stand> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-publish-'))
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres') })
  const url = await postgres.ensureDatabase('galley')
  await migrate(url)
  const env: Record<string, string> = {
    NODE_ENV: 'development',
    SANDBOX: 'off',
    DEMO: 'off',
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'data'),
    TOKEN_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'error',
  }
  const config = readConfig(env)
  const { db, close } = openDatabase({ url, max: 4, log: makeLog('error') })
  const children: ChildProcess[] = []
  return {
    db,
    config,
    startWorker: hangs => startWorker(env, hangs, children),
    // One Galley runs on a folder: each has its own.
    startWeb: (roles = 'web') =>
      startWeb({ ...env, ROLES: roles, DATA_DIR: path.join(folder, `data-${children.length}`) }, children),
    close: async () => {
      for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
      await close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs the work with a connection of its own to the stand's database. */
export const withClient = async <T>(stand: Stand, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: stand.config.DATABASE_URL })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const startWorker = async (
  env: Record<string, string>,
  hangs: number,
  children: ChildProcess[],
): Promise<Worker> => {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), [String(hangs)], {
    env: { PATH: process.env.PATH, ...env },
  })
  children.push(child)
  await once(child, 'message')
  return {
    report: async () => {
      const answer = once(child, 'message')
      child.send('report')
      const [report] = (await answer) as [Report]
      return report
    },
    stop: async () => {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}

const startWeb = async (env: Record<string, string>, children: ChildProcess[]): Promise<string> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = path.join(import.meta.dirname, '../../server/src/main.ts')
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  for (let turn = 0; turn < 400; turn++) {
    if ((await fetch(`${url}/api/openapi.json`).catch(() => null))?.ok) return url
    await sleep(50)
  }
  throw new Error('the web process does not answer')
}
