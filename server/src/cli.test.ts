import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { makeLog } from './platform/log.ts'

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'galley-cli-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const galley = async (words: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'cli.ts'), ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: database.url, SANDBOX_PORT: '1', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += String(chunk)
    })
  const [code] = await once(child, 'close')
  return { code, output }
}

describe('npm run galley', () => {
  it('says what it can do, and refuses what it cannot', async () => {
    expect(await galley(['help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('grant-super-admin'),
    })
    expect(await galley(['constructor'])).toMatchObject({ code: 1 })
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

describe('the doctor', () => {
  it('finds a newcomer’s machine well', async () => {
    const { code, output } = await galley(['doctor'])
    expect(output).toContain('Galley is well.')
    expect(output).toMatch(/ok +migrations +all \d+ applied/)
    expect(output).toMatch(/ok +storage/)
    expect(code).toBe(0)
  })

  it('says of each thing that is wrong in production what to do', async () => {
    const { code, output } = await galley(['doctor'], {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://galley.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      X_API_URL: 'http://127.0.0.1:4600/x',
      ...{ GOOGLE_CLIENT_ID: 'galley', GOOGLE_CLIENT_SECRET: 'secret' },
      GOOGLE_ISSUER: 'http://127.0.0.1:4600/identity/google',
    })
    expect(code).toBe(1)
    for (const words of [
      'TOKEN_KEY is not set',
      'MAIL_FROM is not set',
      'PUBLIC_URL is not https',
      'asked on this machine: http://127.0.0.1:4600/x, http://127.0.0.1:4600/identity/google',
      'ECONNREFUSED',
      'Check SMTP_URL',
      '5 to put right.',
    ])
      expect(output).toContain(words)
  })

  it('ends with a word on a configuration that cannot be read, and on a database that is away', async () => {
    const unreadable = await galley(['doctor'], { PORT: 'many', SMTP_URL: 'https://mail.test' })
    expect(unreadable.code).toBe(1)
    expect(unreadable.output).toMatch(/PORT: [\s\S]*SMTP_URL: /)
    const away = await galley(['doctor'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(away.code).toBe(1)
    expect(away.output).toMatch(/WRONG +database +.*ECONNREFUSED/)
  })
})
