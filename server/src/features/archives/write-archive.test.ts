import { text as readText } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { createArchive, getArchive } from '#domain/archives/contract.ts'
import { fileRules } from '#server/file-rules.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { type Cast, useNewCast } from '#testing/people.ts'
import { buildCampaign, buildMedia, buildPost } from '#testing/posts.ts'
import { archiveRoutes } from './routes.ts'
import { sweepAllArchives } from './sweep-archives.ts'
import { writeArchive } from './write-archive.ts'

const kit = useTestApp({ routes: archiveRoutes })
beforeAll(async () => {
  registerMediaFiles(kit.app, kit.services, fileRules)
})
const cast = useNewCast(kit)

const inProject = () => ({ params: { projectId: cast.project.projectId } })
const create = (person: Cast['admin'] | null = cast.admin) =>
  kit.ask(person, createArchive, { ...inProject(), body: {} })
const latest = async () => (await kit.ask(cast.admin, getArchive, inProject())).data.archive

/** The files of a zip by their names. */
const unzip = async (bytes: Buffer): Promise<Record<string, string>> => {
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file)))
  })
  const files: Record<string, string> = {}
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', entry => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        readText(stream).then(content => {
          files[entry.fileName] = content
          zip.readEntry()
        }, reject)
      })
    })
    zip.on('end', resolve)
    zip.on('error', reject)
    zip.readEntry()
  })
  return files
}

const fetchFile = async (person: Cast['admin'] | null, url: string, headers: Record<string, string> = {}) =>
  kit.app.inject({
    method: 'GET',
    url: new URL(url).pathname,
    headers: { ...(person ? { authorization: `Bearer ${await kit.tokenOf(person)}` } : {}), ...headers },
  })

/** Makes an export as a worker would, and downloads it. */
const exportProject = async () => {
  const { data } = await create()
  expect(await writeArchive(kit.services, data.archive.id)).toBe('done')
  const archive = await latest()
  const { statusCode, rawPayload } = await fetchFile(cast.admin, archive?.download_url ?? '')
  expect(statusCode).toBe(200)
  const files = await unzip(rawPayload)
  return { archive, files, project: JSON.parse(files['project.json'] ?? '') }
}

const storeMedia = async (content: string, set: { sha256: string }) => {
  const id = await buildMedia(kit.db, cast.project)
  const { storage_key } = await kit.db
    .updateTable('medias')
    .set(set)
    .where('id', '=', id)
    .returning('storage_key')
    .executeTakeFirstOrThrow()
  await kit.storage.put(`${storage_key}/original`, { bytes: Buffer.from(content) }, 'image/jpeg')
  return id
}

