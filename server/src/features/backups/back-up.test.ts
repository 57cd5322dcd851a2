import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase, createTestDatabase } from '#server/platform/db/testing.ts'
import { openJobs } from '#server/platform/jobs/job-queues.ts'
import { makeLog } from '#server/platform/log.ts'
import { sendMailQueue } from '#server/platform/mail/queue.ts'
import { useTestApp } from '#testing/app.ts'
import { type BackupPlace, openPlace } from '#testing/backups.ts'
import { memoryStorage } from '#testing/files/storage.ts'
import { buildCast } from '#testing/people.ts'
import { buildMedia } from '#testing/posts.ts'
import { type Installation, withBackupLock } from './back-up.ts'
import { folderTarget } from './folder-target.ts'
import { listBackups, nameOfPart, TABLES } from './manifest.ts'
import { pruneBackups } from './prune-backups.ts'

const test = useTestApp({ routes: [], now: new Date() })
let place: BackupPlace
let installation: Installation
beforeAll(async () => {
  await test.db.schema.dropTable('test_jobs').execute()
  installation = { config: test.services.config, url: test.url, storage: test.storage }
  await test.storage.put('one/original', { bytes: Buffer.from('a secret picture') }, 'image/png')
  await test.storage.put('two/original', { bytes: Buffer.from('a secret picture') }, 'image/png')
  await test.db.insertInto('users').values({ name: 'Secret Ada', email: 'ada@example.com' }).execute()
})
afterAll(() => place.remove())

describe('A backup', () => {
  it('contains nothing that is readable without its key', async () => {
    place = await openPlace()
    const { manifest } = await place.backUp(installation)
    for (const name of await place.files()) {
      const bytes = await readFile(path.join(place.folder, name))
      expect(bytes.includes('secret') || bytes.includes('Secret') || bytes.includes('original'), name).toBe(
        false,
      )
      if (name.endsWith('.age')) expect(bytes.toString('latin1')).toMatch(/^age-encryption.org\/v1\n/)
    }
    expect(manifest).toMatchObject({ media: { files: 2, contents: 1, bytes: 32 }, tables: { users: 1 } })
  })

  it('copies only media that its place does not have by their hash', async () => {
    await test.storage.put('three/original', { bytes: Buffer.from('another picture') }, 'image/png')
    const before = new Set(await place.files())
    expect(await place.backUp(installation)).toMatchObject({
      added: 1,
      manifest: { media: { files: 3, contents: 2 } },
    })
    const added = (await place.files()).filter(name => !before.has(name) && name.startsWith('media/'))
    expect(added).toHaveLength(1)
  })

  it('copies media again for another key, which does not open the former copies', async () => {
    const other = await openPlace(place.target)
    expect(await other.backUp(installation)).toMatchObject({ added: 2 })
    await other.remove()
  })

  it('sees the database as of one moment, while others write', async () => {
    const slow = folderTarget(place.folder)
    const target = {
      ...slow,
      put: async (name: string, content: Readable) => {
        if (name.endsWith(TABLES))
          await test.db.insertInto('users').values({ name: 'Later', email: 'later@example.com' }).execute()
        await slow.put(name, content)
      },
    }
    const busy = await openPlace(target)
    const { manifest } = await busy.backUp(installation)
    expect(manifest.tables.users).toBe(1)
    await busy.remove()
  })

  it('brings the jobs that waited back, and no regular ones', async () => {
    const jobs = await openJobs(test.url, makeLog('silent'), [sendMailQueue])
    await test.db.transaction().execute(tx => jobs.enqueue(tx, sendMailQueue, { mailId: 7 }))
    await jobs.stop()
    expect(await place.backUp(installation)).toMatchObject({ manifest: { jobs: expect.any(Number) } })
    const database = await createEmptyDatabase()
    expect(await place.restore({ ...installation, url: database.url, storage: memoryStorage() })).toBe(1)
    await database.drop()
  })

  it('is refused while another one is being made', async () => {
    await withBackupLock(test.url, () =>
      expect(place.backUp(installation)).rejects.toThrow('Another backup of this installation is being made'),
    )
  })

  it('that fails leaves nothing that looks like one', async () => {
    const target = {
      ...place.target,
      put: async (name: string, content: Readable) => {
        if (name.endsWith('media.txt')) throw new Error('the cable was pulled')
        await place.target.put(name, content)
      },
    }
    const broken = await openPlace(target)
    const before = await listBackups(place.target)
    await expect(broken.backUp(installation)).rejects.toThrow('the cable was pulled')
    expect(await listBackups(place.target)).toEqual(before)
    await broken.remove()
  })
})

