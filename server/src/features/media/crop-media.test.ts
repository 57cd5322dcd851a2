import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { cropMedia, deleteMedia, listMedias } from '#domain/media/contract.ts'
import { wholePicture } from '#domain/media/crop.ts'
import type { Crop } from '#domain/media/model.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { startTestApp, type TestPerson, useTestApp } from '#testing/app.ts'
import { buildCast, useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { mayReadMedia } from './file-access.ts'
import { mediaRoutes } from './routes.ts'

const colours = {
  red: [200, 30, 30],
  green: [30, 160, 60],
  blue: [40, 60, 200],
  white: [250, 250, 250],
} as const

/** 1200 by 800 pixels: red and green above, blue and white below. */
const quarters = () =>
  sharp(
    Buffer.from(
      `<svg width="1200" height="800" xmlns="http://www.w3.org/2000/svg">${Object.values(colours)
        .map(
          (rgb, index) =>
            `<rect x="${(index % 2) * 600}" y="${index < 2 ? 0 : 400}" width="600" height="400" fill="rgb(${rgb.join()})"/>`,
        )
        .join('')}</svg>`,
    ),
  )

const leftHalf: Crop = { ...wholePicture, width: 0.5 }

describe('Cropping a photo', () => {
  const test = useTestApp({ routes: mediaRoutes })
  const cast = useCast(test)
  beforeAll(async () => {
    registerMediaFiles(test.app, test.services, [mayReadMedia])
  })

  const store = async (bytes: Buffer, set: Parameters<typeof buildMedia>[2] = {}): Promise<number> => {
    const mediaId = await buildMedia(test.db, cast.project, set)
    const { width, height } = (await sharp(bytes).metadata()).autoOrient
    const { storage_key } = await test.db
      .updateTable('medias')
      .set({ width, height })
      .where('id', '=', mediaId)
      .returning('storage_key')
      .executeTakeFirstOrThrow()
    await test.storage.put(sizeKey(storage_key, 'original'), { bytes }, 'image/jpeg')
    return mediaId
  }
  const photo = async () => store(await quarters().jpeg({ quality: 95 }).toBuffer())
  const crop = (mediaId: number, body: Crop, person: TestPerson = cast.creator) =>
    test.ask(person, cropMedia, { params: { projectId: cast.project.projectId, mediaId }, body })
  const open = async (address: string): Promise<Buffer> => {
    const [, key = '', size = ''] = /media\/(\w+)\/(\w+)/.exec(address) ?? []
    return test.storage.read(`${key}/${size}`)
  }
  /** The name of the colour at a place, in fractions. */
  const colourAt = async (bytes: Buffer, x: number, y: number) => {
    const { width, height } = await sharp(bytes).metadata()
    const place = { left: Math.floor(x * width), top: Math.floor(y * height), width: 1, height: 1 }
    const seen = [...(await sharp(bytes).extract(place).removeAlpha().raw().toBuffer())]
    return Object.entries(colours).find(([, rgb]) =>
      rgb.every((value, i) => Math.abs(value - (seen[i] ?? 0)) < 25),
    )?.[0]
  }

  it('makes a new file of the part, and names the original, which stays', async () => {
    const mediaId = await photo()
    const { status, data } = await crop(mediaId, {
      ...leftHalf,
      height: 0.5,
      output: { width: 300, height: 200 },
    })
    expect(status).toBe(200)
    expect(data.object_data).toMatchObject({
      parent_media_id: mediaId,
      content_type: 'image/jpeg',
      crop: { rotation: 0, width: 0.5, height: 0.5, output: { width: 300, height: 200 } },
      options: { width: 300, height: 200, type: 'image' },
    })
    const made = await open(data.object_data.public_url)
    expect(await sharp(made).metadata()).toMatchObject({ width: 300, height: 200, format: 'jpeg' })
    expect(await colourAt(made, 0.5, 0.5)).toBe('red')
    const preview = await open(data.object_data.previews?.small ?? '')
    expect((await sharp(preview).metadata()).width).toBe(300)
    const params = { projectId: cast.project.projectId, ids: String(mediaId) }
    const original = await test.ask(cast.creator, listMedias, { params })
    expect(original.data[0]?.object_data).toMatchObject({ parent_media_id: null, crop: null })
  })

  it.each([
    [90, 'blue', 'red', 800],
    [180, 'white', 'blue', 1200],
    [270, 'green', 'white', 800],
  ] as const)('rotates by %d degrees clockwise before it cuts', async (rotation, first, second, width) => {
    const { data } = await crop(await photo(), { ...wholePicture, rotation })
    expect(data.object_data.options.width).toBe(width)
    const made = await open(data.object_data.public_url)
    expect([await colourAt(made, 0.2, 0.2), await colourAt(made, 0.8, 0.2)]).toEqual([first, second])
  })

  it('counts from the photo as it is shown, if the camera lay on its side', async () => {
    const turned = await quarters().withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer()
    const { data } = await crop(await store(turned), { ...leftHalf, rotation: 90, height: 0.5 })
    expect(data.object_data.options).toMatchObject({ width: 600, height: 400 })
    expect(await colourAt(await open(data.object_data.public_url), 0.5, 0.5)).toBe('white')
  })

  it('of a crop cuts from the original again, so that a crop can be widened', async () => {
    const mediaId = await photo()
    const first = await crop(mediaId, { ...leftHalf, height: 0.5 })
    const second = await crop(first.data.id, leftHalf)
    expect(second.data.object_data).toMatchObject({
      parent_media_id: mediaId,
      options: { width: 600, height: 800 },
    })
  })

  it('keeps a transparent PNG transparent', async () => {
    const clear = {
      width: 400,
      height: 400,
      channels: 4 as const,
      background: { r: 1, g: 2, b: 3, alpha: 0.5 },
    }
    const mediaId = await store(await sharp({ create: clear }).png().toBuffer(), {
      content_type: 'image/png',
    })
    const { data } = await crop(mediaId, leftHalf)
    expect(data.object_data.content_type).toBe('image/png')
    expect((await sharp(await open(data.object_data.public_url)).stats()).isOpaque).toBe(false)
  })

  it('is never enlarged', async () => {
    const { data } = await crop(await photo(), { ...leftHalf, output: { width: 3000, height: 4000 } })
    expect(data.object_data.options).toMatchObject({ width: 600, height: 800 })
  })

  it('refuses a part that is empty or outside, and everything that is not a photo', async () => {
    const mediaId = await photo()
    for (const wrong of [
      { ...wholePicture, x: 0.6, width: 0.5 },
      { ...wholePicture, height: 0 },
      { ...wholePicture, x: -0.1 },
      { ...wholePicture, rotation: 45 },
      { ...wholePicture, output: { width: 0, height: 10 } },
    ])
      expect((await crop(mediaId, wrong as Crop)).status).toBe(422)
    const film = await buildMedia(test.db, cast.project, { object_type: 'video', content_type: 'video/mp4' })
    expect(await crop(film, leftHalf)).toMatchObject({ status: 415, message: 'Only photos can be cropped.' })
  })

  it('is no way around what a person may upload in a day', async () => {
    const mediaId = await photo()
    const kit = await startTestApp({ routes: mediaRoutes, config: { UPLOAD_MB_PER_PERSON: 0 } })
    const people = await buildCast(kit.db)
    const [id, bytes] = [await buildMedia(kit.db, people.project), await quarters().jpeg().toBuffer()]
    const { storage_key } = await kit.db
      .selectFrom('medias')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await kit.storage.put(sizeKey(storage_key, 'original'), { bytes }, 'image/jpeg')
    await kit.db.updateTable('medias').set({ height: 800 }).where('id', '=', id).execute()
    const params = { projectId: people.project.projectId, mediaId: id }
    const answer = await kit.ask(people.creator, cropMedia, { params, body: leftHalf })
    expect([answer.status, answer.code, kit.storage.files.size]).toEqual([429, 'upload_limit', 1])
    await kit.close()
    expect((await crop(mediaId, leftHalf)).status).toBe(200)
  })

  it('is not made of a picture that belongs to a conversation', async () => {
    const picture = await store(await quarters().jpeg().toBuffer(), { source: 'conversation' })
    expect((await crop(picture, leftHalf)).status).toBe(404)
  })

  it('is for people who edit posts, on photos of their own project that exist', async () => {
    const mediaId = await photo()
    expect((await crop(mediaId, leftHalf, cast.external)).status).toBe(403)
    expect((await crop(mediaId, leftHalf, cast.internal)).status).toBe(403)
    expect((await crop(mediaId, leftHalf, cast.stranger)).status).toBe(404)
    const theirs = await buildMedia(test.db, cast.elsewhere)
    expect((await crop(theirs, leftHalf)).status).toBe(404)
    await test.db.updateTable('medias').set({ deleted_at: new Date() }).where('id', '=', mediaId).execute()
    expect((await crop(mediaId, leftHalf)).status).toBe(404)
  })

  it('keeps the original while a post uses the crop, and from clients at all times', async () => {
    const mediaId = await photo()
    const { data } = await crop(mediaId, leftHalf)
    const social = { network: 'facebook', status: 'pending_external_approval', media: [data.id] } as const
    await buildPost(test.db, cast.project, { socials: [social] })
    const params = { projectId: cast.project.projectId, mediaId }
    expect((await test.ask(cast.creator, deleteMedia, { params })).status).toBe(409)
    const ids = `${mediaId},${data.id}`
    const shown = await test.ask(cast.external, listMedias, {
      params: { projectId: cast.project.projectId, ids },
    })
    expect(shown.data.map(({ id }) => id)).toEqual([data.id])
  })
})