describe('The export of a project', () => {
  it('has its posts with all versions, notes, rounds, labels and pools, and each file once', async () => {
    const sha256 = 'a'.repeat(64)
    const media = await storeMedia('the picture', { sha256 })
    const again = await storeMedia('the picture', { sha256 })
    const { projectId } = cast.project
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      type: 'single_photo',
      status: 'pending_internal_approval',
      socials: [
        { network: 'facebook', message: 'Long "text" 日本', media: [media] },
        { network: 'twitter', message: 'Short', media: [again] },
      ],
      schedule: { date: '2026-06-20', time: '09:30' },
      createdBy: cast.creator.userId,
    })
    const note = { project_id: projectId, post_social_id: socialIds[0] ?? 0, message: 'Larger?' }
    const times = { created_at: testNow, updated_at: testNow }
    await kit.db
      .insertInto('notes')
      .values({ ...note, ...times, is_for_client: false, created_by: cast.creator.userId })
      .execute()
    await kit.db
      .insertInto('day_labels')
      .values({
        project_id: projectId,
        text: 'Fair',
        color: '#aabbcc',
        start_at: '2026-06-01',
        end_at: '2026-06-02',
      })
      .execute()
    await kit.db
      .insertInto('hashtag_pools')
      .values({ project_id: projectId, pool_name: 'Coffee', hashtags: '#coffee' })
      .execute()
    const campaign = await buildCampaign(kit.db, cast.project)
    await kit.db.updateTable('posts').set({ campaign_id: campaign }).where('id', '=', postId).execute()
    const { archive, files, project } = await exportProject()
    expect(archive).toMatchObject({ status: 'ready', done: 1, total: 1, missing: 0 })
    expect(Object.keys(files)).toEqual(['project.json', `media/${sha256}.jpg`])
    expect(files[`media/${sha256}.jpg`]).toBe('the picture')
    expect(project).toMatchObject({
      format: 'galley-project',
      version: 1,
      exported_at: testNow.toISOString(),
      project: { id: projectId, timezone: expect.any(String) },
      labels: [{ text: 'Fair', start_at: '2026-06-01', end_at: '2026-06-02' }],
      hashtag_pools: [{ name: 'Coffee', hashtags: '#coffee' }],
      campaigns: [{ id: campaign, name: 'Summer sale', color: '#2f6fd0', start_at: null, goal: '' }],
      medias: [
        { id: media, file: `media/${sha256}.jpg` },
        { id: again, file: `media/${sha256}.jpg` },
      ],
      posts: [
        {
          id: postId,
          campaign,
          created_by: cast.creator.userId,
          schedules: [{ date: '2026-06-20', time: '09:30', timezone: expect.any(String) }],
          versions: [
            {
              network: 'facebook',
              message: 'Long "text" 日本',
              status: 'pending_internal_approval',
              attachments: [{ media, description: 'media' }],
              notes: [{ message: 'Larger?', is_for_client: false, created_by: cast.creator.userId }],
              approval_rounds: [{ type: 'internal', status: 'open' }],
            },
            { network: 'twitter', message: 'Short', attachments: [{ media: again }] },
          ],
        },
      ],
    })
    expect(project.people).toContainEqual({ id: cast.creator.userId, name: expect.any(String) })
  })

  it('has each of many posts once, in their order', async () => {
    const ids: number[] = []
    for (let number = 0; number < 205; number++)
      ids.push((await buildPost(kit.db, cast.project, { type: 'text' })).postId)
    const { project } = await exportProject()
    expect(project.posts.map(({ id }: { id: number }) => id)).toEqual(ids)
  })

  it('leaves out other projects, the bin, what was never saved, addresses of people and tokens', async () => {
    await buildPost(kit.db, cast.elsewhere, { socials: [{ network: 'facebook', message: 'Elsewhere' }] })
    const deleted = await buildPost(kit.db, cast.project, { socials: [{ network: 'facebook' }] })
    await kit.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', deleted.postId).execute()
    await buildPost(kit.db, cast.project, { status: 'temporary_draft' })
    const { files, project } = await exportProject()
    expect(project.posts).toEqual([])
    expect(files['project.json']).not.toMatch(/Elsewhere|@example|token|password/)
  })

  it('says how many files the storage has lost', async () => {
    await buildMedia(kit.db, cast.project)
    expect((await exportProject()).archive).toMatchObject({ status: 'ready', missing: 1, total: 1 })
  })

  it('goes on after its worker was killed, and leaves nothing of the attempt', async () => {
    await storeMedia('the picture', { sha256: 'b'.repeat(64) })
    const { data } = await create()
    const former = 'c'.repeat(32)
    await kit.storage.put(`${former}/original`, { bytes: Buffer.from('half') }, 'application/zip')
    await kit.db
      .updateTable('project_archives')
      .set({ storage_key: former, attempts: 1, done: 1 })
      .where('id', '=', data.archive.id)
      .execute()
    await writeArchive(kit.services, data.archive.id)
    expect(await latest()).toMatchObject({ id: data.archive.id, status: 'ready', done: 1 })
    expect(kit.storage.files.has(`${former}/original`)).toBe(false)
    // The worker that was believed dead asks for it once more.
    await writeArchive(kit.services, data.archive.id)
    expect(
      [...kit.storage.files.values()].filter(({ contentType }) => contentType === 'application/zip').length,
    ).toBe(await readyCount())
  })

  it('ends as failed when it never succeeds, and can be begun anew', async () => {
    const { data } = await create()
    const broken = { ...kit.services.storage, put: () => Promise.reject(new Error('no space left')) }
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(writeArchive({ ...kit.services, storage: broken }, data.archive.id)).rejects.toThrow()
    expect((await create()).status).toBe(409)
    expect(await writeArchive({ ...kit.services, storage: broken }, data.archive.id)).toBe('done')
    expect(await latest()).toMatchObject({ status: 'failed', download_url: null })
    expect((await create()).status).toBe(200)
  })

  it('is made once at a time, and is written into the audit log', async () => {
    expect((await create()).status).toBe(200)
    expect(await create()).toMatchObject({ status: 409, code: 'illegal_transition' })
    const logged = await kit.db
      .selectFrom('audit_log')
      .select('action')
      .where('project_id', '=', cast.project.projectId)
      .execute()
    expect(logged).toEqual([{ action: 'project.exported' }])
  })

  it('is for admins: the others are refused, strangers learn nothing', async () => {
    for (const person of [cast.creator, cast.internal, cast.external]) {
      expect((await create(person)).status).toBe(403)
      expect((await kit.ask(person, getArchive, inProject())).status).toBe(403)
    }
    expect((await create(cast.stranger)).status).toBe(404)
    expect((await kit.ask(cast.stranger, getArchive, inProject())).status).toBe(404)
    expect((await create(null)).status).toBe(401)
  })

  it('is downloaded whole or in parts, by admins of the project alone', async () => {
    const { archive } = await exportProject()
    const url = archive?.download_url ?? ''
    const part = await fetchFile(cast.admin, url, { range: 'bytes=0-3' })
    expect(part.statusCode).toBe(206)
    expect(part.body).toBe('PK\x03\x04')
    expect(part.headers['content-type']).toBe('application/zip')
    for (const person of [cast.creator, cast.internal, cast.external, cast.stranger, null])
      expect((await fetchFile(person, url)).statusCode).toBe(404)
  })

  it('is removed after seven days, or when there is a newer one', async () => {
    const first = await exportProject()
    const second = await exportProject()
    await sweepAllArchives(kit.services, testNow)
    expect((await fetchFile(cast.admin, first.archive?.download_url ?? '')).statusCode).toBe(404)
    expect((await fetchFile(cast.admin, second.archive?.download_url ?? '')).statusCode).toBe(200)
    await sweepAllArchives(kit.services, new Date(testNow.getTime() + 8 * 24 * 3_600_000))
    expect(await latest()).toBeNull()
    expect((await fetchFile(cast.admin, second.archive?.download_url ?? '')).statusCode).toBe(404)
  })
})

const readyCount = async () => {
  const rows = await kit.db
    .selectFrom('project_archives')
    .select('id')
    .where('status', '=', 'ready')
    .execute()
  return rows.length
}
