import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import type { Installation } from './back-up.ts'
import { makeBackup, makeBackupKey, openBackup, verify } from './operator-commands.ts'

const test = useTestApp({ routes: [], now: new Date() })
let home: string
let installation: Installation
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'galley-commands-'))
  await test.db.schema.dropTable('test_jobs').execute()
  installation = { config: test.services.config, url: test.url, storage: test.storage }
})
afterAll(() => rm(home, { recursive: true, force: true }))

const inHome = (name: string) => path.join(home, name)

describe('The commands about backups', () => {
  it('make a key, a backup with it, and say that it is whole', async () => {
    const { text } = await makeBackupKey([inHome('key.txt')])
    expect((await stat(inHome('key.txt'))).mode & 0o777).toBe(0o600)
    const recipient = /BACKUP_RECIPIENTS=(age1\w+)/.exec(text)?.[1] ?? ''
    const config = { ...installation.config, BACKUP_RECIPIENTS: [recipient], BACKUP_TARGET: inHome('place') }
    const made = await makeBackup({ ...installation, config }, [])
    expect(made.text).toContain(`in ${inHome('place')}.`)
    expect(await verify(config, [inHome('place'), '--key', inHome('key.txt')])).toMatchObject({
      isDone: true,
      text: expect.stringContaining('is whole and can be restored.'),
    })
  })

  it('say what is missing before anything is done', async () => {
    const { config } = installation
    const recipients = { BACKUP_RECIPIENTS: ['age1x'] }
    const place = inHome('place')
    const refused: [() => Promise<unknown>, string][] = [
      [() => makeBackup(installation, [inHome('b')]), 'BACKUP_RECIPIENTS is not set'],
      [
        () => makeBackup({ ...installation, config: { ...config, ...recipients } }, [inHome('b')]),
        'mistyped',
      ],
      [() => openBackup(config, []), 'Say where: a folder or s3://bucket/prefix'],
      [() => openBackup(config, [place]), 'Say which key opens it: --key FILE'],
      [() => openBackup(config, [place, '--force']), '--force'],
      [() => openBackup(config, [inHome('b')]), `There is no backup in ${inHome('b')}.`],
      [() => makeBackupKey([inHome('key.txt')]), 'Name a file that does not exist yet.'],
      [() => makeBackupKey([]), 'takes the name of a new file'],
    ]
    for (const [run, words] of refused) await expect(run()).rejects.toThrow(words)
    expect(existsSync(inHome('b'))).toBe(false)
  })
})
