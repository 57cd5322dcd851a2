import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPort, type GalleyProcess, runCommand, startGalley } from '#testing/galley-process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded/embedded-postgres.ts'

/** Each test has a folder of its own below this one. */
let home: string
let ports: { PORT: string; SANDBOX_PORT: string }
let server: EmbeddedPostgres
let folders = 0

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'galley-start-'))
  await chmod(home, 0o755)
  const port = await findPort(20_000 + (process.pid % 8_000))
  ports = { PORT: String(port), SANDBOX_PORT: String(await findPort(port + 1)) }
  server = await startEmbeddedPostgres({ dataDir: path.join(home, 'server', 'postgres'), durable: false })
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

const newFolder = (): string => path.join(home, String(++folders))

const start = (dataDir: string, env: Record<string, string> = {}): GalleyProcess =>
  startGalley({ DATA_DIR: dataDir, ...ports, ...env })

/** What is still running for a folder: its database, an `initdb`, a sandbox. Works on Linux only. */
const orphansOf = (dataDir: string): string[] => {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter(pid => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .flatMap(pid => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const isOfFolder = command.includes(dataDir) || readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)
        return isOfFolder ? [command] : []
      } catch {
        // The process has ended since it was listed.
        return []
      }
    })
}

/** The exit code. A start that succeeds although it should fail must not block the test, nor the ports of the next one. */
const endOf = async (galley: GalleyProcess): Promise<number | null> => {
  const timer = setTimeout(() => galley.child.kill('SIGTERM'), 30_000)
  const { code } = await galley.ended
  clearTimeout(timer)
  return code
}

/** Starts Galley, which must end by itself with this text, without a stack trace, and with nothing left running. */
const expectFailure = async (dataDir: string, env: Record<string, string>, ...words: string[]) => {
  const galley = start(dataDir, env)
  const code = await endOf(galley)
  for (const text of words) expect(galley.output()).toContain(text)
  expect(galley.output()).not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
  expect(orphansOf(dataDir)).toEqual([])
}

const urlWith = (change: (url: URL) => void): string => {
  const url = new URL(server.connectionString('postgres'))
  change(url)
  return url.href
}

describe('a start with an unusable DATABASE_URL', () => {
  const refused = (url: string, ...words: string[]) =>
    expectFailure(newFolder(), { DATABASE_URL: url }, 'Galley did not start.', 'DATABASE_URL: ', ...words)

  it('names a host that does not exist', () =>
    refused(
      'postgres://galley:secret@no-such-host.invalid/galley',
      'no host called no-such-host.invalid',
      'Check',
    ))

  it('says that nothing answers there', () =>
    refused(
      'postgres://galley:secret@127.0.0.1:1/galley',
      'nothing answers at 127.0.0.1:1',
      'Start PostgreSQL',
    ))

  it('says that the password is wrong, and does not repeat it', async () => {
    const url = urlWith(one => {
      one.password = 'a-wrong-guess'
    })
    const galley = start(newFolder(), { DATABASE_URL: url })
    expect(await endOf(galley)).toBe(1)
    expect(galley.output()).toContain('the password of user galley is missing or wrong')
    expect(galley.output()).not.toContain('a-wrong-guess')
  })

  it('says how to create a missing database', () =>
    refused(
      server.connectionString('nowhere'),
      'no database called nowhere',
      'createdb --owner galley nowhere',
    ))

  it('says that the server is too old', async () => {
    const url = await server.ensureDatabase('old')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // Found before the built-in function, this makes any server look old.
    await client.query(`create schema old; create function old.current_setting(name text) returns text language sql
      as $$ select case name when 'server_version_num' then '140019' else '14.19' end $$`)
    await client.end()
    const options = encodeURIComponent('-c search_path=old,pg_catalog')
    await refused(
      `${url}?options=${options}`,
      'PostgreSQL 14.19, which is too old',
      'needs PostgreSQL 15 or later',
    )
  })

  it('says which rights are missing, and how to grant them', async () => {
    const url = await server.ensureDatabase('foreign')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`create role guest login password 'guest'; revoke create on schema public from public`)
    await client.end()
    const asGuest = new URL(url)
    asGuest.username = 'guest'
    asGuest.password = 'guest'
    await refused(asGuest.href, 'user guest has too few rights', 'alter database foreign owner to guest')
  })
})

describe('a start in production', () => {
  const production = { NODE_ENV: 'production', SANDBOX_PORT: '' }

  it('names all that is missing at once, and names that look like a slip', async () => {
    await expectFailure(
      newFolder(),
      { ...production, DATABASE_URL: server.connectionString('postgres'), SMPT_URL: 'smtp://mail.test' },
      'The configuration is not complete for production:',
      'PUBLIC_URL is not set',
      'SMTP_URL is not set',
      'TOKEN_KEY is not set',
      'nothing reads SMPT_URL; is SMTP_URL meant?',
    )
  })

  it('refuses an address that is not https', async () => {
    const env = { ...production, PUBLIC_URL: 'http://galley.test', SMTP_URL: 'smtp://mail.test' }
    await expectFailure(newFolder(), env, 'PUBLIC_URL is not https', 'Put a TLS proxy in front')
  })
})

