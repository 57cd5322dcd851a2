import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, accountFor, giveTo } from '#server/platform/db/embedded/account.ts'

/** A PostgreSQL that is not the embedded one; the tests must pass on both. `kill` ends it as a power cut does. */
export type SystemPostgres = { url: string; stop: () => Promise<void>; kill: () => Promise<void> }
/** One that repeats all that the primary writes, until it is promoted. */
type Standby = SystemPostgres & { promote: () => void }

const debian = '/usr/lib/postgresql'

/** The folder of this machine's newest PostgreSQL programs, or null. */
export function findSystemPostgres(): string | null {
  if (!existsSync(debian)) return null
  const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a))
  const bins = versions.map(version => join(debian, version, 'bin'))
  return bins.find(bin => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) ?? null
}

/** Starts a temporary cluster of the machine's own PostgreSQL in this folder and on a free port, as a user other than root. */
export async function startSystemPostgres(bin: string, parent: string): Promise<SystemPostgres> {
  const folder = await mkdtemp(join(parent, 'system-postgres-'))
  const account = accountFor(folder)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const password = crypto.randomUUID()
  await writeFile(passwordFile, password)
  await chmod(folder, 0o755)
  giveTo(account, folder)
  const flags = ['-D', data, '-U', 'tests', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(bin, 'initdb'), [...flags, '--auth=scram-sha-256', `--pwfile=${passwordFile}`], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const program = await startServer(bin, folder, account)
  const url = `postgres://tests:${password}@127.0.0.1:${program.port}/postgres`
  console.log(`These tests run on this machine's PostgreSQL ${await program.answers(url)}`)
  return { url, stop: program.stop, kill: program.kill }
}

/** A copy of the running primary that follows it, in this folder and on a free port. */
export async function startStandby(bin: string, primaryUrl: string, parent: string): Promise<Standby> {
  const folder = await mkdtemp(join(parent, 'standby-postgres-'))
  const account = accountFor(folder)
  const data = join(folder, 'data')
  await chmod(folder, 0o755)
  giveTo(account, folder)
  const copy = ['-D', data, '-d', primaryUrl, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  execFileSync(join(bin, 'pg_basebackup'), copy, { ...account, cwd: folder, stdio: 'inherit' })
  const program = await startServer(bin, folder, account)
  const url = new URL(primaryUrl)
  url.port = String(program.port)
  await program.answers(url.href)
  const promote = () =>
    execFileSync(join(bin, 'pg_ctl'), ['-D', data, 'promote'], { ...account, cwd: folder })
  return { url: url.href, stop: program.stop, kill: program.kill, promote }
}

async function startServer(bin: string, folder: string, account: Account | null) {
  const port = await freePort()
  const child = serve(bin, join(folder, 'data'), port, account)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.kill(signal)) await once(child, 'exit')
  }
  const stop = async () => {
    await end('SIGINT')
    await rm(folder, { recursive: true, force: true })
  }
  /** Resolves with its version; stops it if it never answers. */
  const answers = async (url: string) => {
    try {
      return await waitForAnswer(url)
    } catch (error) {
      await stop()
      throw error
    }
  }
  return { port, stop, kill: () => end('SIGQUIT'), answers }
}

function serve(bin: string, data: string, port: number, account: Account | null) {
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  return spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap(setting => ['-c', setting])], {
    ...account,
    cwd: data,
    stdio: 'ignore',
    detached: true,
  })
}

/** Resolves with the version once the server answers. @throws its last error after ten seconds */
export async function waitForAnswer(url: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version ?? 'unknown'
    } catch (error) {
      if (attempt === 200) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
