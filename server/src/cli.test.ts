import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { runAheadMs } from '#server/platform/db/testing-clock.ts'
import { findPort, runCommand } from '#testing/galley-process.ts'
import { makeLog } from './platform/log.ts'

let dataDir: string
let database: TestDatabase
let ports: { PORT: string; SANDBOX_PORT: string }
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'galley-cli-'))
  database = await createTestDatabase()
  const port = await findPort(28_000 + (process.pid % 4_000))
  ports = { PORT: String(port), SANDBOX_PORT: String(await findPort(port + 1)) }
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

// doctor-networks.test.ts looks at versions that have ended. Here none has, whatever day it is.
const versions = { FACEBOOK_VERSION: 'v99.0', LINKEDIN_VERSION: '209912' }
const galley = (words: string[], env: Record<string, string> = {}) =>
  runCommand(words, { DATA_DIR: dataDir, DATABASE_URL: database.url, ...ports, ...versions, ...env })

describe('npm run galley', () => {
  it('lists what it can do, and refuses unknown commands', async () => {
    expect(await galley(['help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('grant-super-admin'),
    })
    expect(await galley(['--version'])).toEqual({
      code: 0,
      output: expect.stringMatching(/^\d+\.\d+\.\d+\s*$/),
    })
    expect(await galley(['constructor'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('Unknown command: constructor'),
    })
    expect(await galley(['block'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('email address'),
    })
    expect(await galley(['block', 'nobody@example.com'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('No account'),
    })
  })

  it('blocks an account', async () => {
    const { db, close } = openDatabase({ url: database.url, max: 1, log: makeLog('silent') })
    await db.insertInto('users').values({ name: 'Ada', email: 'ada@example.com' }).execute()
    expect(await galley(['block', 'Ada@Example.com'])).toMatchObject({ code: 0 })
    expect(await db.selectFrom('users').select('is_blocked').execute()).toEqual([{ is_blocked: true }])
    await close()
  })
})

describe('npm run galley -- migrate', () => {
  it('brings an empty database to this version, once', async () => {
    const empty = await createEmptyDatabase()
    const first = await galley(['migrate'], { DATABASE_URL: empty.url })
    const second = await galley(['migrate'], { DATABASE_URL: empty.url })
    await empty.drop()
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^Applied:\n {2}0001-/) })
    expect(second).toMatchObject({ code: 0, output: 'There is nothing to migrate.\n' })
  })
})

describe('npm run galley -- publishing', () => {
  it('holds publishing, says so, and releases it', async () => {
    expect((await galley(['publishing', 'status'])).output).toContain('Publishing is not held.')
    expect((await galley(['publishing', 'hold'])).output).toContain('Posts that come due wait.')
    expect((await galley(['publishing', 'hold'])).output).toContain('held already')
    expect((await galley(['publishing', 'status'])).output).toMatch(
      /everywhere, since .*: Somebody who runs this installation has held it\./,
    )
    const { code, output } = await galley(['doctor'])
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(/ERROR +publishing +held/),
    })
    expect((await galley(['publishing', 'release'])).output).toContain('Publishing is released.')
    expect((await galley(['publishing', 'release'])).output).toContain('Publishing was not held.')
    expect(await galley(['publishing', 'stop'])).toMatchObject({ code: 1 })
  })

  it('releases nothing where its words are not understood', async () => {
    await galley(['publishing', 'hold'])
    for (const words of [['--acount', '3'], ['--account'], ['--account=all'], ['--account', '3', '4']])
      expect(await galley(['publishing', 'release', ...words])).toMatchObject({
        code: 1,
        output: expect.stringContaining('--account and the number of an account'),
      })
    expect(await galley(['publishing', 'release', '--account', '3'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('The account 3 is not held.'),
    })
    expect((await galley(['publishing', 'status'])).output).toContain('Publishing is held.')
    await galley(['publishing', 'release'])
  })
})

describe('the doctor', () => {
  it('finds nothing wrong on a newcomer’s machine', async () => {
    const { code, output } = await galley(['doctor'])
    expect(output).toContain('No problems found.')
    expect(output).toMatch(/note +process +not running on .*; its ports are free/)
    expect(output).toMatch(/ok +migrations +all \d+ applied/)
    expect(output).toMatch(/ok +storage/)
    expect(output).toMatch(/ok +failed mails +none in the last month/)
    expect(code).toBe(0)
  })

  it('names stored files that nothing refers to when it is asked to, and takes no other words', async () => {
    const clean = await galley(['doctor', '--storage'])
    expect(clean.output).toMatch(/ok +stored files +rows refer to all of them/)
    const folder = path.join(dataDir, 'media/forgotten')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'original'), 'a file')
    const found = await galley(['doctor', '--storage'])
    expect(found.output).toMatch(/note +stored files +nothing refers to 1 file \(1 MB\): forgotten\/original/)
    expect(found.code).toBe(0)
    expect((await galley(['doctor'])).output).not.toContain('stored files')
    await rm(folder, { recursive: true })
    expect(await galley(['doctor', '--files'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('doctor takes no words but --storage.'),
    })
  })

  it('lists the mails that failed for good', async () => {
    const { db, close } = openDatabase({ url: database.url, max: 1, log: makeLog('silent') })
    const words = { recipient: 'clara@example.com', kind: 'notifications', subject: 'Approve a post' }
    const failed = { status: 'failed' as const, failed_at: new Date('2026-06-01T08:00:00Z') }
    await db
      .insertInto('outgoing_mails')
      .values({ ...words, ...failed, last_error: '550 no such user\r\nBye' })
      .execute()
    const { code, output } = await galley(['doctor'])
    expect(output).toMatch(/note +failed mails/)
    expect(output).toContain(
      '2026-06-01T08:00:00.000Z notifications to clara@example.com: 550 no such user Bye',
    )
    expect(code).toBe(0)
    await db.deleteFrom('outgoing_mails').execute()
    await close()
  })

  it('says how to fix each problem in production', async () => {
    const { code, output } = await galley(['doctor'], {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://galley.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      X_API_URL: 'http://127.0.0.1:4600/x',
      GOOGLE_CLIENT_ID: 'galley',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: 'http://127.0.0.1:4600/identity/google',
    })
    expect(code).toBe(1)
    for (const words of [
      'TOKEN_KEY is not set',
      'MAIL_FROM is not set',
      'PUBLIC_URL is not https',
      'lead to this machine: http://127.0.0.1:4600/x, http://127.0.0.1:4600/identity/google',
      'ECONNREFUSED',
      'Check SMTP_URL',
      // In production the process keeps the machine's clock, and finds that the database's was moved.
      `${runAheadMs === 0 ? 5 : 6} problems found.`,
    ])
      expect(output).toContain(words)
  })

  it('reports a configuration that cannot be read, and a database that does not answer', async () => {
    const unreadable = await galley(['doctor'], { PORT: 'many', SMTP_URL: 'https://mail.test' })
    expect(unreadable.code).toBe(1)
    expect(unreadable.output).toMatch(/PORT: [\s\S]*SMTP_URL: /)
    const command = await galley(['block', 'ada@example.com'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    expect(command).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^DATABASE_URL: nothing answers at/),
    })
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', TOKEN_KEY: 'ab'.repeat(32) }
    const away = await galley(['doctor'], env)
    expect(away.output).toContain('1 problem found.')
    expect(away.code).toBe(1)
    expect(away.output).toMatch(
      /ERROR +database +nothing answers at 127\.0\.0\.1:1\n +-> Start PostgreSQL there/,
    )
  })
})