it('a start with a bucket that does not answer says so, and which variables to check', () =>
  expectFailure(
    newFolder(),
    {
      S3_BUCKET: 'media',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'galley',
      AWS_SECRET_ACCESS_KEY: 'a-secret-key',
      AWS_MAX_ATTEMPTS: '1',
    },
    'S3_BUCKET: Galley cannot write, read and delete in media (',
    'AWS_ACCESS_KEY_ID',
  ))

it('a start and a command on the backup of a newer Galley say so in one line, and change nothing', async () => {
  const url = await server.ensureDatabase('newer')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz default now());
     insert into schema_migrations values ('9999-tomorrow.sql', 'unknown')`,
  )
  const read = async () =>
    (
      await client.query(
        `select n.nspname, c.relname, (select string_agg(name, ' ') from schema_migrations) from pg_class c
         join pg_namespace n on n.oid = c.relnamespace where n.nspname !~ '^pg_' order by 1, 2`,
      )
    ).rows
  const before = await read()
  const words =
    'The database is newer than this version of Galley, which does not know migration 9999-tomorrow.sql. Start the version that was used last.'
  await expectFailure(newFolder(), { DATABASE_URL: url }, `Galley did not start.\n${words}`)
  const env = { DATA_DIR: newFolder(), DATABASE_URL: url, ...ports }
  expect(await runCommand(['publishing', 'release'], env)).toEqual({ code: 1, output: `${words}\n` })
  expect(await read()).toEqual(before)
  await client.end()
})

describe('a start whose ports are taken', () => {
  const taken: Server[] = []
  const take = async (port: string) => {
    taken.push(createServer().listen(Number(port), '127.0.0.1'))
    await once(taken.at(-1) as Server, 'listening')
  }
  afterAll(() => {
    for (const one of taken) one.close()
  })

  it('names all of them at once, and does not start to create a database', async () => {
    const folder = newFolder()
    await take(ports.PORT)
    await take(ports.SANDBOX_PORT)
    await expectFailure(
      folder,
      {},
      `PORT: port ${ports.PORT} is already in use. Stop the program that uses it, or set PORT to another port.`,
      `SANDBOX_PORT: port ${ports.SANDBOX_PORT} is already in use.`,
    )
    expect(readdirSync(folder)).toEqual([])
    for (const one of taken) one.close()
  })

  it('names a HOST that does not belong to this machine', () =>
    expectFailure(newFolder(), { HOST: '192.0.2.1', SANDBOX: 'off' }, 'HOST: 192.0.2.1 is not an address'))

  it('stops everything if the sandbox fails to start for another reason, on a fresh folder', async () => {
    const folder = newFolder()
    mkdirSync(folder)
    // There is a file where the sandbox keeps its data.
    writeFileSync(path.join(folder, 'sandbox'), '')
    const galley = start(folder)
    expect(await endOf(galley)).toBe(1)
    expect(galley.output()).toContain('The sandbox did not start')
    expect(galley.output()).toContain('SANDBOX=off')
    expect(orphansOf(folder)).toEqual([])
  })
})

/** Mounting needs rights that only root has, and in many containers not even root. */
const canMount = ((): boolean => {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const mounted: string[] = []
const mount = (options: string): string => {
  const folder = newFolder()
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  mounted.push(folder)
  return folder
}

describe('a start with an unusable data folder', () => {
  afterAll(() => {
    for (const folder of mounted) execFileSync('umount', [folder])
  })
  const refused = (folder: string, problem: string) =>
    expectFailure(
      folder,
      { SANDBOX: 'off' },
      `DATA_DIR: Galley cannot use ${folder}: ${problem}`,
      'set DATA_DIR',
    )

  it('says that it is not a folder', async () => {
    const file = newFolder()
    writeFileSync(file, '')
    await refused(file, 'it is not a folder')
  })

  it.runIf(existsSync('/proc/self'))('says that it cannot be created (where Linux has /proc)', () =>
    refused('/proc/galley', 'it cannot be created there'),
  )

  it.skipIf(process.getuid?.() === 0)(
    'says that it cannot write there (root can write anywhere)',
    async () => {
      const folder = newFolder()
      mkdirSync(folder, { mode: 0o500 })
      await refused(folder, 'Galley has no permission to write there')
    },
  )

  it.runIf(canMount)('says that it is read-only (where the test may mount)', () =>
    refused(mount('ro'), 'it is read-only'),
  )

  // At the first file, while the database is created, and when it exists but its tables do not yet.
  it.runIf(canMount).each(['4k', '30m', '42m'])(
    'says that its disk of %s is full (where the test may mount)',
    size => refused(mount(`size=${size},mode=755`), 'its disk is full'),
  )
})

describe('a start that is interrupted', () => {
  it('stops what it has started, on a fresh folder', async () => {
    const folder = newFolder()
    const galley = start(folder)
    while (!existsSync(folder) || !readdirSync(folder).some(name => name.startsWith('postgres')))
      await sleep(5)
    galley.child.kill('SIGTERM')
    expect(await galley.ended).toEqual({ code: 0, signal: null })
    expect(galley.output()).toContain('SIGTERM: stopping')
    expect(orphansOf(folder)).toEqual([])
    expect(readdirSync(folder)).not.toContain('galley.pid')
  })
})
