import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Config } from '#server/config.ts'
import { allRoutes } from '#server/routes.ts'
import { startTestApp, type TestApp, type TestPerson } from '#testing/app.ts'
import { buildCast, buildPerson, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { sweepUploads } from './uploads.ts'

const MB = 1_000_000
const field = (name: string, value: string) =>
  Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
const fileHead = (name: string) =>
  Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\n`)
const file = (name: string, bytes: Buffer) => Buffer.concat([fileHead(name), bytes, Buffer.from('\r\n')])
const end = Buffer.from('--b--\r\n')

type Answer = {
  status: number
  wait: string | undefined
  body: { code: string; message: string; errors: object }
}
type Sending = { parts: readonly Buffer[]; length?: number; isOpen?: boolean }

let folder: string
let test: TestApp
let cast: Cast
let port: number
const open: ClientRequest[] = []

const start = async (config: Partial<Config> = {}) => {
  // Restored after each test, like everything that a test stubs.
  vi.stubEnv('TMPDIR', folder)
  test = await startTestApp({ routes: allRoutes, config })
  cast = await buildCast(test.db)
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port)
}
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'galley-uploads-test-'))
})
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy()
  test.app.server.closeAllConnections()
  await test.close()
  await expect.poll(() => readdir(folder)).toEqual([])
})
afterAll(() => rm(folder, { recursive: true }))

/** Sends a form over a real connection. `length`: the Content-Length header; `isOpen`: the form is never completed. */
const upload = async (
  person: TestPerson | null,
  address: string,
  { parts, length, isOpen = false }: Sending,
): Promise<Answer> => {
  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    ...(length === undefined ? {} : { 'content-length': String(length) }),
    ...(person ? { authorization: `Bearer ${await test.tokenOf(person)}` } : {}),
  }
  return new Promise((resolve, reject) => {
    const requested = request({ host: '127.0.0.1', port, method: 'POST', path: `/api${address}`, headers })
    open.push(requested)
    requested.on('response', async answer => {
      const text = (await answer.toArray()).join('')
      resolve({
        status: answer.statusCode ?? 0,
        wait: answer.headers['retry-after'],
        body: JSON.parse(text || '{}'),
      })
    })
    requested.on('error', reject)
    for (const part of parts) requested.write(part)
    if (!isOpen) requested.end(end)
  })
}
/** A whole form, with its length. */
const whole = (...parts: Buffer[]): Sending => ({
  parts,
  length: parts.reduce((sum, part) => sum + part.length, end.length),
})
/** A form whose file starts and never ends. */
const endless = (name: string, ...before: Buffer[]): Sending => ({
  parts: [...before, fileHead(name), Buffer.alloc(300_000)],
  isOpen: true,
})

/** A photo of about this many bytes: noise does not compress. */
const photo = async (bytes: number): Promise<Buffer> => {
  const side = Math.ceil(Math.sqrt(bytes / 3))
  const create = {
    width: side,
    height: side,
    channels: 3 as const,
    background: '#808080',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
  }
  return sharp({ create }).png().toBuffer()
}
const medias = () => `/projects/${cast.project.projectId}/medias`
const buildRound = async () => {
  const { socialIds } = await buildPost(test.db, cast.project, { status: 'pending_internal_approval' })
  const round = await test.db
    .selectFrom('approvals')
    .select('id')
    .where('post_social_id', '=', socialIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  return String(round.id)
}

describe('An upload that the caller may not make', () => {
  it('is refused while its file is still being sent, and nothing of it is written', async () => {
    await start()
    const { projectId, agencyId } = cast.project
    const round = field('approval_id', await buildRound())
    const calls: [string, TestPerson | null, string, Sending, number][] = [
      ['nobody', null, medias(), endless('media'), 401],
      ['a client', cast.external, medias(), endless('media'), 403],
      ['a stranger', cast.stranger, medias(), endless('media'), 404],
      ['a project’s logo', cast.creator, `/projects/${projectId}`, endless('image'), 403],
      ['a stranger’s project', cast.stranger, `/projects/${projectId}`, endless('image'), 404],
      ['an agency’s logo', cast.creator, `/agencies/${agencyId}`, endless('image'), 403],
      ['another’s picture', cast.admin, `/users/${cast.creator.userId}`, endless('image'), 404],
      ['a second agency', cast.admin, '/agencies', endless('image'), 409],
      ['a new project', cast.creator, '/projects', endless('image', field('name', 'Mine')), 403],
      ['a revision', cast.creator, '/posts/approvals/revision', endless('attachments[]', round), 403],
      [
        'a stranger’s revision',
        cast.stranger,
        '/posts/approvals/revision',
        endless('attachments[]', round),
        404,
      ],
      ['a call without files', cast.admin, '/posts', endless('image'), 422],
    ]
    for (const [name, person, address, sending, status] of calls) {
      expect((await upload(person, address, sending)).status, name).toBe(status)
      expect(await readdir(folder), name).toEqual([])
    }
  })

  it('names its subject before its files, and does not change it after them', async () => {
    await start()
    const [round, other] = [await buildRound(), await buildRound()]
    const picture = file('attachments[]', await photo(10_000))
    const late = await upload(
      cast.internal,
      '/posts/approvals/revision',
      whole(picture, field('approval_id', round)),
    )
    expect([late.status, late.body.errors]).toEqual([
      422,
      { approval_id: ['Send this field before the files.'] },
    ])
    const changed = await upload(
      cast.internal,
      '/posts/approvals/revision',
      whole(field('approval_id', round), picture, field('approval_id', other)),
    )
    expect(changed.status).toBe(422)
  })
})

describe('An upload', () => {
  it('is limited to a number per person and minute', async () => {
    await start({ UPLOADS_PER_MINUTE: 2 })
    const sending = whole(file('media', await photo(10_000)))
    for (const status of [200, 200, 429])
      expect((await upload(cast.creator, medias(), sending)).status).toBe(status)
    const { body, wait } = await upload(cast.creator, medias(), sending)
    expect([body.message, wait]).toEqual(['Too many uploads. Please try again in 1 minute.', '60'])
    expect((await upload(cast.admin, medias(), sending)).status).toBe(200)
    test.clock.set(new Date(test.clock.now().getTime() + 61_000))
    expect((await upload(cast.creator, medias(), sending)).status).toBe(200)
  })

  it('counts towards the person’s day, whatever its result', async () => {
    await start({ UPLOAD_MB_PER_PERSON: 1 })
    const rubbish = whole(file('media', Buffer.alloc(600_000)))
    expect((await upload(cast.creator, medias(), rubbish)).status).toBe(415)
    const { status, body, wait } = await upload(cast.creator, medias(), rubbish)
    expect([status, body.code, wait]).toEqual([429, 'upload_limit', '86400'])
    expect(body.message).toBe('Too much was uploaded in the last 24 hours. Please try again in 24 hours.')
    expect((await upload(cast.admin, medias(), rubbish)).status).toBe(415)
    test.clock.set(new Date(test.clock.now().getTime() + 24 * 3600_000 + 1000))
    expect((await upload(cast.creator, medias(), rubbish)).status).toBe(415)
  })

  it('counts towards a person’s day even if it is so small that it arrives at once', async () => {
    await start({ UPLOAD_MB_PER_PERSON: 1 })
    const form = Buffer.concat([file('media', Buffer.alloc(50_000)), end])
    const head = [
      ...[`POST /api${medias()} HTTP/1.1`, 'host: galley', 'connection: close'],
      `authorization: Bearer ${await test.tokenOf(cast.creator)}`,
      ...['content-type: multipart/form-data; boundary=b', `content-length: ${form.length}`, '', ''],
    ]
    const once = Buffer.concat([Buffer.from(head.join('\r\n')), form])
    const send = async () => {
      const socket = connect(port, '127.0.0.1')
      socket.write(once)
      return (await socket.toArray()).join('').slice(9, 12)
    }
    for (let sent = 0; sent < 19; sent += 1) expect(await send()).toBe('415')
    expect(await send()).toBe('429')
  })

  it('counts towards the project’s day', async () => {
    await start({ UPLOAD_MB_PER_PROJECT: 1 })
    const rubbish = whole(file('media', Buffer.alloc(600_000)))
    expect((await upload(cast.creator, medias(), rubbish)).status).toBe(415)
    expect((await upload(cast.admin, medias(), rubbish)).body.code).toBe('upload_limit')
    const elsewhere = `/projects/${cast.elsewhere.projectId}/medias`
    expect((await upload(cast.stranger, elsewhere, rubbish)).status).toBe(415)
  })

  it('counts with the bytes that were sent, not with those that were announced', async () => {
    await start({ UPLOAD_MB_PER_PERSON: 1 })
    const broken = upload(cast.creator, medias(), { ...endless('media'), length: 900_000 }).catch(() => null)
    await expect.poll(() => readdir(folder)).toHaveLength(1)
    const rubbish = whole(file('media', Buffer.alloc(500_000)))
    expect((await upload(cast.creator, medias(), rubbish)).body.code).toBe('upload_limit')
    for (const one of open.splice(0)) one.destroy()
    await broken
    await expect.poll(async () => (await upload(cast.creator, medias(), rubbish)).status).toBe(415)
  })

  it('is refused before it is read if the announced length is over the limit', async () => {
    await start()
    for (const [address, name, length] of [
      [medias(), 'media', 220 * MB],
      [`/users/${cast.creator.userId}`, 'image', 20 * MB],
    ] as const) {
      const { status, body } = await upload(cast.creator, address, { ...endless(name), length })
      expect([status, body.message]).toEqual([413, 'File is too big'])
      expect(await readdir(folder)).toEqual([])
    }
  })

  it('has a share of the room for uploads in progress, until it ends', async () => {
    await start({ UPLOAD_TEMP_MB: 2 })
    const third = await buildPerson(test.db, cast.project, 'content-creator')
    const reserved = { ...endless('media'), length: 900_000 }
    const holding = [cast.creator, cast.admin].map(person =>
      upload(person, medias(), reserved).catch(() => null),
    )
    await expect.poll(() => readdir(folder)).toHaveLength(2)
    const rubbish = whole(file('media', Buffer.alloc(300_000)))
    const own = await upload(cast.creator, medias(), rubbish)
    expect([own.status, own.body.message]).toEqual([
      429,
      'Too many uploads at once. Please try again in 10 seconds.',
    ])
    const { status, body, wait } = await upload(third, medias(), rubbish)
    expect([status, body.code, wait]).toEqual([507, 'storage_full', '10'])
    expect(body.message).toBe('There is no room for this file at the moment. Please try again in 10 seconds.')
    for (const one of open.splice(0)) one.destroy()
    await Promise.all(holding)
    await expect.poll(async () => (await upload(third, medias(), rubbish)).status).toBe(415)
  })

  it('takes all the room that it might need if its length is unknown', async () => {
    await start({ UPLOAD_TEMP_MB: 100 })
    const { status } = await upload(cast.creator, medias(), { parts: [file('media', Buffer.alloc(1000))] })
    expect(status).toBe(429)
  })

  it('is stopped if almost nothing arrives, and its connection is closed', async () => {
    await start({ UPLOAD_STALL_SECONDS: 1 })
    const { status, body } = await upload(cast.creator, medias(), endless('media'))
    expect([status, body.message]).toEqual([
      408,
      'The upload was too slow and has been stopped. Please try again.',
    ])
    const [stalled] = open
    await expect.poll(() => stalled?.socket?.destroyed, { timeout: 5000 }).toBe(true)
  })

  it('is refused in words if the disk is full', async () => {
    await start()
    vi.spyOn(test.storage, 'put').mockRejectedValue(
      Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
    )
    const { status, body } = await upload(cast.creator, medias(), whole(file('media', await photo(10_000))))
    expect([status, body.code]).toEqual([507, 'storage_full'])
  })

  it('leaves no stored file behind if its call fails', async () => {
    await start()
    const [good, bad] = [await photo(10_000), Buffer.from('no picture')]
    const { status } = await upload(
      cast.internal,
      '/posts/approvals/revision',
      whole(
        field('approval_id', await buildRound()),
        field('message', 'Please change this'),
        file('attachments[]', good),
        file('attachments[]', bad),
      ),
    )
    expect(status).toBe(415)
    await expect.poll(() => [...test.storage.files.keys()]).toEqual([])
  })
})

describe('An upload that the machine fails', () => {
  const photo = async () => file('media', await sharp({ create: picture }).jpeg().toBuffer())
  const picture = { width: 40, height: 40, channels: 3 as const, background: '#224466' }
  const send = async () => upload(cast.creator, medias(), whole(await photo()))

  it('because its files were removed says that they are to be sent again', async () => {
    await start()
    vi.spyOn(test.storage, 'put').mockImplementation(async () => {
      for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true })
      await stat(path.join(folder, 'gone'))
    })
    expect(await send()).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Your files were lost on the way. Please upload them again.' },
    })
  })

  it.each(['EMFILE', 'ENOMEM', 'ERR_WORKER_INIT_FAILED'])('with %s asks to try again', async code => {
    await start()
    vi.spyOn(test.storage, 'put').mockRejectedValue(Object.assign(new Error('no room'), { code }))
    expect(await send()).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining('try again in a minute') },
    })
  })
})

describe('Files left behind by the uploads of a killed process', () => {
  it('are removed at the next start, except those of an upload that is still in progress', async () => {
    await start()
    const { mtimeMs: now } = await stat(await mkdtemp(path.join(folder, 'now-')))
    for (const name of ['galley-upload-old', 'galley-upload-new', 'other']) {
      await mkdir(path.join(folder, name))
      const minutes = name === 'galley-upload-new' ? 10 : 120
      const at = new Date(now - minutes * 60_000)
      await utimes(path.join(folder, name), at, at)
    }
    // Another Galley on this machine, whose clock was moved, removes nothing of what is in progress.
    vi.useFakeTimers({ toFake: ['Date'], now: now + 365 * 86_400_000 })
    expect(await sweepUploads(folder)).toBe(1)
    vi.useRealTimers()
    const left = await readdir(folder)
    expect(left.filter(name => !name.startsWith('now-')).sort()).toEqual(['galley-upload-new', 'other'])
    for (const name of left) await rm(path.join(folder, name), { recursive: true })
  })
})
