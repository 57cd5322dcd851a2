import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmptyDatabase } from '#server/platform/db/testing.ts'
import { explainStartError } from '#server/platform/start-problems.ts'
import { s3Storage } from '#server/platform/storage/s3.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { useTestApp } from '#testing/app.ts'
import { fingerprint, openPlace } from '#testing/backups.ts'
import { listBackups } from './manifest.ts'
import { openTarget } from './open-target.ts'
import { reportOn } from './operator-commands.ts'
import { pruneBackups } from './prune-backups.ts'
import { s3Target } from './s3-target.ts'
import { verifyBackup } from './verify-backup.ts'

const test = useTestApp({ routes: [], now: new Date() })
const closing: (() => Promise<unknown>)[] = []
let bucketUrl: string
/** Of how many calls for the same thing the first is answered with 500: two: every second one, so that a retry passes. Zero: none. */
let fault = { every: 0, method: /./ }
/** What always goes wrong: refused with 500, or cut off in the middle of the answer. */
let broken: { how: 'refused' | 'cut'; path: RegExp } | null = null
const calls = new Map<string, number>()

/** Stands before the bucket and answers some calls itself. */
const startFaulty = async (behind: string): Promise<string> => {
  const { hostname: host, port } = new URL(behind)
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request
    const before = calls.get(`${method} ${path}`) ?? 0
    calls.set(`${method} ${path}`, before + 1)
    if (broken?.how === 'refused' && broken.path.test(path)) {
      request.resume()
      response.writeHead(500).end()
      return
    }
    if (fault.every > 0 && fault.method.test(method) && before % fault.every === 0) {
      request.resume()
      response.writeHead(500).end()
      return
    }
    // With the host that the client has asked, which its signature covers.
    const passed = forward({ host, port, method, path, headers }, answer => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      if (broken?.how === 'cut' && method === 'GET' && broken.path.test(path)) {
        answer.once('data', (chunk: Buffer) => {
          response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy())
          answer.destroy()
        })
        return
      }
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  closing.push(
    async () => server.closeAllConnections(),
    () => new Promise(resolve => server.close(resolve)),
  )
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-bucket-'))
  const { default: S3rver } = await import('@20minutes/s3rver')
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    // It takes the signature of a list below a folder for a wrong one.
    allowMismatchedSignatures: true,
    directory: folder,
    configureBuckets: [
      { name: 'media', configs: [] },
      { name: 'backups', configs: [] },
    ],
  })
  const { port } = await server.run()
  closing.push(
    () => server.close(),
    () => rm(folder, { recursive: true, force: true }),
  )
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  bucketUrl = await startFaulty(`http://127.0.0.1:${port}`)
  await test.db.schema.dropTable('test_jobs').execute()
  await test.db.insertInto('users').values({ name: 'Ada', email: 'ada@example.com' }).execute()
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})
const region = 'us-east-1'
const targetIn = (prefix: string) =>
  s3Target({ address: `s3://backups/${prefix}`, bucket: 'backups', prefix, region, endpoint: bucketUrl })

const keysOf = async (storage: Storage): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys
}

