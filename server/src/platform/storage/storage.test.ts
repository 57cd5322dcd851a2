import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeFolder, diskStorage, sweepUnfinished } from './disk.ts'
import { s3Storage } from './s3.ts'
import { type Storage, StoredFileMissing } from './storage.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-storage-'))
let bucketPort = 0
let closeBucket: () => Promise<void> = async () => undefined

beforeAll(async () => {
  const { default: S3rver } = await import('@20minutes/s3rver')
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: 'galley', configs: [] }],
  })
  bucketPort = (await server.run()).port
  closeBucket = () => server.close()
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
})
afterAll(async () => {
  await closeBucket()
  await rm(folder, { recursive: true, force: true })
})

const stores: [string, () => Storage][] = [
  ['the local disk', () => diskStorage(path.join(folder, 'disk'))],
  [
    'an S3 bucket',
    () => s3Storage({ bucket: 'galley', region: 'us-east-1', endpoint: `http://127.0.0.1:${bucketPort}` }),
  ],
]

describe.each(stores)('Files on %s', (_name, open) => {
  it('are read as they were stored, whole and in part', async () => {
    const storage = open()
    await storage.put('abc/original', { bytes: Buffer.from('0123456789') }, 'image/png')
    expect((await storage.read('abc/original')).toString()).toBe('0123456789')
    const whole = await storage.open('abc/original')
    expect(whole).toMatchObject({ bytes: 10, contentType: 'image/png' })
    expect(whole && (await text(whole.stream))).toBe('0123456789')
    const part = await storage.open('abc/original', { start: 2, end: 4 })
    expect(part?.bytes).toBe(10)
    expect(part && (await text(part.stream))).toBe('234')
    const past = await storage.open('abc/original', { start: 10, end: 12 })
    expect(past).toMatchObject({ bytes: 10, contentType: 'image/png' })
    expect(past && (await text(past.stream))).toBe('')
  })

  it('are reported missing when they do not exist or were removed', async () => {
    const storage = open()
    expect(await storage.open('nothing/original')).toBeNull()
    await expect(storage.read('nothing/original')).rejects.toThrow(StoredFileMissing)
    await storage.put('gone/original', { bytes: Buffer.from('x') }, 'image/png')
    await storage.remove('gone/original')
    expect(await storage.open('gone/original')).toBeNull()
  })
})

describe('Files on the local disk', () => {
  it('are moved from their place instead of copied, if nobody needs them there', async () => {
    const storage = diskStorage(path.join(folder, 'disk'))
    const [kept, spare] = [path.join(folder, 'kept.mp4'), path.join(folder, 'spare.mp4')]
    for (const file of [kept, spare]) await writeFile(file, 'moving pictures')
    const { ino } = await stat(spare)
    await storage.put('moved/original', { path: spare, isSpare: true }, 'video/mp4')
    await storage.put('copied/original', { path: kept }, 'video/mp4')
    for (const key of ['moved/original', 'copied/original'])
      expect((await storage.read(key)).toString()).toBe('moving pictures')
    expect((await stat(path.join(folder, 'disk/moved/original'))).ino).toBe(ino)
    await expect(stat(spare)).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await stat(kept)).size).toBe('moving pictures'.length)
  })

  it('are copied from another disk', async () => {
    // Linux keeps this folder in memory.
    const elsewhere = await mkdtemp('/dev/shm/galley-storage-').catch(() => null)
    if (elsewhere === null) return
    const spare = path.join(elsewhere, 'spare.mp4')
    await writeFile(spare, 'moving pictures')
    const storage = diskStorage(path.join(folder, 'disk'))
    await storage.put('elsewhere/original', { path: spare, isSpare: true }, 'video/mp4')
    expect((await storage.read('elsewhere/original')).toString()).toBe('moving pictures')
    await rm(elsewhere, { recursive: true })
  })

  it('stay inside their folder', async () => {
    const storage = diskStorage(path.join(folder, 'disk'))
    expect(await storage.open('../../etc/passwd')).toBeNull()
    await expect(storage.put('../escaped', { bytes: Buffer.from('x') }, 'image/png')).rejects.toThrow(
      StoredFileMissing,
    )
  })

  it('are not reported missing while the disk itself is', async () => {
    const disk = path.join(folder, 'unmounted')
    const storage = diskStorage(disk)
    await storage.put('abc/original', { bytes: Buffer.from('x') }, 'image/png')
    const expectFailure = async (code: string) => {
      await expect(storage.read('abc/original')).rejects.toMatchObject({ code })
      await expect(storage.open('abc/original')).rejects.toMatchObject({ code })
    }
    await rm(disk, { recursive: true })
    await expectFailure('ENOENT')
    // The place where it is mounted.
    await mkdir(disk)
    await expectFailure('ENOENT')
    await rm(disk, { recursive: true })
    await writeFile(disk, 'no folder')
    await expectFailure('ENOTDIR')
  })

  it('are for nobody else on the machine, also in a folder that was open', async () => {
    const modeOf = async (folder: string) => (await stat(folder)).mode & 0o777
    const disk = path.join(folder, 'private')
    await diskStorage(disk).put('abc/original', { bytes: Buffer.from('x') }, 'image/png')
    for (const inside of [disk, path.join(disk, 'abc'), path.join(disk, '.unfinished')])
      expect(await modeOf(inside)).toBe(0o700)
    await chmod(disk, 0o755)
    await closeFolder(disk)
    expect(await modeOf(disk)).toBe(0o700)
    await closeFolder(path.join(folder, 'never-used'))
  })

  it('leave nothing of one that could not be written', async () => {
    const storage = diskStorage(path.join(folder, 'disk'))
    const content = { bytes: Buffer.from('x') }
    await storage.put('taken/original/inside', content, 'image/png')
    await expect(storage.put('taken/original', content, 'image/png')).rejects.toThrow()
    expect(await readdir(path.join(folder, 'disk/.unfinished'))).toEqual([])
  })

  it('that a crash has left half written are removed after a day', async () => {
    const disk = path.join(folder, 'swept')
    await diskStorage(disk).put('kept/original', { bytes: Buffer.from('x') }, 'image/png')
    const cutOff = path.join(disk, '.unfinished/cut-off')
    await writeFile(cutOff, 'half')
    // The disk tells the machine's time, which may not be that of the tests (decision 92).
    await utimes(cutOff, new Date(), new Date())
    expect(await sweepUnfinished(disk, new Date(Date.now() + 23 * 3_600_000))).toBe(0)
    expect(await sweepUnfinished(disk, new Date(Date.now() + 25 * 3_600_000))).toBe(1)
    expect(await readdir(path.join(disk, '.unfinished'))).toEqual([])
    expect(await diskStorage(disk).read('kept/original')).toEqual(Buffer.from('x'))
    expect(await sweepUnfinished(path.join(folder, 'never-used'), new Date())).toBe(0)
  })
})
