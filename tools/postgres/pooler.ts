import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountFor, giveTo } from '#server/platform/db/embedded/account.ts'
import { freePort, waitForAnswer } from './system-postgres.ts'

/** Debian's PgBouncer, or null where it is not installed. */
export const findPooler = (): string | null =>
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(path => existsSync(path)) ?? null

/** `kill` ends it as a power cut does; `start` starts it anew, on the same port. */
type Pooler = {
  url: string
  stop: () => Promise<void>
  kill: () => Promise<void>
  start: () => Promise<void>
}

/**
 * Starts PgBouncer in front of all databases of this server, as the guide describes it: sessions are given out for one transaction.
 * `url` leads through it to the same database.
 */
export async function startPooler(program: string, serverUrl: string, parent: string): Promise<Pooler> {
  const folder = await mkdtemp(join(parent, 'pooler-'))
  const account = accountFor(folder)
  const url = new URL(serverUrl)
  url.port = String(await freePort())
  const settings = await writeSettings(folder, new URL(serverUrl), url.port)
  await chmod(folder, 0o755)
  giveTo(account, folder)
  const run = () => spawn(program, [settings], { ...account, cwd: folder, stdio: 'ignore' })
  let child = run()
  const end = async (signal: NodeJS.Signals) => {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (!hasEnded && child.kill(signal)) await once(child, 'exit')
  }
  const stop = async () => {
    await end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
  const start = async () => {
    child = run()
    await waitForAnswer(url.href)
  }
  try {
    await waitForAnswer(url.href)
    return { url: url.href, stop, kill: () => end('SIGKILL'), start }
  } catch (error) {
    await stop()
    throw error
  }
}

async function writeSettings(folder: string, server: URL, port: string): Promise<string> {
  const users = join(folder, 'users.txt')
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    // Fewer sessions than a process of Galley opens, so that they change hands.
    'default_pool_size = 2',
    'reserve_pool_size = 2',
    'max_client_conn = 2000',
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings.join('\n'))
  const user = `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"`
  await writeFile(users, user, { mode: 0o600 })
  return file
}
