import { describe, expect, it } from 'vitest'
import { BIN_DAYS } from '#domain/bin/bin.ts'
import { deleteFromBin } from '#domain/bin/contract.ts'
import { deleteMedia, keepMedia, listMediaLibrary } from '#domain/media/contract.ts'
import { CLEANED_AFTER_DAYS, CLEANING_NOTICE_DAYS } from '#domain/media/library.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { binRoutes } from '#server/features/bin/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { sizeKey, sizes } from '#server/platform/storage/storage.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { cleanAllMedia, cleanMedia } from './clean-media.ts'
import { mediaRoutes } from './routes.ts'

const kit = useTestApp({ routes: [...mediaRoutes, ...postRoutes, ...writingRoutes, ...binRoutes] })
const cast = useCast(kit)

const DAY = 24 * 3_600_000
const inDays = (days: number) => new Date(testNow.getTime() + days * DAY)
const projectId = () => cast.project.projectId
const browse = (person: TestPerson, query: object = {}) =>
  kit.ask(person, listMediaLibrary, { params: { projectId: projectId() }, query })
const keep = (person: TestPerson, mediaId: number, is_kept = true) =>
  kit.ask(person, keepMedia, { params: { projectId: projectId(), mediaId }, body: { is_kept } })
const idsOf = ({ data }: Awaited<ReturnType<typeof browse>>) => data.medias.map(({ id }) => id)
const keyOf = async (id: number) =>
  (await kit.db.selectFrom('medias').select('storage_key').where('id', '=', id).executeTakeFirstOrThrow())
    .storage_key
/** A file with its bytes. */
const storeMedia = async () => {
  const id = await buildMedia(kit.db, cast.project)
  for (const size of sizes)
    await kit.storage.put(sizeKey(await keyOf(id), size), { bytes: Buffer.from('x') }, 'image/webp')
  return id
}
const bytesLeft = async (id: number) => {
  const key = await keyOf(id)
  return sizes.filter(size => kit.storage.files.has(sizeKey(key, size))).length
}
const isDeleted = async (id: number) =>
  (await kit.db.selectFrom('medias').select('deleted_at').where('id', '=', id).executeTakeFirstOrThrow())
    .deleted_at !== null
const entry = async (id: number) => (await browse(cast.creator)).data.medias.find(media => media.id === id)