describe('Backups in a bucket', () => {
  it('come from a bucket, are whole, and go into another one', async () => {
    const storage = s3Storage({ bucket: 'media', region, endpoint: bucketUrl })
    for (const name of ['one', 'two'])
      await storage.put(`${name}/original`, { bytes: Buffer.from(name) }, 'image/png')
    const place = await openPlace(targetIn('here/and/there'))
    await place.backUp({ config: test.services.config, url: test.url, storage })
    expect(await verifyBackup(await place.open())).toEqual([])
    const database = await createEmptyDatabase()
    for (const name of ['one', 'two']) await storage.remove(`${name}/original`)
    await place.restore({ config: test.services.config, url: database.url, storage })
    expect((await storage.read('two/original')).toString()).toBe('two')
    expect(await storage.open('one/original')).toMatchObject({ contentType: 'image/png' })
    expect((await fingerprint(database.url)).users).toBe((await fingerprint(test.url)).users)
    await database.drop()
    expect(await pruneBackups(place.target, 1)).toBe(0)
    await place.remove()
  })

  it('hold a file of many parts, and nothing of one that was cut off', async () => {
    const target = targetIn('large')
    const bytes = Buffer.alloc(18_000_000, 'abc')
    await target.put('large', Readable.from([bytes.subarray(0, 9_000_000), bytes.subarray(9_000_000)]))
    const stored = await target.open('large')
    expect(stored && (await buffer(stored)).equals(bytes)).toBe(true)
    const cut = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 17_000_000)
        throw new Error('cut off')
      })(),
    )
    await expect(target.put('half', cut)).rejects.toThrow('cut off')
    expect(await target.open('half')).toBeNull()
    await target.sweep()
  })

  it('are made and read while every second answer is an error', async () => {
    fault = { every: 2, method: /./ }
    const place = await openPlace(targetIn('every-second'))
    await place.backUp({ config: test.services.config, url: test.url, storage: test.storage })
    expect(await verifyBackup(await place.open())).toEqual([])
    fault = { every: 0, method: /./ }
    await place.remove()
  })

  it('are refused in words by a server that takes nothing, and nothing looks whole', async () => {
    fault = { every: 1, method: /PUT|POST/ }
    const place = await openPlace(
      s3Target({
        address: 's3://backups/no',
        bucket: 'backups',
        prefix: 'no',
        region,
        endpoint: bucketUrl,
        attempts: 2,
      }),
    )
    await expect(
      place.backUp({ config: test.services.config, url: test.url, storage: test.storage }),
    ).rejects.toThrow(/^The backups in s3:\/\/backups\/no cannot be used \(500 .*Check the bucket/)
    fault = { every: 0, method: /./ }
    expect(await listBackups(place.target)).toEqual({ whole: [], unfinished: [] })
    await place.remove()
  })

  it('are said to be unreadable and not broken while the server fails', async () => {
    const options = { bucket: 'backups', prefix: 'unread', region, endpoint: bucketUrl, attempts: 1 }
    const place = await openPlace(s3Target({ address: 's3://backups/unread', ...options }))
    await place.backUp({ config: test.services.config, url: test.url, storage: test.storage })
    for (const [how, said] of [
      ['refused', '500'],
      ['cut', 'aborted'],
    ] as const) {
      broken = { how, path: /tables\.sql/ }
      const { isDone, text } = await reportOn(await place.open())
      expect({ how, isDone, text }).toEqual({
        how,
        isDone: false,
        text: expect.stringMatching(
          /^Backup \S+ could not be read, so it is not known whether it can be restored\.\n {2}The backups in/,
        ),
      })
      expect(text).toContain(said)
    }
    broken = null
    expect(await reportOn(await place.open())).toMatchObject({ isDone: true })
    await place.remove()
  })

  it('are refused in words without credentials and without a server', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined)
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    vi.stubEnv('HOME', '/nowhere')
    await expect(targetIn('x').open('x')).rejects.toThrow(
      /^The backups in s3:\/\/backups\/x cannot be used \(no credentials were found\. Set AWS_ACCESS_KEY_ID/,
    )
    const media = s3Storage({ bucket: 'media', region, endpoint: bucketUrl })
    const problem = await media.open('x').catch((error: unknown) => error)
    vi.unstubAllEnvs()
    const config = { ...test.services.config, S3_BUCKET: 'media' }
    expect(explainStartError(config, problem)).toMatchObject({
      message: expect.stringMatching(
        /^S3_BUCKET: the media in media cannot be used \(no credentials were found/,
      ),
    })
    const nowhere = s3Target({
      address: 's3://backups/x',
      bucket: 'backups',
      prefix: 'x',
      region,
      endpoint: 'http://127.0.0.1:1',
      attempts: 1,
    })
    await expect(nowhere.open('x')).rejects.toThrow(/\(the server cannot be reached: .*ECONNREFUSED/)
  })

  it('do not go into the data folder by a link either', async () => {
    const home = await mkdtemp(path.join(os.tmpdir(), 'galley-links-'))
    const config = { ...test.services.config, dataDir: path.join(home, 'data') }
    await mkdir(config.dataDir)
    await symlink(config.dataDir, path.join(home, 'link'))
    await expect(openTarget(config, path.join(home, 'link/new/backups'))).rejects.toThrow(
      'Use a folder outside DATA_DIR',
    )
    await rm(home, { recursive: true })
  })

  it('do not go among the media under another name of the server either, and leave nothing there', async () => {
    const storage = s3Storage({ bucket: 'media', region, endpoint: bucketUrl })
    const before = await keysOf(storage)
    const config = {
      ...test.services.config,
      S3_BUCKET: 'media',
      S3_ENDPOINT: bucketUrl,
      BACKUP_S3_ENDPOINT: bucketUrl.replace('127.0.0.1', 'localhost'),
    }
    for (const address of ['s3://media', 's3://media/backups/']) {
      const place = await openPlace(await openTarget(config, address))
      await expect(place.backUp({ config, url: test.url, storage })).rejects.toThrow(
        'this bucket keeps the media. Use another bucket for backups.',
      )
      await place.remove()
    }
    expect(await keysOf(storage)).toEqual(before)
  })

  it('do not go among the media, and have an address with a bucket', async () => {
    const { config } = test.services
    await expect(openTarget({ ...config, S3_BUCKET: 'media' }, 's3://media/backups')).rejects.toThrow(
      'this bucket keeps the media',
    )
    const { port } = new URL(bucketUrl)
    const settings = { ...config, S3_BUCKET: 'media', S3_ENDPOINT: `http://localhost:${port}` }
    for (const spelling of [`http://LOCALHOST:${port}`, `http://localhost:${port}/`])
      await expect(
        openTarget({ ...settings, BACKUP_S3_ENDPOINT: spelling }, 's3://media/backups'),
      ).rejects.toThrow('this bucket keeps the media')
    await expect(openTarget(config, 'ftp://backups')).rejects.toThrow('a folder or to s3://bucket/prefix')
    for (const inside of ['.', 'backups', 'media/backups'])
      await expect(openTarget(config, path.join(config.dataDir, inside))).rejects.toThrow(
        'Use a folder outside DATA_DIR',
      )
  })
})
