import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApprovals } from '#domain/approvals/contract.ts'
import { clonePost, retryMediaReplication } from '#domain/duplication/contract.ts'
import { listMediaLibrary } from '#domain/media/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { deletePostsForGood } from '#server/features/bin/delete-posts-for-good.ts'
import { cleanAllMedia } from '#server/features/media/clean-media.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { readSummaries } from '#server/features/posts/summaries.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject, type TestProject, useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { replicateMediaQueue } from './media-copies.ts'
import { replicateMedia } from './replicate-media.ts'
import { duplicationRoutes } from './routes.ts'

let client: TestProject
const kit = useTestApp({
  routes: [...duplicationRoutes, ...mediaRoutes, ...postRoutes, ...approvalRoutes],
})
const cast = useCast(kit)
beforeAll(async () => {
  client = await buildProject(kit.db, { agencyId: cast.project.agencyId })
})

/** A photo with its bytes in the storage. */
const storePhoto = async (text: string) => {
  const id = await buildMedia(kit.db, cast.project)
  const bytes = Buffer.from(text)
  const { storage_key: key } = await kit.db
    .updateTable('medias')
    .set({ sha256: createHash('sha256').update(bytes).digest('hex') })
    .where('id', '=', id)
    .returning('storage_key')
    .executeTakeFirstOrThrow()
  for (const size of ['original', 'small', 'medium'])
    await kit.storage.put(
      `${key}/${size}`,
      { bytes: Buffer.from(`${text}${size === 'original' ? '' : size}`) },
      'image/jpeg',
    )
  return { id, key }
}

const cloneWith = async (text: string) => {
  const photo = await storePhoto(text)
  const source = await buildPost(kit.db, cast.project, {
    socials: [{ network: 'facebook', media: [photo.id] }],
  })
  const { data } = await kit.ask(cast.admin, clonePost, {
    body: {
      post_id: source.postId,
      to_project_id: client.projectId,
      social_networks: ['facebook'],
      date: '2026-06-21',
      time: '12:00',
      is_autoposting: true,
    },
  })
  const mediaId = data.post_socials[0]?.attachments[0]?.object_id ?? 0
  const { storage_key: key } = await kit.db
    .selectFrom('medias')
    .select('storage_key')
    .where('id', '=', mediaId)
    .executeTakeFirstOrThrow()
  return { postId: data.id, source, photo, mediaId, key }
}

const statusOf = async (postId: number) => {
  const { data } = await kit.ask(cast.admin, getPost, { params: { postId } })
  return data.media_replication_status
}

const cardOf = async (postId: number) => {
  const wanted = { projectId: client.projectId, audience: 'team' as const }
  return (await readSummaries(kit.db, wanted, [postId])).get(postId)
}

