import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '#server/config.ts'
import { type Account, canReach, giveTo, reachableTmp } from './account.ts'
import { isAlive } from './postmaster.ts'

/** The database superuser of every embedded cluster. */
export const superuser = 'galley'

/** What is stored beside the data folder, readable by its owner only: the superuser's password and the last port. */
export type Secret = { password: string; port: number }

const secretFile = (dataDir: string) => `${dataDir}.json`

/** Reads the secret stored beside the data folder; null if there is none. */
export function readSecret(dataDir: string): Secret | null {
  const file = secretFile(dataDir)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Secret) : null
}

/** Stores the secret completely or not at all: a partly written file would lock us out of the data. */
export async function writeSecret(dataDir: string, secret: Secret, account: Account | null): Promise<void> {
  await rename(await writeAside(dataDir, secret, account), secretFile(dataDir))
}

/** The secret of a new cluster. If two first starts happen at once, both use the one that was stored first. */
async function firstSecret(dataDir: string, account: Account | null): Promise<Secret> {
  const own = { password: randomBytes(24).toString('base64url'), port: 0 }
  const aside = await writeAside(dataDir, own, account)
  try {
    await link(aside, secretFile(dataDir))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
  return readSecret(dataDir) ?? own
}

async function writeAside(dataDir: string, secret: Secret, account: Account | null): Promise<string> {
  const file = `${secretFile(dataDir)}.${randomBytes(4).toString('hex')}.new`
  try {
    await writeFile(file, `${JSON.stringify(secret)}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  if (account) chownSync(file, account.uid, account.gid)
  return file
}

/**
 * Creates the cluster if the folder has none. It is created in a folder beside it and renamed when finished, so that a process killed
 * in the middle leaves nothing that looks like a cluster.
 * @throws if the folder contains something else, or a cluster whose password file is missing
 */
export async function ensureCluster(
  dataDir: string,
  initdb: string,
  options: { account: Account | null; durable: boolean },
): Promise<Secret> {
  const kept = readSecret(dataDir)
  if (existsSync(join(dataDir, 'PG_VERSION'))) {
    if (!kept)
      throw new ConfigError(
        `DATA_DIR: ${dataDir} holds a database, but its password file ${secretFile(dataDir)} is missing. Restore it from a backup.`,
      )
    giveTo(options.account, dataDir)
    return kept
  }
  const found = existsSync(dataDir) ? await readdir(dataDir) : []
  if (found.length > 0) {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} is not a database folder (it holds ${found[0]}). Empty it, or set DATA_DIR to another folder.`,
    )
  }
  // 755 for the parents, which the account has to pass through. The cluster itself is 700.
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o755 })
  const secret = await firstSecret(dataDir, options.account)
  await clearUnfinished(dataDir)
  const fresh = await mkdtemp(`${dataDir}.new-${process.pid}-`)
  try {
    giveTo(options.account, fresh)
    await runInitdb(fresh, initdb, secret.password, options)
    await moveInto(fresh, dataDir)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return secret
}

/** Moves the finished cluster into place, unless another start was faster: then its cluster is used. */
async function moveInto(fresh: string, dataDir: string): Promise<void> {
  try {
    // Windows cannot rename onto a folder, not even an empty one.
    if (process.platform === 'win32' && existsSync(dataDir)) await rmdir(dataDir)
    await rename(fresh, dataDir)
  } catch (error) {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) throw error
  }
}

/** Removes unfinished clusters of starts that were killed. */
async function clearUnfinished(dataDir: string): Promise<void> {
  const prefix = `${basename(dataDir)}.new-`
  for (const name of await readdir(dirname(dataDir))) {
    const maker = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : process.pid
    if (!isAlive(maker)) await rm(join(dirname(dataDir), name), { recursive: true, force: true })
  }
}

async function runInitdb(
  folder: string,
  initdb: string,
  password: string,
  { account, durable }: { account: Account | null; durable: boolean },
): Promise<void> {
  const tmp = await mkdtemp(join(reachableTmp(account), 'galley-initdb-'))
  const passwordFile = join(tmp, 'password')
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    giveTo(account, tmp)
    const flags = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-U', superuser]
    // The built-in locale sorts and folds the same on every operating system, unlike the system's own.
    const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const sync = durable ? [] : ['--no-sync']
    const { code, output } = await runOn(folder, account, initdb, [...flags, ...locale, ...sync])
    if (code !== 0) throw new Error(`initdb failed (${code}):\n${output}`)
  } finally {
    await rm(tmp, { recursive: true, force: true })
  }
}

function runOn(folder: string, account: Account | null, program: string, args: string[]) {
  const target = openFolder(folder, account)
  const child = spawn(program, ['-D', target.path, ...args], {
    ...account,
    cwd: dirname(program),
    env: postgresEnv(),
    stdio: ['ignore', 'pipe', 'pipe', ...target.stdio],
  })
  target.close()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code, output }))
  })
}

/**
 * A path to the data folder that the account can use. Under a folder that the account cannot enter (a project in /root) the normal
 * path does not work, and neither opening that folder nor storing the data elsewhere is what the user asked for. So we open the folder
 * and pass it on as descriptor 3. Linux only; elsewhere PostgreSQL reports what it cannot read.
 */
export function openFolder(dataDir: string, account: Account | null) {
  if (process.platform !== 'linux' || canReach(account, dirname(dataDir))) {
    return { path: dataDir, stdio: [], close: () => undefined }
  }
  const descriptor = openSync(dataDir, 'r')
  return { path: '/proc/self/fd/3', stdio: [descriptor], close: () => closeSync(descriptor) }
}

/** Our environment without the variables that configure PostgreSQL: the caller's PGDATA or PGPORT are not meant for it. */
export function postgresEnv(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_'),
  )
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' }
}
