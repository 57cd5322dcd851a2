import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { makeLog } from '#server/platform/log.ts'
import { readAll } from '#testing/backups.ts'
import { findPort, processEnv, runCommand } from '#testing/galley-process.ts'
import { writeKeyFile } from './encryption.ts'
import { folderTarget } from './folder-target.ts'
import { listBackups } from './manifest.ts'

// The commands as an operator runs them, in processes of their own.

const FILES = 200
let home: string
let database: TestDatabase
let env: Record<string, string> & { DATABASE_URL: string }
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'galley-killed-backup-'))
  database = await createTestDatabase()
  const { db, close } = openDatabase({ url: database.url, max: 1, log: makeLog('silent') })
  await db.insertInto('users').values({ name: 'Ada', email: 'ada@example.com' }).execute()
  const { id } = await db
    .insertInto('agencies')
    .values({ name: 'Bluebird' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBeGreaterThan(0)
  await close()
  const media = path.join(home, 'data/media')
  for (let n = 0; n < FILES; n++) {
    await mkdir(path.join(media, `file${n}`), { recursive: true })
    await writeFile(path.join(media, `file${n}/original`), randomBytes(5_000))
    await writeFile(path.join(media, `file${n}/original.type`), 'image/png')
  }
  const port = await findPort(20_900)
  env = { DATA_DIR: path.join(home, 'data'), DATABASE_URL: database.url, SANDBOX: 'off', PORT: String(port) }
  env.BACKUP_RECIPIENTS = await writeKeyFile(path.join(home, 'key.txt'))
})
afterAll(async () => {
  await database.drop()
  await rm(home, { recursive: true, force: true })
})
const inHome = (name: string) => path.join(home, name)
const key = () => ['--key', inHome('key.txt')]
const media = async (place: string) =>
  (await readdir(path.join(place, 'media'), { recursive: true })).filter(name => name.endsWith('.age'))

describe('npm run galley -- backup', () => {
  it('that is killed leaves nothing that looks like a backup, and the next one carries on from its media', async () => {
    const place = inHome('killed')
    const child = spawn(process.execPath, ['server/src/cli.ts', 'backup', place], {
      env: processEnv({ LOG_LEVEL: 'error', ...env }),
      stdio: 'ignore',
    })
    while (!existsSync(path.join(place, 'media')) || (await media(place)).length < 20) await sleep(2)
    child.kill('SIGKILL')
    await once(child, 'close')
    const kept = (await media(place)).length
    expect(kept).toBeLessThan(FILES)
    expect((await listBackups(folderTarget(place))).whole).toEqual([])
    const { code, output } = await runCommand(['backup', place], env)
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(`${FILES} files`) })
    expect(Number(/of which (\d+) were new/.exec(output)?.[1])).toBeLessThanOrEqual(FILES - kept)
    expect(await runCommand(['verify', place, ...key()], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('is whole and can be restored'),
    })
    expect(await readdir(path.join(place, '.unfinished'))).toEqual([])
  })

  it('is restored into a new folder with an embedded database, held, and only once', async () => {
    const place = inHome('killed')
    const { DATABASE_URL: _, ...own } = env
    const embedded = { ...own, DATA_DIR: inHome('restored') }
    expect(await runCommand(['restore', place, ...key()], embedded)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Publishing is held.'),
    })
    expect(await readAll(inHome('restored/media'))).toEqual(await readAll(inHome('data/media')))
    expect((await runCommand(['publishing', 'status'], embedded)).output).toContain('Bluebird, since')
    expect(await runCommand(['restore', place, ...key()], embedded)).toMatchObject({
      code: 1,
      output: expect.stringContaining('This installation is in use'),
    })
  })
})