describe('Copying the files of a clone', () => {
  it('copies every size of each file, and then says so on the post and its card', async () => {
    const { postId, key } = await cloneWith('whole')
    expect((await cardOf(postId))?.post.media_replication_status).toBe('pending-duplication')
    const before = (await cardOf(postId))?.revision
    expect(await replicateMedia(kit.services, postId)).toBe('done')
    expect(await statusOf(postId)).toBe('duplicated')
    const texts = ['original', 'small', 'medium'].map(size =>
      String(kit.storage.files.get(`${key}/${size}`)?.bytes),
    )
    expect(texts).toEqual(['whole', 'wholesmall', 'wholemedium'])
    const after = await cardOf(postId)
    expect(after?.post).not.toHaveProperty('media_replication_status')
    expect(after?.revision).toBeGreaterThan(before ?? 0)
  })

  it('holds the clone back from approval until the files are there', async () => {
    const { postId } = await cloneWith('held back')
    const send = () => kit.ask(cast.admin, startApprovals, { body: { posts_ids: [postId] } })
    expect(await send()).toMatchObject({ status: 422 })
    expect(JSON.stringify((await send()).errors)).toContain('has not been copied yet')
    await replicateMedia(kit.services, postId)
    expect(JSON.stringify((await send()).errors ?? {})).not.toContain('has not been copied yet')
  })

  it('begins again after a crash in the middle without leaving a second file', async () => {
    const { postId, mediaId, key } = await cloneWith('crashed')
    // What a worker leaves that was killed after it had written one of three sizes.
    await kit.db
      .updateTable('media_copies')
      .set({ status: 'in-progress', attempt: 1 })
      .where('media_id', '=', mediaId)
      .execute()
    await kit.storage.put(`${key}/original`, { bytes: Buffer.from('cra') }, 'image/jpeg')
    expect(await statusOf(postId)).toBe('in-progress')
    const before = kit.storage.files.size
    await replicateMedia(kit.services, postId)
    expect(await statusOf(postId)).toBe('duplicated')
    expect(String(kit.storage.files.get(`${key}/original`)?.bytes)).toBe('crashed')
    expect(kit.storage.files.size).toBe(before + 2)
  })

  it('does nothing when it is run twice', async () => {
    const { postId } = await cloneWith('twice')
    await replicateMedia(kit.services, postId)
    const events = () => kit.db.selectFrom('events').select('id').where('post_id', '=', postId).execute()
    const before = await events()
    await replicateMedia(kit.services, postId)
    expect(await events()).toEqual(before)
  })

  it('fails with a reason when the original is gone, and is tried again on request', async () => {
    const { postId, photo, mediaId } = await cloneWith('lost')
    const kept = kit.storage.files.get(`${photo.key}/original`)
    if (!kept) throw new Error('the photo was not stored')
    await kit.storage.remove(`${photo.key}/original`)
    expect(await replicateMedia(kit.services, postId)).toBe('done')
    const { data } = await kit.ask(cast.admin, getPost, { params: { postId } })
    expect(data.media_replication_status).toBe('failed')
    expect(data.post_socials[0]?.attachments[0]?.replication?.failure).toContain('The original file is gone')
    kit.storage.files.set(`${photo.key}/original`, kept)
    const again = await kit.ask(cast.admin, retryMediaReplication, { params: { postId } })
    expect(again.data.media_replication_status).toBe('pending-duplication')
    const jobs = await kit.enqueued(replicateMediaQueue)
    expect(jobs.filter(job => job.postId === postId)).toHaveLength(2)
    await replicateMedia(kit.services, postId)
    expect(await statusOf(postId)).toBe('duplicated')
    expect(mediaId).toBe(data.post_socials[0]?.attachments[0]?.object_id)
  })

  it('refuses a damaged original rather than passing other bytes for it', async () => {
    const { postId, photo } = await cloneWith('sound')
    await kit.storage.put(`${photo.key}/original`, { bytes: Buffer.from('damaged') }, 'image/jpeg')
    await replicateMedia(kit.services, postId)
    expect(await statusOf(postId)).toBe('failed')
  })

  it('tries a storage that fails several times before it gives up', async () => {
    const { postId } = await cloneWith('unsteady')
    const broken = {
      ...kit.services,
      storage: { ...kit.storage, open: () => Promise.reject(new Error('the storage is away')) },
    }
    const outcomes: string[] = []
    for (let run = 0; run < 4; run++) outcomes.push(await replicateMedia(broken, postId))
    expect(outcomes).toEqual(['retry', 'retry', 'retry', 'done'])
    expect(await statusOf(postId)).toBe('failed')
  })

  it('ends a file that has killed its worker four times, so that a person can try again', async () => {
    const { postId, mediaId } = await cloneWith('deadly')
    const copies = kit.db.updateTable('media_copies').set({ status: 'in-progress', attempt: 4 })
    await copies.where('media_id', '=', mediaId).execute()
    expect(await replicateMedia(kit.services, postId)).toBe('done')
    expect(await statusOf(postId)).toBe('failed')
    const again = await kit.ask(cast.admin, retryMediaReplication, { params: { postId } })
    expect(again.data.media_replication_status).toBe('pending-duplication')
    await replicateMedia(kit.services, postId)
    expect(await statusOf(postId)).toBe('duplicated')
  })

  it('has nothing to retry while nothing has failed', async () => {
    const { postId } = await cloneWith('fine')
    expect(await kit.ask(cast.admin, retryMediaReplication, { params: { postId } })).toMatchObject({
      status: 409,
    })
  })

  it('keeps the original’s bytes until they are copied, though its post was deleted long ago', async () => {
    const { postId, source, photo } = await cloneWith('in use')
    const long = new Date(kit.clock.now().getTime() - 400 * 86_400_000)
    await kit.db.updateTable('posts').set({ deleted_at: long }).where('id', '=', source.postId).execute()
    await kit.db.updateTable('medias').set({ deleted_at: long }).where('id', '=', photo.id).execute()
    await cleanAllMedia(kit.services, kit.clock.now())
    expect(kit.storage.files.has(`${photo.key}/original`)).toBe(true)
    await replicateMedia(kit.services, postId)
    await cleanAllMedia(kit.services, kit.clock.now())
    expect(kit.storage.files.has(`${photo.key}/original`)).toBe(false)
    expect(await statusOf(postId)).toBe('duplicated')
  })

  it('goes on when the clone is deleted, so that Undo brings back a whole post', async () => {
    const { postId, key } = await cloneWith('undone')
    await kit.db.updateTable('posts').set({ deleted_at: kit.clock.now() }).where('id', '=', postId).execute()
    await replicateMedia(kit.services, postId)
    expect(kit.storage.files.has(`${key}/original`)).toBe(true)
  })

  it('leaves no file without bytes in the library when the clone is deleted for good first', async () => {
    const { postId, mediaId } = await cloneWith('too early')
    await kit.db.transaction().execute(tx => deletePostsForGood(tx, [postId], kit.clock.now()))
    expect(await replicateMedia(kit.services, postId)).toBe('done')
    const inClient = { params: { projectId: client.projectId } }
    const { data } = await kit.ask(cast.admin, listMediaLibrary, inClient)
    expect(data.medias.map(({ id }) => id)).not.toContain(mediaId)
  })

  it('counts no file that was removed from the post', async () => {
    const { postId, mediaId } = await cloneWith('removed')
    await kit.db.deleteFrom('attachments').where('media_id', '=', mediaId).execute()
    expect(await statusOf(postId)).toBe('duplicated')
    expect((await cardOf(postId))?.post).not.toHaveProperty('media_replication_status')
  })
})
