import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { runningPostmaster } from './postmaster.ts'
import { type SupervisedPostgres, superviseEmbeddedPostgres } from './supervisor.ts'

let home: string
let dataDir: string
let started: SupervisedPostgres[]
let logged: string[]

const write = (_fields: object, text: string) => logged.push(text)
const log = { debug: () => undefined, warn: write, error: write } as unknown as Log

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'galley-supervised-'))
  await chmod(home, 0o755)
  dataDir = join(home, 'postgres')
  started = []
  logged = []
})
afterEach(async () => {
  for (const server of started) await server.stop()
  await rm(home, { recursive: true, force: true })
})

const supervise = async (): Promise<SupervisedPostgres> => {
  const server = await superviseEmbeddedPostgres({ dataDir, log, watchMs: 20, backoffMs: [0, 50] })
  started.push(server)
  return server
}
const connect = async (server: SupervisedPostgres): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: server.connectionString('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
const query = async (server: SupervisedPostgres, sql: string) => {
  const client = await connect(server)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
const kill = (): number => {
  const pid = runningPostmaster(dataDir)?.pid ?? 0
  process.kill(pid, 'SIGKILL')
  return pid
}
/** Each attempt has a time limit, so that a server that never comes back fails the test. */
const isBack = (server: SupervisedPostgres, killed: number) =>
  expect
    .poll(
      async () => {
        const present = runningPostmaster(dataDir)?.pid
        return (
          present !== undefined &&
          present !== killed &&
          (await query(server, 'select n from kept').catch(() => null))
        )
      },
      { timeout: 30_000 },
    )
    .toEqual([{ n: 1 }])

describe('The supervised embedded PostgreSQL', () => {
  it('is back on the same address with its rows each time its process is killed', async () => {
    const server = await supervise()
    await query(server, 'create table kept as select 1 as n')
    const returns = () => logged.filter(text => text === 'the embedded PostgreSQL is running again').length
    for (const times of [1, 2]) {
      await isBack(server, kill())
      // Killed again before the supervisor has seen that it is back, it would be back once for both.
      await expect.poll(returns).toBe(times)
    }
  })

  it('is restarted once for all processes that supervise it', async () => {
    const [one, other] = [await supervise(), await supervise()]
    await query(one, 'create table kept as select 1 as n')
    const killed = kill()
    await isBack(one, killed)
    await isBack(other, killed)
    expect(other.connectionString('galley')).toBe(one.connectionString('galley'))
    await one.stop({ keepRunning: true })
    await isBack(other, kill())
  })

  it('waits for a statement of the killed server that is still running', async () => {
    const server = await supervise()
    await query(server, 'create table kept as select 1 as n')
    const busy = await connect(server)
    await busy.query('set statement_timeout = 1500')
    // It computes, so it does not notice that the server is gone.
    busy.query('select sum(a) from generate_series(1, 1000000000) a').catch(() => undefined)
    await sleep(200)
    await isBack(server, kill())
  })

  it('tries again while the start fails, and logs it', async () => {
    const server = await supervise()
    await query(server, 'create table kept as select 1 as n')
    const [control, aside] = [join(dataDir, 'global', 'pg_control'), join(home, 'aside')]
    await rename(control, aside)
    const killed = kill()
    const failures = () =>
      logged.filter(text => text === 'the embedded PostgreSQL could not be started').length
    await expect.poll(failures, { timeout: 10_000 }).toBeGreaterThan(2)
    await rename(aside, control)
    await isBack(server, killed)
  })

  it('stays stopped once it is stopped, even during a restart', async () => {
    const server = await supervise()
    kill()
    await sleep(40)
    await server.stop()
    expect(runningPostmaster(dataDir)).toBeNull()
    await sleep(200)
    expect(runningPostmaster(dataDir)).toBeNull()
  })

  it('adopts a server that another process has started in the meantime', async () => {
    const server = await supervise()
    await query(server, 'create table kept as select 1 as n')
    const killed = kill()
    await startEmbeddedPostgres({ dataDir })
    await isBack(server, killed)
  })
})
