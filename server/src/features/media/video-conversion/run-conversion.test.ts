import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cancelConversion, convertVideo } from '#domain/media/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { getPost, savePostSocials } from '#domain/posts/contract.ts'
import { findOutgoingProblems } from '#server/features/posts/outgoing-problems.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { readPostContent } from '#server/features/publishing/engine/post-content.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { type TestApp, type TestPerson, useTestApp } from '#testing/app.ts'
import { makeVideo, slowProgram } from '#testing/files/videos.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { mayReadMedia } from '../file-access.ts'
import { isUnusable, probeFile } from '../file-formats/file-probe.ts'
import { ffmpeg } from '../file-formats/video-frame.ts'
import { mediaRoutes } from '../routes.ts'
import { convertVideoQueue, WAITING_MAX } from './conversions.ts'
import { runConversion } from './run-conversion.ts'

// tools/test.mjs installs ffmpeg where it can; without it there is nothing to run.
describe.skipIf(ffmpeg === null)('Converting a video (skipped where ffmpeg is not installed)', () => {
  let folder: string
  let bytes: Buffer
  const kit = useTestApp({ routes: [...mediaRoutes, ...postRoutes, ...writingRoutes] })
  const cast = useCast(kit)
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'conversion-test-'))
    bytes = makeVideo(folder)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
  })

  const projectId = () => cast.project.projectId
  const keepBytes = async (mediaId: number, content: Buffer): Promise<void> => {
    const media = kit.db.selectFrom('medias').select('storage_key').where('id', '=', mediaId)
    const { storage_key } = await media.executeTakeFirstOrThrow()
    await kit.storage.put(sizeKey(storage_key, 'original'), { bytes: content }, 'video/x-matroska')
  }
  const storeVideo = async (content = bytes, facts = {}): Promise<number> => {
    const id = await buildMedia(kit.db, cast.project, {
      object_type: 'video',
      content_type: 'video/x-matroska',
    })
    await kit.db
      .updateTable('medias')
      .set({
        width: 1920,
        height: 1200,
        duration_seconds: 3,
        file_size: content.length,
        original_name: 'wide.mkv',
        ...facts,
      })
      .where('id', '=', id)
      .execute()
    await keepBytes(id, content)
    return id
  }
  const buildDraft = (networks: readonly SocialNetwork[] = ['twitter', 'facebook']) =>
    buildPost(kit.db, cast.project, {
      status: 'draft',
      type: 'single_video',
      socials: networks.map(network => ({ network })),
    })
  /** Attaches the video to both versions, as the editor does. */
  const attach = async (mediaId: number, post: Awaited<ReturnType<typeof buildDraft>>) => {
    const media_actions = [
      { action: 'attach' as const, object_id: mediaId, description: 'media' as const, extra_fields: {} },
    ]
    const post_socials = post.socialIds.map(id => ({ id, type: 'single_video' as const, media_actions }))
    const body = { post_id: post.postId, project_id: projectId(), post_socials }
    expect((await kit.ask(cast.creator, savePostSocials, { body })).status).toBe(200)
  }
  // Of a size that every network takes, so that it is converted for Twitter alone.
  const damaged = Buffer.alloc(2_000, 'no video at all ')
  const start = async (content = bytes) => {
    const [mediaId, post] = [await storeVideo(content), await buildDraft()]
    await attach(mediaId, post)
    const rows = await kit.db
      .selectFrom('media_conversions')
      .selectAll()
      .where('media_id', '=', mediaId)
      .execute()
    return { mediaId, post, rows, id: rows[0]?.id ?? 0 }
  }
  const rowOf = (id: number) =>
    kit.db.selectFrom('media_conversions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const startOf = async (id: number) => ({ conversionId: id, startNumber: (await rowOf(id)).start_number })
  const versions = async (postId: number, person = cast.creator) => {
    const { data } = await kit.ask(person, getPost, { params: { postId } })
    return Object.fromEntries(data.post_socials.map(social => [social.social_network, social.attachments[0]]))
  }
  const problemsOf = async (postId: number) => {
    const socials = await kit.db
      .selectFrom('post_socials')
      .selectAll()
      .where('post_id', '=', postId)
      .execute()
    return kit.db.transaction().execute(tx => findOutgoingProblems(tx, socials as never, ''))
  }
  const leftovers = (id: number) =>
    readdirSync(os.tmpdir()).filter(name => name.startsWith(`galley-conversion-${id}-`))
  const again = (person: TestPerson, mediaId: number, set = {}) =>
    kit.ask(person, convertVideo, {
      params: { projectId: projectId(), mediaId },
      body: { social_network: 'twitter', post_type: 'single_video', ...set },
    })
  const cancel = (person: TestPerson, conversionId: number) =>
    kit.ask(person, cancelConversion, { params: { projectId: projectId(), conversionId } })

  it('starts once, for the network that would refuse it, and gives that version alone the result', async () => {
    const { mediaId, post, rows, id } = await start()
    expect(rows.map(row => row.social_network)).toEqual(['twitter'])
    expect(await kit.enqueued(convertVideoQueue)).toContainEqual({
      conversionId: id,
      startNumber: 1,
      runAt: null,
    })
    expect((await versions(post.postId)).twitter?.conversion).toMatchObject({ id, status: 'queued' })
    expect((await problemsOf(post.postId))?.['twitter.media']).toEqual([
      'wide.mkv is being converted for Twitter',
    ])
    expect(await runConversion(kit.services, await startOf(id))).toBe('done')
    const { twitter, facebook } = await versions(post.postId)
    expect(twitter).toMatchObject({
      object_id: mediaId,
      conversion: { status: 'done', progress: 1 },
      object_data: {
        content_type: 'video/mp4',
        original_name: 'wide.mp4',
        options: { width: 1280, height: 800, type: 'video' },
      },
    })
    expect(facebook?.object_data).toMatchObject({
      content_type: 'video/x-matroska',
      original_name: 'wide.mkv',
    })
    expect(facebook?.conversion).toBeUndefined()
    expect((await problemsOf(post.postId))?.['twitter.media']).toBeUndefined()
    expect(leftovers(id)).toEqual([])
  })

  /** A version that was sent, to which the video is then attached. */
  const sendVersion = async (content = bytes) => {
    const [mediaId, post] = [await storeVideo(content), await buildDraft()]
    await kit.db
      .updateTable('post_socials')
      .set({ status: 'scheduled', message: 'Look' })
      .where('post_id', '=', post.postId)
      .execute()
    const [socialId = 0] = post.socialIds
    const media_actions = [
      { action: 'attach' as const, object_id: mediaId, description: 'media' as const, extra_fields: {} },
    ]
    const post_socials = [{ id: socialId, type: 'single_video' as const, media_actions }]
    const body = { post_id: post.postId, project_id: projectId(), post_socials }
    const find = () =>
      kit.db.selectFrom('media_conversions').select('id').where('media_id', '=', mediaId).executeTakeFirst()
    const started = async () => {
      await expect.poll(find).toBeDefined()
      return (await find())?.id ?? 0
    }
    return { mediaId, post, save: () => kit.ask(cast.creator, savePostSocials, { body }), started }
  }

  it('starts for a version that was sent already, which takes the video when it is converted', async () => {
    const { post, save, started } = await sendVersion()
    const refusal = { code: 'video_converting', message: 'wide.mkv is being converted for Twitter' }
    expect(await save()).toMatchObject(refusal)
    const id = await started()
    expect(await kit.enqueued(convertVideoQueue)).toContainEqual({
      conversionId: id,
      startNumber: 1,
      runAt: null,
    })
    // Asking again starts nothing, and the version still has nothing that its network refuses.
    expect(await save()).toMatchObject(refusal)
    expect((await versions(post.postId)).twitter).toBeUndefined()
    await runConversion(kit.services, await startOf(id))
    expect((await save()).status).toBe(200)
    expect((await versions(post.postId)).twitter?.object_data?.content_type).toBe('video/mp4')
  })

  it('that has failed is tried again for a version that was sent already, which then takes the video', async () => {
    const { mediaId, save, started } = await sendVersion(damaged)
    expect((await save()).code).toBe('video_converting')
    const id = await started()
    await runConversion(kit.services, await startOf(id))
    // Not to be waited for any more.
    expect((await save()).code).toBe('validation_error')
    await keepBytes(mediaId, bytes)
    expect((await again(cast.creator, mediaId)).data.status).toBe('queued')
    expect((await save()).code).toBe('video_converting')
    await runConversion(kit.services, await startOf(id))
    expect((await save()).status).toBe(200)
  })

  it('publishes the result on that network and the original on the others, and both are whole', async () => {
    const { post, id } = await start()
    await runConversion(kit.services, await startOf(id))
    const contents = []
    for (const socialId of post.socialIds)
      contents.push(await readPostContent(kit.services, socialId, () => Promise.resolve()))
    const [onTwitter, onFacebook] = contents.map(({ media }) => media[0])
    expect([onTwitter?.contentType, onFacebook?.contentType]).toEqual(['video/mp4', 'video/x-matroska'])
    // Comparing large buffers piece by piece takes many seconds.
    expect((await onFacebook?.read())?.equals(bytes)).toBe(true)
    const file = path.join(folder, 'sent.mp4')
    const sent = (await onTwitter?.read()) ?? Buffer.alloc(0)
    writeFileSync(file, sent)
    const probe = await probeFile(file)
    expect(probe).toMatchObject({ contentType: 'video/mp4', width: 1280, height: 800 })
    expect(probe).toMatchObject({ seconds: expect.closeTo(3, 0) })
  })

  it('lets a client who sees the version read the result', async () => {
    const { post, id } = await start()
    await runConversion(kit.services, await startOf(id))
    const { result_media_id } = await rowOf(id)
    const { storage_key } = await kit.db
      .selectFrom('medias')
      .select('storage_key')
      .where('id', '=', result_media_id)
      .executeTakeFirstOrThrow()
    const mayRead = async (person: TestPerson) =>
      mayReadMedia(kit.db, storage_key, { ...person, isOperator: false } as never)
    expect([await mayRead(cast.creator), await mayRead(cast.external)]).toEqual([true, false])
    await kit.db
      .updateTable('post_socials')
      .set({ status: 'pending_external_approval' })
      .where('post_id', '=', post.postId)
      .execute()
    expect([await mayRead(cast.external), await mayRead(cast.stranger)]).toEqual([true, false])
  })

  it('begins again when its worker died, and leaves nothing of the first attempt', async () => {
    const { id } = await start()
    const files = () => kit.storage.files.size
    const before = files()
    const killed = () => Promise.reject(new Error('killed'))
    // The worker dies when only the first of the result's files is stored.
    const put: typeof kit.storage.put = (key, ...rest) =>
      key.endsWith('/original') ? kit.storage.put(key, ...rest) : killed()
    const services = { ...kit.services, storage: { ...kit.services.storage, put, remove: killed } }
    await expect(runConversion(services, await startOf(id))).rejects.toThrow('killed')
    expect(files()).toBeGreaterThan(before)
    expect(await rowOf(id)).toMatchObject({ status: 'running', result_media_id: null })
    expect(await runConversion(kit.services, await startOf(id))).toBe('done')
    const row = await rowOf(id)
    expect(row).toMatchObject({ status: 'done', attempt: 2, result_key: null })
    // The result with its previews, and nothing else.
    expect(files() - before).toBe(3)
  })

  it('writes nothing if another worker has taken it over', async () => {
    const { id } = await start()
    const storage = {
      ...kit.services.storage,
      put: async (...put: Parameters<TestApp['storage']['put']>) => {
        await kit.storage.put(...put)
        await kit.db.updateTable('media_conversions').set({ attempt: 9 }).where('id', '=', id).execute()
      },
    }
    const before = kit.storage.files.size
    expect(await runConversion({ ...kit.services, storage }, await startOf(id))).toBe('done')
    expect(await rowOf(id)).toMatchObject({ status: 'running', attempt: 9, result_media_id: null })
    expect(kit.storage.files.size).toBe(before)
  })

  it('fails with a reason for a damaged file, and is tried again by hand', async () => {
    const { mediaId, post, id } = await start(damaged)
    expect(await runConversion(kit.services, await startOf(id))).toBe('done')
    const failure = 'The video could not be read. It may be damaged: save it as an MP4, and upload it again.'
    expect((await versions(post.postId)).twitter?.conversion).toMatchObject({ status: 'failed', failure })
    expect((await problemsOf(post.postId))?.['twitter.media']).toHaveLength(1)
    expect((await again(cast.creator, mediaId)).data).toMatchObject({ id, status: 'queued', failure: null })
    expect((await kit.enqueued(convertVideoQueue)).filter(job => job.conversionId === id)).toHaveLength(2)
    expect((await again(cast.creator, mediaId)).data).toMatchObject({ status: 'queued' })
    expect((await kit.enqueued(convertVideoQueue)).filter(job => job.conversionId === id)).toHaveLength(2)
  })

  it('is run only by the job of its latest start', async () => {
    const { mediaId, id } = await start()
    await cancel(cast.creator, id)
    await again(cast.creator, mediaId)
    const jobs = (await kit.enqueued(convertVideoQueue)).filter(job => job.conversionId === id)
    const [first, second] = jobs.toSorted((a, b) => a.startNumber - b.startNumber)
    expect(jobs).toHaveLength(2)
    // Two workers take the jobs at the same time: the one with the first job leaves the video to the other.
    if (first) await runConversion(kit.services, first)
    expect(await rowOf(id)).toMatchObject({ status: 'queued', attempt: 0 })
    if (second) await runConversion(kit.services, second)
    expect(await rowOf(id)).toMatchObject({ status: 'done', attempt: 1 })
  })

  it('may be tried again as often as somebody wishes', async () => {
    const { mediaId, id } = await start()
    for (let tries = 0; tries < 6; tries++) {
      expect((await cancel(cast.creator, id)).status).toBe(200)
      expect((await again(cast.creator, mediaId)).data.status).toBe('queued')
      await runConversion(kit.services, await startOf(id), tries < 5 ? null : ffmpeg)
      if (tries < 5) expect((await again(cast.creator, mediaId)).data.status).toBe('queued')
    }
    expect(await rowOf(id)).toMatchObject({ status: 'done', failure: null })
  })

  it('goes before the second one of another project, and waits for a click beyond the limit of a project', async () => {
    const enqueue = vi.spyOn(kit.services.jobs, 'enqueue')
    const priorityOf = (conversionId: number) =>
      enqueue.mock.calls.find(
        ([, , data]) => (data as { conversionId: number }).conversionId === conversionId,
      )?.[3]?.priority
    const running = () =>
      kit.db
        .updateTable('media_conversions')
        .set({ status: 'cancelled' })
        .where('status', 'in', ['queued', 'running'])
        .execute()
    await running()
    const [first, second] = [await start(), await start()]
    expect([priorityOf(first.id), priorityOf(second.id)]).toEqual([0, -1])
    for (let waiting = 2; waiting < WAITING_MAX; waiting++) await start()
    const beyond = await start()
    const failure =
      'Too many videos of this project are waiting to be converted. Try again when some of them are done.'
    expect(beyond.rows).toMatchObject([{ status: 'failed', failure }])
    expect(priorityOf(beyond.id)).toBeUndefined()
    expect(await again(cast.creator, beyond.mediaId)).toMatchObject({ status: 429, message: failure })
    await cancel(cast.creator, first.id)
    expect((await again(cast.creator, beyond.mediaId)).data.status).toBe('queued')
    await running()
  })

  it('says what to do where there is no ffmpeg', async () => {
    const { post, id } = await start()
    await runConversion(kit.services, await startOf(id), null)
    const { twitter } = await versions(post.postId)
    expect(twitter?.conversion?.failure).toMatch(/ffmpeg is not installed.*upload it again/)
  })

  it('makes a new container without ffmpeg for what programs and phones write', async () => {
    const edited = makeVideo(folder, 'edited.mp4', 24)
    const probe = await probeFile(path.join(folder, 'edited.mp4'))
    if (!probe || isUnusable(probe)) throw new Error('no video')
    expect(probe.stream).toMatchObject({ has_edit_list: true, is_index_first: false })
    const facts = { content_type: probe.contentType, stream: JSON.stringify(probe.stream) }
    const [mediaId, post] = [await storeVideo(edited, facts), await buildDraft(['instagram'])]
    await attach(mediaId, post)
    const { instagram } = await versions(post.postId)
    const id = instagram?.conversion?.id ?? 0
    expect(await runConversion(kit.services, await startOf(id), null)).toBe('done')
    const { instagram: converted } = await versions(post.postId)
    expect(converted).toMatchObject({
      conversion: { status: 'done' },
      object_data: { options: { stream: { has_edit_list: false, is_index_first: true } } },
    })
    expect(await problemsOf(post.postId)).toBeNull()
  })

  it('reads no playlist and opens no address that a file names', async () => {
    const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n'
    const { id } = await start(Buffer.from(playlist))
    await runConversion(kit.services, await startOf(id))
    expect(await rowOf(id)).toMatchObject({ status: 'failed', result_media_id: null })
  })

  it('is cancelled while it runs, and then leaves no file', async () => {
    const { mediaId, post, id } = await start()
    const before = kit.storage.files.size
    const running = runConversion(kit.services, await startOf(id), slowProgram(folder))
    await expect.poll(async () => (await rowOf(id)).status).toBe('running')
    expect((await cancel(cast.creator, id)).status).toBe(200)
    expect(await running).toBe('done')
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', result_media_id: null })
    expect([kit.storage.files.size, leftovers(id)]).toEqual([before, []])
    expect((await problemsOf(post.postId))?.['twitter.media']).toHaveLength(1)
    expect((await cancel(cast.creator, id)).status).toBe(409)
    expect((await again(cast.creator, mediaId)).data.status).toBe('queued')
  })

  it('is asked for only by those who write, in their own project, and only where it helps', async () => {
    const { mediaId, id } = await start()
    for (const person of [cast.internal, cast.external]) {
      expect((await again(person, mediaId)).status).toBe(403)
      expect((await cancel(person, id)).status).toBe(403)
    }
    expect((await again(cast.stranger, mediaId)).status).toBe(404)
    expect((await cancel(cast.stranger, id)).status).toBe(404)
    expect((await again(cast.creator, mediaId, { social_network: 'facebook' })).status).toBe(409)
    await kit.db.updateTable('medias').set({ duration_seconds: 200 }).where('id', '=', mediaId).execute()
    expect((await again(cast.creator, mediaId)).status).toBe(409)
  })
})