describe('Former backups', () => {
  it('are removed but for the latest, with the media that only they had and what was never finished', async () => {
    const own = await openPlace()
    await own.backUp(installation)
    await test.storage.remove('three/original')
    const { manifest } = await own.backUp(installation)
    await own.target.put(nameOfPart('20200101T000000Z-aaaaaa', TABLES), Readable.from([Buffer.from('half')]))
    expect((await own.files()).filter(name => name.startsWith('media/'))).toHaveLength(2)
    const film = path.join(own.folder, 'media/films/holiday.mp4')
    await mkdir(path.dirname(film), { recursive: true })
    await writeFile(film, 'of somebody else')
    expect(await pruneBackups(own.target, 1)).toBe(1)
    expect(await readFile(film, 'utf8')).toBe('of somebody else')
    await rm(film)
    expect(await listBackups(own.target)).toEqual({ whole: [manifest.id], unfinished: [] })
    expect((await own.files()).filter(name => name.startsWith('media/'))).toHaveLength(1)
    await own.remove()
  })
})

it('A place for backups belongs to one installation, and not to a copy of it', async () => {
  const own = await openPlace()
  await own.backUp(installation)
  const copy = await createTestDatabase()
  const before = await own.files()
  await expect(own.backUp({ ...installation, url: copy.url })).rejects.toThrow(
    'has the backups of another installation',
  )
  expect(await own.files()).toEqual(before)
  await rm(path.join(own.folder, 'installation.txt'))
  await own.backUp({ ...installation, url: copy.url })
  await copy.drop()
  await own.remove()
})

it('A backup without a single file is refused where posts have media', async () => {
  const own = await openPlace()
  const { project } = await buildCast(test.db)
  await buildMedia(test.db, project)
  const emptied = { ...installation, storage: memoryStorage() }
  await expect(own.backUp(emptied)).rejects.toThrow('storage is empty, though posts have media')
  expect((await own.files()).filter(name => name.includes('/'))).toEqual([])
  await test.db.deleteFrom('medias').execute()
  await own.remove()
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

it('A backup of an empty database is refused in words, and leaves nothing in its place', async () => {
  const own = await openPlace()
  const empty = await createEmptyDatabase()
  await expect(own.backUp({ ...installation, url: empty.url })).rejects.toThrow(
    'There is nothing to back up: the database is empty. Start Galley once.',
  )
  await expect(own.files()).rejects.toThrow('ENOENT')
  await empty.drop()
  await own.remove()
})

describe('A backup onto a disk that takes none', () => {
  it.runIf(canMount)('says that it is read-only (where the test may mount)', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-read-only-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder])
    try {
      for (const inside of ['', 'backups', 'new/backups']) {
        const place = await openPlace(folderTarget(path.join(folder, inside)))
        await expect(place.backUp(installation)).rejects.toThrow(
          `The backups in ${path.join(folder, inside)} cannot be used: it is read-only. Make it writable.`,
        )
        await place.remove()
      }
    } finally {
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('says so where no folder can be created, instead of trying without end', async () => {
    for (const folder of ['/proc/galley', '/proc/galley/backups']) {
      const place = await openPlace(folderTarget(folder))
      await expect(place.backUp(installation)).rejects.toThrow(
        `The backups in ${folder} cannot be used: a folder cannot be created there.`,
      )
      await place.remove()
    }
  })

  it.runIf(canMount)(
    'says that it is full, and leaves nothing that looks whole (where the test may mount)',
    async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-full-'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', folder])
      try {
        const full = await openPlace(folderTarget(folder))
        const storage = memoryStorage()
        await storage.put('large/original', { bytes: Buffer.alloc(400_000, 'x') }, 'video/mp4')
        await expect(full.backUp({ ...installation, storage })).rejects.toThrow(
          `The backups in ${folder} cannot be used: its disk is full. Free some space`,
        )
        expect(await listBackups(full.target)).toEqual({ whole: [], unfinished: [] })
        await full.remove()
      } finally {
        execFileSync('umount', [folder])
        await rm(folder, { recursive: true, force: true })
      }
    },
  )

  it('is refused among Galley’s own files and where there is no folder', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-file-'))
    await mkdir(path.join(folder, 'data'))
    await writeFile(path.join(folder, 'file'), '')
    const inFile = await openPlace(folderTarget(path.join(folder, 'file')))
    await expect(inFile.backUp(installation)).rejects.toThrow('it is not a folder')
    await inFile.remove()
    await rm(folder, { recursive: true, force: true })
  })
})
