import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { runningPostmaster } from './postmaster.ts'

let home: string
let dataDir: string
let started: EmbeddedPostgres[]

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'galley-embedded-'))
  await chmod(home, 0o755)
  dataDir = join(home, 'data', 'postgres')
  started = []
})

afterEach(async () => {
  for (const server of started) await server.stop()
  await rm(home, { recursive: true, force: true })
})

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder })
  started.push(server)
  return server
}

async function query<Row extends object>(server: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.connectionString('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

test('The first start creates a UTF-8 cluster that accepts only this machine, by password', async () => {
  const server = await start()
  expect(server.adopted).toBe(false)
  expect(await query(server, "select lower('ÄÖÜ') as lower, current_setting('fsync') as fsync")).toEqual([
    { lower: 'äöü', fsync: 'on' },
  ])
  expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  const guess = new URL(server.connectionString('postgres'))
  guess.password = 'guess'
  await expect(new pg.Client({ connectionString: guess.href }).connect()).rejects.toThrow(/password/)
  expect((await stat(`${dataDir}.json`)).mode & 0o777).toBe(0o600)
})

test('A second start adopts the running server, and either may stop it', async () => {
  const first = await start()
  const second = await start()
  expect(second.adopted).toBe(true)
  expect(second.connectionString('galley')).toBe(first.connectionString('galley'))
  await second.stop()
  await first.stop()
  expect(runningPostmaster(dataDir)).toBeNull()
})

test('A restart keeps the rows and the port', async () => {
  const first = await start()
  await query(first, 'create table kept as select 1 as n')
  await first.stop()
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(second.connectionString('galley')).toBe(first.connectionString('galley'))
  expect(await query(second, 'select n from kept')).toEqual([{ n: 1 }])
})

test('Killing the server with kill -9 loses no committed row', async () => {
  const first = await start()
  await query(first, 'create table kept (n int)')
  for (let n = 1; n <= 20; n++) await query(first, `insert into kept values (${n})`)
  process.kill(runningPostmaster(dataDir)?.pid ?? 0, 'SIGKILL')
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await query(second, 'select count(*)::int as n from kept')).toEqual([{ n: 20 }])
})

test('A pid file from before a reboot, whose process id another program has now, does not prevent the start', async () => {
  const first = await start()
  await query(first, 'create table kept as select 1 as n')
  await first.stop()
  await writeFile(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n`)
  expect(await query(await start(), 'select n from kept')).toEqual([{ n: 1 }])
})

test('Two starts at the same moment lead to one server', async () => {
  await (await start()).stop()
  const [one, other] = await Promise.all([start(), start()])
  expect(one?.connectionString('galley')).toBe(other?.connectionString('galley'))
})

test('Two first starts at the same moment lead to one server, which both can use', async () => {
  const servers = await Promise.all([start(), start()])
  const [one, other] = await Promise.all(servers.map(server => query(server, 'select 1 as n')))
  expect(one).toEqual(other)
  expect((await readdir(join(home, 'data'))).sort()).toEqual(['postgres', 'postgres.json', 'postgres.log'])
})

test('Leftovers of a first start that was killed are removed', async () => {
  await mkdir(`${dataDir}.new-999999999-abc`, { recursive: true })
  await start()
  expect((await readdir(join(home, 'data'))).sort()).toEqual(['postgres', 'postgres.json', 'postgres.log'])
})

test('A folder below one that is closed to others works, and stays closed', async () => {
  await chmod(home, 0o700)
  const first = await start()
  await query(first, 'create table kept as select 1 as n')
  expect((await start()).adopted).toBe(true)
  await first.stop()
  expect(await query(await start(), 'select n from kept')).toEqual([{ n: 1 }])
  expect((await stat(home)).mode & 0o777).toBe(0o700)
})

test('A folder that contains something else is not touched', async () => {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'thesis.txt'), 'mine')
  await expect(start()).rejects.toThrow(/not a database folder \(it holds thesis\.txt\)/)
})

test('A missing database is created, once', async () => {
  const server = await start()
  const urls = await Promise.all([server.ensureDatabase('galley'), server.ensureDatabase('galley')])
  expect(urls[0]).toBe(urls[1])
  const client = new pg.Client({ connectionString: urls[0] })
  await client.connect()
  await client.end()
})
