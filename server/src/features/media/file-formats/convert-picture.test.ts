import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { listMedias } from '#domain/media/contract.ts'
import { animatedPictureText } from '#domain/media/conversion.ts'
import type { Media } from '#domain/media/model.ts'
import { heicFile } from '#sandbox/testing/heic.ts'
import { mediaFile } from '#sandbox/testing/start.ts'
import { useTestApp } from '#testing/app.ts'
import { uploadFile } from '#testing/imports.ts'
import { useCast } from '#testing/people.ts'
import { mediaRoutes } from '../routes.ts'
import { convertPicture } from './convert-picture.ts'

describe('Uploading a picture that no network takes', () => {
  const test = useTestApp({ routes: mediaRoutes })
  const cast = useCast(test)

  const upload = async (bytes: Buffer, name = 'photo.heic') => {
    const address = `/projects/${cast.project.projectId}/medias`
    const { status, ...body } = await uploadFile<Media>(test, cast.creator, address, {
      field: 'media',
      name,
      content: bytes,
    })
    return { status, body }
  }
  const read = (address: string): Promise<Buffer> =>
    test.storage.read(new URL(address).pathname.replace('/media/', ''))
  const countMedias = async () => (await test.db.selectFrom('medias').select('id').execute()).length

  const p3 = async () => {
    const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: '#ffffff' } })
    return (await sharp(await picture.withIccProfile('p3').png().toBuffer()).metadata()).icc
  }
  const place = sharp({ create: { width: 4, height: 4, channels: 3, background: '#ffffff' } })
    .withExif({ IFD0: { Copyright: 'Someone' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
    .then(async bytes => (await sharp(bytes).metadata()).exif)

  it('makes a JPEG of the photo of a phone: upright, in sRGB, without its place, under its name', async () => {
    const [icc, exif] = [await p3(), await place]
    if (!icc || !exif) throw new Error('no profile or no place to write')
    const photoOfPhone = heicFile({ turns: 3, icc, exif })
    expect(photoOfPhone.includes('Someone')).toBe(true)
    const { status, body } = await upload(photoOfPhone, 'IMG_1.HEIC')
    expect(status).toBe(200)
    const { object_data } = body.data
    expect(object_data).toMatchObject({ content_type: 'image/jpeg', original_name: 'IMG_1.jpg' })
    expect(object_data.options).toMatchObject({ width: 960, height: 1280 })
    const stored = await read(object_data.public_url)
    expect(object_data.file_size).toBe(stored.length)
    const metadata = await sharp(stored).metadata()
    expect(metadata).toMatchObject({ format: 'jpeg', space: 'srgb' })
    expect([metadata.icc, metadata.exif]).toEqual([undefined, undefined])
    expect(stored.includes('Someone')).toBe(false)
    const corner = async (left: number) => [
      ...(await sharp(stored).extract({ left, top: 40, width: 1, height: 1 }).raw().toBuffer()),
    ]
    // The red square, 215 38 61 in the photo, was in the upper left corner before the rotation. Read as Display P3 it is redder in sRGB.
    const [red = 0, green = 255, blue = 255] = await corner(920)
    expect(red).toBeGreaterThan(225)
    expect(green).toBeLessThan(30)
    expect(blue).toBeLessThan(80)
    expect((await corner(40))[1]).toBeGreaterThan(60)
  })

  it('keeps the colours of a HEIC photo that states no profile', async () => {
    const { body } = await upload(heicFile(), 'a.heic')
    const stored = await read(body.data.object_data.public_url)
    const pixel = await sharp(stored).extract({ left: 40, top: 40, width: 1, height: 1 }).raw().toBuffer()
    for (const [index, value] of [215, 38, 61].entries())
      expect(Math.abs((pixel[index] ?? 0) - value)).toBeLessThan(8)
  })

  it.each(['webp', 'avif'] as const)('makes a JPEG of a %s, and a PNG of a transparent one', async format => {
    const picture = (alpha: number) =>
      sharp({ create: { width: 700, height: 400, channels: 4, background: { r: 40, g: 120, b: 90, alpha } } })
        [format]()
        .toBuffer()
    const opaque = (await upload(await picture(1), `a.${format}`)).body.data
    expect(opaque.object_data).toMatchObject({ content_type: 'image/jpeg', original_name: 'a.jpg' })
    // Its name says something else: the content decides.
    const clear = (await upload(await picture(0.5), 'a.jpg')).body.data
    expect(clear.object_data).toMatchObject({ content_type: 'image/png', original_name: 'a.png' })
    const stored = await read(clear.object_data.public_url)
    expect((await sharp(stored).stats()).isOpaque).toBe(false)
  })

  it('scales a converted picture down to what every network takes', async () => {
    const raw = { width: 4500, height: 1500, channels: 3 as const }
    const noise = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
      .webp({ quality: 30, effort: 0 })
      .toBuffer()
    const { body } = await upload(noise, 'a.webp')
    expect(body.data.object_data.options).toMatchObject({ width: 4096, height: 1365 })
    expect(body.data.object_data.file_size).toBeLessThanOrEqual(5_000_000)
  })

  it.each([
    [3, 415],
    [1, 200],
  ])('takes a PNG that names %d pictures with status %d', async (pictures, status) => {
    const create = { width: 60, height: 60, channels: 3 as const, background: '#225533' }
    const png = await sharp({ create }).png().toBuffer()
    const chunk = Buffer.alloc(20)
    chunk.writeUInt32BE(8)
    chunk.write('acTL', 4)
    chunk.writeUInt32BE(pictures, 8)
    chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16)
    const behindHeader = 33
    const moving = Buffer.concat([png.subarray(0, behindHeader), chunk, png.subarray(behindHeader)])
    expect((await upload(moving, 'moving.png')).status).toBe(status)
  })

  it('refuses an animated WebP and says what to do', async () => {
    const frames = await sharp(mediaFile('moving.gif'), { animated: true }).webp().toBuffer()
    const { status, body } = await upload(frames, 'a.webp')
    expect(status).toBe(415)
    expect(body.message).toBe(animatedPictureText)
  })

  it('refuses a HEIC that is cut off, damaged or enormous, states a wrong size, or is too large a file', async () => {
    const before = await countMedias()
    const whole = heicFile()
    const lying = { still: 'huge', width: 1280, height: 960 } as const
    for (const bytes of [
      whole.subarray(0, whole.length - 300),
      whole.subarray(0, 100),
      Buffer.concat([whole.subarray(0, 64), Buffer.alloc(whole.length)]),
      heicFile({ still: 'huge', width: 16_000, height: 12_000 }),
      heicFile(lying),
      heicFile({ width: 100_000, height: 100_000 }),
    ])
      expect((await upload(bytes, 'a.heic')).status).toBe(415)
    const padded = Buffer.concat([whole, Buffer.alloc(10_000_000)])
    expect((await upload(padded, 'a.heic')).status).toBe(413)
    expect(await countMedias()).toBe(before)
  })

  it('asks for another try where a conversion takes too long, and does not call the picture a wrong type', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'galley-heic-'))
    const file = { field: 'media', name: 'a.heic', path: path.join(folder, 'a.heic'), bytes: 1 }
    await writeFile(file.path, heicFile())
    await expect(convertPicture(file, 'heic', 1, 1)).rejects.toMatchObject({
      statusCode: 503,
      message: expect.stringContaining('Please try again in a minute'),
    })
    await rm(folder, { recursive: true })
  })

  it('stores seventy photos that arrive at once, ten of them to be converted, while other calls are answered', async () => {
    const plain = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2f7d5b' } })
      .jpeg()
      .toBuffer()
    const photos = Array.from({ length: 70 }, (_, index) =>
      upload(index % 7 === 0 ? heicFile() : plain, `${index}.heic`),
    )
    const params = { projectId: cast.project.projectId, ids: '1' }
    expect((await test.ask(cast.creator, listMedias, { params })).status).toBe(200)
    const results = await Promise.all(photos)
    expect(results.map(({ status }) => status)).toEqual(photos.map(() => 200))
  })
})
