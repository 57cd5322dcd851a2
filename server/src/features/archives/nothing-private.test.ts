import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { createArchive, getArchive } from '#domain/archives/contract.ts'
import type { Media } from '#domain/media/model.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import { cleanStoredFiles } from '#server/features/media/clean-stored-files.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { fileRules } from '#server/file-rules.ts'
import type { TestPerson } from '#testing/app.ts'
import { isMarked, markedFiles } from '#testing/files/marked-files.ts'
import { uploadFile } from '#testing/imports.ts'
import { buildPerson, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { type PublishingStage, startPublishingStage, storeMedia } from '#testing/publishing/publishing.ts'
import { archiveRoutes } from './routes.ts'
import { writeArchive } from './write-archive.ts'

let stage: PublishingStage
let project: TestProject
let creator: TestPerson
let admin: TestPerson

beforeAll(async () => {
  stage = await startPublishingStage([...mediaRoutes, ...publishingRoutes, ...archiveRoutes], fileRules)
  project = await stage.connectedProject()
  creator = await buildPerson(stage.db, project, 'content-creator', { 'content-manager': 'true' })
  admin = await buildPerson(stage.db, project, 'agency-admin')
})
afterAll(() => stage.close())

const upload = async (name: string, content: Buffer): Promise<Media> => {
  const path = `/projects/${project.projectId}/medias`
  const { status, data } = await uploadFile<Media>(stage, creator, path, { field: 'media', name, content })
  expect([name, status]).toEqual([name, 200])
  return data
}

/** All that is stored of a file, with its previews. */
const storedBytes = async (mediaId: number): Promise<Buffer[]> => {
  const { storage_key: key } = await stage.db
    .selectFrom('medias')
    .select('storage_key')
    .where('id', '=', mediaId)
    .executeTakeFirstOrThrow()
  const found = await Promise.all(
    ['original', 'medium', 'small'].map(size => stage.storage.open(`${key}/${size}`)),
  )
  return Promise.all(found.flatMap(each => (each ? [buffer(each.stream)] : [])))
}

const typeFor = (kind: 'image' | 'video' | 'gif'): PostType =>
  (({ image: 'single_photo', video: 'single_video', gif: 'animated_gif' }) as const)[kind]

/** Publishes the file on the network. @returns the bytes that the network has received of it; none where it takes no such file */
const sentBytes = async (network: SocialNetwork, mediaId: number): Promise<Buffer[]> => {
  const row = await stage.db
    .selectFrom('medias')
    .selectAll()
    .where('id', '=', mediaId)
    .executeTakeFirstOrThrow()
  const type = typeFor(row.object_type)
  const file = {
    kind: row.object_type,
    contentType: row.content_type,
    bytes: row.file_size,
    width: row.width,
    height: row.height,
    seconds: row.duration_seconds,
    stream: row.stream,
  }
  if (fileProblems(network, type, file).length > 0) return []
  const { postId } = await buildPost(stage.db, project, {
    status: 'approved',
    type,
    socials: [{ network, message: `File ${mediaId}`, media: [mediaId] }],
  })
  const before = new Set((await stage.sandbox.posts(network)).map(({ id }) => id))
  expect((await stage.ask(creator, publishPost, { params: { postId } })).status).toBe(200)
  await stage.drive(stage.publisher())
  const [post] = (await stage.sandbox.posts(network)).filter(({ id }) => !before.has(id))
  expect([network, row.original_name, post?.media.length]).toEqual([network, row.original_name, 1])
  const urls = post?.media.map(({ url }) => url) ?? []
  return Promise.all(urls.map(async url => Buffer.from(await (await fetch(url)).arrayBuffer())))
}

/** The files of the project's export. */
const exported = async (): Promise<Map<string, Buffer>> => {
  const params = { projectId: project.projectId }
  const { data } = await stage.ask(admin, createArchive, { params, body: {} })
  expect(await writeArchive(stage.services, data.archive.id)).toBe('done')
  const { data: made } = await stage.ask(admin, getArchive, { params })
  const answer = await stage.app.inject({
    url: new URL(made.archive?.download_url ?? '').pathname,
    headers: { authorization: `Bearer ${await stage.tokenOf(admin)}` },
  })
  expect(answer.statusCode).toBe(200)
  const files = new Map<string, Buffer>()
  await new Promise<void>((resolve, reject) => {
    fromBuffer(answer.rawPayload, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('entry', entry => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure)
          buffer(stream).then(content => {
            files.set(entry.fileName, content)
            zip.readEntry()
          }, reject)
        })
      })
      zip.on('end', resolve)
      zip.readEntry()
    })
  })
  return files
}

describe('Nothing private', () => {
  it('is stored, sent, exported or downloaded of a file, wherever in it somebody wrote it', async () => {
    for (const { name, bytes } of await markedFiles()) {
      expect([name, isMarked(bytes)]).toEqual([name, true])
      const media = await upload(name, bytes)
      const answer = await stage.app.inject({
        url: new URL(media.object_data.public_url).pathname,
        headers: { authorization: `Bearer ${await stage.tokenOf(creator)}` },
      })
      expect([name, answer.statusCode]).toEqual([name, 200])
      const places = [...(await storedBytes(media.id)), answer.rawPayload]
      for (const network of socialNetworks) places.push(...(await sentBytes(network, media.id)))
      expect([name, places.length > 2, places.filter(isMarked)]).toEqual([name, true, []])
    }
    const files = await exported()
    expect([...files.keys()].length).toBeGreaterThan(5)
    expect([...files].filter(([, bytes]) => isMarked(bytes)).map(([file]) => file)).toEqual([])
  })

  it('is left in files that were stored before, which stay what was approved', async () => {
    const ids: number[] = []
    const videoTypes = new Map([
      ['film.mkv', 'video/x-matroska'],
      ['web.webm', 'video/webm'],
    ])
    for (const { name, bytes, kind } of await markedFiles()) {
      const video = videoTypes.get(name) ?? 'video/mp4'
      const contentType = { image: 'image/jpeg', gif: 'image/gif', video }[kind]
      // HEIC and WebP have never been stored.
      if (kind === 'image' && !bytes.subarray(0, 2).equals(Buffer.from('ffd8', 'hex'))) continue
      ids.push(await storeMedia(stage, project, { bytes, kind, contentType, width: 1200, height: 1000 }))
    }
    const read = () =>
      stage.db.selectFrom('medias').selectAll().where('id', 'in', ids).orderBy('id').execute()
    const before = await read()
    expect(await cleanStoredFiles(stage.services)).toBe('done')
    const after = await read()
    for (const [index, id] of ids.entries()) {
      const [original] = await storedBytes(id)
      expect([id, isMarked(original ?? Buffer.from(''))]).toEqual([id, false])
      expect(after[index]).toMatchObject({
        file_size: original?.length,
        sha256: before[index]?.sha256,
        cleaning_version: 2,
      })
    }
    expect(after.at(-1)?.stream).toMatchObject({ codec: 'h264' })
    expect(after.map(({ frames }) => frames)).toEqual([null, 5, null, null, null])
  })
})
