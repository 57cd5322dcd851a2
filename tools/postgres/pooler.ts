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

/**
 * Starts PgBouncer in front of all databases of this server, as the guide describes it: sessions are given out for one transaction.
 * `url` leads through it to the same database.
 */
export async function startPooler(
  program: string,
  serverUrl: string,
  parent: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = new URL(serverUrl)
  const folder = await mkdtemp(join(parent, 'pooler-'))
  const account = accountFor(folder)
  const port = await freePort()
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${join(folder, 'users.txt')}`,
    'pool_mode = transaction',
    // Fewer sessions than a process of Galley opens, so that they change hands.
    'default_pool_size = 2',
    'reserve_pool_size = 2',
    'max_client_conn = 2000',
  ]
  await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'))
  const user = `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"`
  await writeFile(join(folder, 'users.txt'), user, { mode: 0o600 })
  await chmod(folder, 0o755)
  giveTo(account, folder)
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { ...account, cwd: folder, stdio: 'ignore' })
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  server.port = String(port)
  try {
    await waitForAnswer(server.href)
    return { url: server.href, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