describe('Cleaning unused media', () => {
  const announcedAt = CLEANED_AFTER_DAYS - CLEANING_NOTICE_DAYS

  it('is announced two weeks before, and then deletes the file with its bytes', async () => {
    const id = await storeMedia()
    await cleanAllMedia(kit.services, testNow)
    await cleanAllMedia(kit.services, inDays(announcedAt - 1))
    expect((await entry(id))?.clean_after).toBeNull()
    await cleanAllMedia(kit.services, inDays(announcedAt))
    expect((await entry(id))?.clean_after).toBe(inDays(CLEANED_AFTER_DAYS).toISOString())
    expect(idsOf(await browse(cast.creator, { is_announced: 'true' }))).toContain(id)
    expect((await browse(cast.creator)).data.announced).toBeGreaterThan(0)
    await cleanAllMedia(kit.services, inDays(CLEANED_AFTER_DAYS - 1))
    expect([await isDeleted(id), await bytesLeft(id)]).toEqual([false, 3])
    await cleanAllMedia(kit.services, inDays(CLEANED_AFTER_DAYS))
    // Somebody may still be loading it.
    expect([await isDeleted(id), await bytesLeft(id)]).toEqual([true, 3])
    await cleanAllMedia(kit.services, inDays(CLEANED_AFTER_DAYS + 1))
    expect([await isDeleted(id), await bytesLeft(id)]).toEqual([true, 0])
  })

  it('gives the whole notice even if no worker ran for months', async () => {
    const id = await storeMedia()
    await cleanAllMedia(kit.services, testNow)
    await cleanAllMedia(kit.services, inDays(400))
    expect(await isDeleted(id)).toBe(false)
    expect((await entry(id))?.clean_after).toBe(inDays(400 + CLEANING_NOTICE_DAYS).toISOString())
  })

  it('never takes a file that is used in the meantime, as a picture, a thumbnail or in a conversation', async () => {
    const [attached, thumbnail] = [await storeMedia(), await storeMedia()]
    const video = await buildMedia(kit.db, cast.project, { object_type: 'video', content_type: 'video/mp4' })
    await cleanAllMedia(kit.services, testNow)
    await cleanAllMedia(kit.services, inDays(announcedAt))
    const post = await buildPost(kit.db, cast.project, {
      status: 'live',
      socials: [{ network: 'facebook', media: [attached, video] }],
    })
    await kit.db
      .updateTable('attachments')
      .set({ thumbnail_media_id: thumbnail })
      .where('post_social_id', '=', post.socialIds[0] ?? 0)
      .where('media_id', '=', video)
      .execute()
    for (const day of [CLEANED_AFTER_DAYS, 300, 700]) await cleanAllMedia(kit.services, inDays(day))
    for (const id of [attached, thumbnail])
      expect([await isDeleted(id), await bytesLeft(id)]).toEqual([false, 3])
    expect((await entry(attached))?.clean_after).toBeNull()
  })

  it('never takes the original of a crop that is used', async () => {
    const [original, crop, unused] = [await storeMedia(), await storeMedia(), await storeMedia()]
    const whole = JSON.stringify({ rotation: 0, x: 0, y: 0, width: 1, height: 1, output: null })
    for (const id of [crop, unused])
      await kit.db
        .updateTable('medias')
        .set({ parent_media_id: original, crop: whole })
        .where('id', '=', id)
        .execute()
    await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', media: [crop] }] })
    await cleanAllMedia(kit.services, testNow)
    for (const day of [announcedAt, CLEANED_AFTER_DAYS]) await cleanAllMedia(kit.services, inDays(day))
    expect(await Promise.all([original, crop, unused].map(isDeleted))).toEqual([false, false, true])
  })

  it('takes the files of a deleted post only after it has been out of the bin for 90 days', async () => {
    const id = await storeMedia()
    await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook', media: [id] }] }).then(
      ({ postId }) =>
        kit.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', postId).execute(),
    )
    for (const day of [1, BIN_DAYS, BIN_DAYS + 2]) await cleanAllMedia(kit.services, inDays(day))
    const unusedFrom = BIN_DAYS + 2
    await cleanAllMedia(kit.services, inDays(unusedFrom + announcedAt - 1))
    expect((await entry(id))?.clean_after).toBeNull()
    for (const day of [announcedAt, CLEANED_AFTER_DAYS, CLEANED_AFTER_DAYS + 1])
      await cleanAllMedia(kit.services, inDays(unusedFrom + day))
    expect(await bytesLeft(id)).toBe(0)
  })

  it('passes over a file that somebody keeps, until they no longer do', async () => {
    const id = await storeMedia()
    await cleanAllMedia(kit.services, testNow)
    await cleanAllMedia(kit.services, inDays(announcedAt))
    expect((await keep(cast.creator, id)).status).toBe(200)
    expect(await entry(id)).toMatchObject({ clean_after: null, is_kept: true })
    for (const day of [announcedAt, 300, 500]) await cleanAllMedia(kit.services, inDays(day))
    expect([await isDeleted(id), await bytesLeft(id)]).toEqual([false, 3])
    await keep(cast.creator, id, false)
    await cleanAllMedia(kit.services, inDays(600))
    await cleanAllMedia(kit.services, inDays(600 + announcedAt))
    expect((await entry(id))?.clean_after).not.toBeNull()
  })

  it('lets a file that is being attached at this moment stay, and does not wait for it', async () => {
    const id = await storeMedia()
    await cleanAllMedia(kit.services, testNow)
    await cleanAllMedia(kit.services, inDays(announcedAt))
    await kit.db.transaction().execute(async tx => {
      await tx.selectFrom('medias').select('id').where('id', '=', id).forKeyShare().execute()
      await cleanAllMedia(kit.services, inDays(CLEANED_AFTER_DAYS))
    })
    expect(await isDeleted(id)).toBe(false)
  })

  it('purges the bytes of a file that was deleted for good, and again if storage failed', async () => {
    const id = await storeMedia()
    const params = { projectId: projectId(), mediaId: id }
    expect((await kit.ask(cast.creator, deleteMedia, { params })).status).toBe(200)
    await cleanAllMedia(kit.services, inDays(BIN_DAYS - 1))
    expect(await bytesLeft(id)).toBe(3)
    const body = { kind: 'media' as const, ids: [id] }
    expect((await kit.ask(cast.admin, deleteFromBin, { params, body })).status).toBe(200)
    const { storage } = kit.services
    const broken = { ...storage, remove: () => Promise.reject(new Error('the disk is away')) }
    await cleanAllMedia({ ...kit.services, storage: broken }, inDays(1))
    expect(await bytesLeft(id)).toBe(3)
    await cleanAllMedia(kit.services, inDays(1))
    expect(await bytesLeft(id)).toBe(0)
  })

  it('leaves a file that was cleaned out of every post', async () => {
    const id = await storeMedia()
    await kit.ask(cast.creator, deleteMedia, { params: { projectId: projectId(), mediaId: id } })
    const { postId, socialIds } = await buildPost(kit.db, cast.project)
    const post_socials = [
      { id: socialIds[0] ?? 0, media_actions: [{ action: 'attach' as const, object_id: id }] },
    ]
    const body = { post_id: postId, project_id: projectId(), post_socials }
    expect((await kit.ask(cast.creator, savePostSocials, { body: body as never })).status).toBe(404)
  })

  it('is done by the nightly job', async () => {
    const id = await storeMedia()
    await kit.db
      .updateTable('medias')
      .set({ unused_since: new Date(Date.now() - 100 * DAY), clean_after: new Date(Date.now() - DAY) })
      .where('id', '=', id)
      .execute()
    expect(await cleanMedia(kit.services)).toBe('done')
    expect(await isDeleted(id)).toBe(true)
  })
})
