import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Media } from '#domain/media/model.ts'
import { mediaFile } from '#sandbox/testing/start.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { mayReadMedia } from './file-access.ts'
import { ffmpeg } from './file-formats/video-frame.ts'
import { mediaRoutes } from './routes.ts'

const photo = (format: 'jpeg' | 'png' | 'gif' | 'tiff', width = 1600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: '#2f7d5b' } })
    [format]()
    .toBuffer()

describe('Uploading media', () => {
  const test = useTestApp({ routes: mediaRoutes })
  const cast = useCast(test)
  beforeAll(async () => {
    registerMediaFiles(test.app, test.services, [mayReadMedia])
  })

  const upload = async (
    person: TestPerson,
    bytes: Buffer,
    options: { name?: string; type?: string; field?: string } = {},
  ) => {
    const form = new FormData()
    form.append(
      options.field ?? 'media',
      new Blob([Uint8Array.from(bytes)], { type: options.type ?? 'image/jpeg' }),
      options.name ?? 'photo.jpg',
    )
    const encoded = new Response(form)
    const response = await test.app.inject({
      method: 'POST',
      url: `/api/projects/${cast.project.projectId}/medias`,
      headers: {
        authorization: `Bearer ${await test.tokenOf(person)}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    return {
      status: response.statusCode,
      body: response.json() as { data: Media; code?: string; message?: string; errors?: object },
    }
  }
  const read = async (address: string | undefined, headers: Record<string, string> = {}) =>
    test.app.inject({
      url: new URL(address ?? '').pathname,
      headers: { ...headers, authorization: `Bearer ${await test.tokenOf(cast.creator)}` },
    })
  const countMedias = async () =>
    (
      await test.db
        .selectFrom('medias')
        .select(b => b.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n

  it('stores a photo with previews small and medium that can be fetched', async () => {
    const original = await photo('jpeg')
    const { status, body } = await upload(cast.creator, original)
    expect(status).toBe(200)
    const { object_data } = body.data
    expect(body.data.source).toBe('uploaded')
    expect(object_data).toMatchObject({
      content_type: 'image/jpeg',
      file_size: original.length,
      original_name: 'photo.jpg',
    })
    expect(object_data.options).toMatchObject({ width: 1600, height: 900, type: 'image' })
    for (const [size, longest] of [
      ['small', 320],
      ['medium', 1080],
      ['original', 1600],
    ] as const) {
      const file = await read(object_data.previews?.[size])
      expect(file.statusCode).toBe(200)
      expect((await sharp(file.rawPayload).metadata()).width).toBe(longest)
    }
  })

  const title = ffmpeg
    ? 'shows a frame of a video as its previews (ffmpeg is here)'
    : 'keeps a video without previews (ffmpeg is not here)'
  it(title, async () => {
    const { status, body } = await upload(cast.creator, mediaFile('portrait.mp4'), {
      name: 'clip.mp4',
      type: 'video/mp4',
    })
    expect(status).toBe(200)
    const { object_data } = body.data
    expect(object_data.options).toMatchObject({ type: 'video', width: 540, height: 960 })
    if (!ffmpeg) {
      expect(object_data.previews).toBeNull()
      return
    }
    for (const [size, height] of [
      ['small', 320],
      ['medium', 960],
    ] as const) {
      const file = await read(object_data.previews?.[size])
      expect(file.statusCode).toBe(200)
      expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'webp', height })
    }
  })

  it('shows a rotated photo upright', async () => {
    const turned = await sharp(await photo('jpeg', 1200, 800))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { body } = await upload(cast.creator, turned)
    expect(body.data.object_data.options).toMatchObject({ width: 800, height: 1200 })
  })

  it('removes the location from a photo', async () => {
    const rotated = await sharp(await photo('jpeg'))
      .withExif({ IFD0: { Copyright: 'Someone' }, IFD3: { GPSLatitudeRef: 'N' } })
      .toBuffer()
    const { body } = await upload(cast.creator, rotated)
    const stored = await read(body.data.object_data.public_url)
    expect((await sharp(stored.rawPayload).metadata()).exif).toBeUndefined()
    expect(body.data.object_data.file_size).toBe(stored.rawPayload.length)
  })

  it('takes a picture of 10,000 by 10,000 pixels', async () => {
    const large = await photo('jpeg', 10_000, 10_000)
    const { status, body } = await upload(cast.creator, large)
    expect(status).toBe(200)
    expect(body.data.object_data.options).toMatchObject({ width: 10_000, height: 10_000 })
  })

  it('refuses a small file that unpacks to an enormous picture', async () => {
    const create = { width: 12_000, height: 12_000, channels: 3 as const, background: '#000000' }
    const bomb = await sharp({ create }).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(10_000_000)
    expect((await upload(cast.creator, bomb, { name: 'a.png' })).status).toBe(415)
  })

  it('returns a part of a file when a range is requested', async () => {
    const { body } = await upload(cast.creator, await photo('png'), { name: 'a.png' })
    const part = await read(body.data.object_data.public_url, { range: 'bytes=0-7' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 0-7/${body.data.object_data.file_size}`)
    expect(part.rawPayload.toString('hex')).toBe('89504e470d0a1a0a')
  })

  it('recognizes the type by content, whatever name and header say', async () => {
    const { body } = await upload(cast.creator, await photo('png'), {
      name: 'really.jpg',
      type: 'image/jpeg',
    })
    expect(body.data.object_data.content_type).toBe('image/png')
    const before = await countMedias()
    for (const bytes of [
      Buffer.from('<svg onload=alert(1)>'),
      Buffer.from('MZ\x90 a program'),
      await photo('tiff'),
      Buffer.from('ffd8ff00', 'hex'),
    ]) {
      const { status, body: refusal } = await upload(cast.creator, bytes, { name: 'photo.jpg' })
      expect(status).toBe(415)
      expect(refusal).toMatchObject({
        code: 'unsupported_media_type',
        message: 'Allowed file types is jpg, jpeg, png, gif, mp4, mov, webm.',
      })
    }
    expect(await countMedias()).toBe(before)
  })

  it('opens no other file that an uploaded playlist names', async () => {
    const before = await countMedias()
    const video = fileURLToPath(import.meta.resolve('#sandbox/testing/media-files/landscape.mp4'))
    for (const inside of [video, '/no/such/file', '/', 'http://127.0.0.1:9/video.mp4']) {
      const list = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${inside}\n#EXT-X-ENDLIST\n`
      const { status, body } = await upload(cast.creator, Buffer.from(list), { name: 'video.mp4' })
      expect([status, body.code], inside).toEqual([415, 'unsupported_media_type'])
    }
    expect(await countMedias()).toBe(before)
  })

  it('refuses a photo over 10 MB and stores nothing of it', async () => {
    const before = await countMedias()
    const noise = Buffer.alloc(10_000_001)
    Buffer.from(await photo('jpeg')).copy(noise)
    const { status, body } = await upload(cast.creator, noise)
    expect(status).toBe(413)
    expect(body).toMatchObject({ code: 'too_large', message: 'File is too big' })
    expect(await countMedias()).toBe(before)
  })

  it('needs a file in the field `media`', async () => {
    const { status, body } = await upload(cast.creator, await photo('jpeg'), { field: 'file' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ file: ['No file is expected here'] })
  })

  it('is allowed for people who edit posts, in their own project', async () => {
    const bytes = await photo('jpeg')
    expect((await upload(cast.external, bytes)).status).toBe(403)
    expect((await upload(cast.internal, bytes)).status).toBe(403)
    expect((await upload(cast.stranger, bytes)).status).toBe(404)
  })
})
