import { readdirSync } from 'node:fs'
import os from 'node:os'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getImport, type PostImport, startImport, undoImport } from '#domain/imports/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { UPLOAD_FOLDER } from '#server/platform/http/multipart.ts'
import { useTestApp } from '#testing/app.ts'
import {
  archivedFile,
  archivedPost,
  archivedVersion,
  archiveZip,
  projectText,
  uploadArchive,
} from '#testing/files/archives.ts'
import { zip } from '#testing/files/workbooks.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { importRoutes } from './routes.ts'
import { runImport } from './run-import.ts'

let cast: Cast
let picture: Buffer
let cut: Buffer
const plain = (background: string) =>
  sharp({ create: { width: 600, height: 600, channels: 3, background } })
    .png()
    .toBuffer()
const kit = useTestApp({ routes: [...importRoutes, ...postRoutes] })
beforeAll(async () => {
  ;[picture, cut] = await Promise.all([plain('#336699'), plain('#993366')])
})
beforeEach(async () => {
  kit.storage.files.clear()
  cast = await buildCast(kit.db)
})

const upload = (content: Buffer, person = cast.creator, projectId = cast.project.projectId) =>
  uploadArchive(kit, person, projectId, content)
const paramsOf = (importId: number) => ({ projectId: cast.project.projectId, importId })
const start = (importId: number, only_good = false) =>
  kit.ask(cast.creator, startImport, { params: paramsOf(importId), body: { only_good } })
const read = async (importId: number) =>
  (await kit.ask(cast.creator, getImport, { params: paramsOf(importId) })).data
const run = async (content: Buffer, only_good = false) => {
  const { data } = await upload(content)
  expect((await start(data.id, only_good)).status).toBe(200)
  await runImport(kit.services, data.id)
  return read(data.id)
}
const postOf = async ({ rows }: PostImport, index = 0) =>
  (await kit.ask(cast.creator, getPost, { params: { postId: rows[index]?.post_id ?? 0 } })).data
/** A post that shows one media file. */
const showing = (id: number, media: number) => {
  const attachment = { media, thumbnail: null, description: 'media', extra_fields: {} }
  const versions = [archivedVersion({ type: 'single_photo', attachments: [attachment] })]
  return archivedPost(id, { type: 'single_photo', versions })
}
const outcomes = ({ rows }: PostImport) => rows.map(({ outcome }) => outcome)
const zipsKept = () => [...kit.storage.files.keys()].filter(key => key.startsWith('imports/')).length
const count = async (table: 'posts' | 'medias' | 'day_labels' | 'hashtag_pools') => {
  const rows = kit.db.selectFrom(table).select('id').where('project_id', '=', cast.project.projectId)
  return (await rows.where('deleted_at', 'is', null).execute()).length
}

describe('An export of a project', () => {
  it('becomes drafts with their versions, files, times and texts, whatever the posts were', async () => {
    const crop = { rotation: 0, x: 0, y: 0, width: 0.5, height: 0.5, output: null }
    const original = archivedFile(1, picture)
    const cropped = archivedFile(2, cut, { parent: 1, crop })
    const attachment = { thumbnail: null, description: 'media', extra_fields: { alt_text: 'A blue wall' } }
    const linked = { link: 'https://example.com/menu', name: 'The menu' }
    const content = archiveZip(
      {
        medias: [original.media, cropped.media],
        posts: [
          archivedPost(5, {
            type: 'single_photo',
            schedules: [
              { date: '2026-06-10', time: '09:00', timezone: 'Europe/Berlin', is_autoposting: true },
              { date: '2026-06-20', time: '08:30', timezone: 'Europe/London', is_autoposting: false },
            ],
            versions: [
              archivedVersion({
                type: 'single_photo',
                status: 'approved',
                message: 'Long',
                first_comment: 'First!',
                attachments: [{ media: 2, ...attachment }],
              }),
              archivedVersion({
                network: 'twitter',
                type: 'single_photo',
                status: 'live',
                message: 'Short',
                attachments: [{ media: 1, ...attachment }],
              }),
            ],
          }),
          archivedPost(6, {
            type: 'link',
            versions: [
              archivedVersion({
                type: 'link',
                attachments: [{ media: null, thumbnail: 1, description: 'link', extra_fields: linked }],
              }),
            ],
          }),
        ],
      },
      [original.entry, cropped.entry],
    )
    const { data: checked } = await upload(content)
    expect(checked).toMatchObject({ encoding: 'ZIP', total: 2, good: 2, pictures: null })
    expect(checked.archive).toEqual({
      project_name: 'Café Lumière',
      labels: 0,
      hashtag_pools: 0,
      campaigns: 0,
      unconnected: [],
    })
    expect(checked.rows[0]).toMatchObject({
      line: 1,
      external_id: 'archive:77:5:2026-05-01T08:00:00.000Z',
      message: 'Long',
      networks: ['facebook', 'twitter'],
      notices: [
        'It was published: it comes as a draft.',
        '2026-06-20 08:30 in Europe/London is 2026-06-20 09:30 in Europe/Berlin.',
      ],
    })
    await start(checked.id)
    await runImport(kit.services, checked.id)
    const done = await read(checked.id)
    expect(outcomes(done)).toEqual(['created', 'created'])
    expect(zipsKept()).toBe(0)
    const first = await postOf(done)
    expect(first).toMatchObject({
      status: 'draft',
      type: 'single_photo',
      created_by: { id: cast.creator.userId },
      latest_schedule: { date: '2026-06-20', time: '09:30', is_autoposting: false },
      post_socials: [
        {
          social_network: 'facebook',
          status: 'draft',
          message: 'Long',
          first_comment: 'First!',
          attachments: [
            {
              description: 'media',
              extra_fields: { alt_text: 'A blue wall' },
              object_data: { original_name: 'photo 2.png', crop, parent_media_id: expect.any(Number) },
            },
          ],
        },
        {
          social_network: 'twitter',
          status: 'draft',
          message: 'Short',
          published_at: null,
          attachments: [{ object_data: { original_name: 'photo 1.png', crop: null } }],
        },
      ],
    })
    expect((await postOf(done, 1)).post_socials[0]?.attachments).toMatchObject([
      {
        description: 'link',
        object_id: null,
        extra_fields: linked,
        thumbnail_object_data: { original_name: 'photo 1.png' },
      },
    ])
    // The original is there once, for its crop and for both posts.
    expect(await count('medias')).toBe(2)
  })

  it('makes nothing twice when it is imported again, and says so before', async () => {
    const file = archivedFile(1, picture)
    const soon = { date: '2026-06-02', time: '10:00', timezone: 'Europe/Berlin', is_autoposting: true }
    const fields = { medias: [file.media], posts: [{ ...showing(1, 1), schedules: [soon] }, archivedPost(2)] }
    await run(archiveZip(fields, [file.entry]))
    const { data } = await upload(archiveZip(fields, [file.entry]))
    const unchanged = 'Nothing has changed: the post stays as it is.'
    expect(data.rows.map(({ notices }) => notices)).toEqual([[unchanged], [unchanged]])
    // Its time has passed in the meantime, and one network is gone: what the export says is still the same.
    kit.clock.set(new Date('2026-06-03T08:00:00Z'))
    try {
      const again = await run(archiveZip(fields, [file.entry]))
      expect(outcomes(again)).toEqual(['unchanged', 'unchanged'])
    } finally {
      kit.clock.set(new Date('2026-06-01T08:00:00Z'))
    }
    expect([await count('posts'), await count('medias')]).toEqual([2, 1])
  })

  it('that has changed brings its draft up to date, and leaves alone what was sent', async () => {
    const first = await run(archiveZip())
    const sent = kit.db.updateTable('post_socials').set({ status: 'pending_internal_approval' })
    await sent.where('post_id', '=', first.rows[1]?.post_id ?? 0).execute()
    const versions = [archivedVersion({ message: 'Better' })]
    const done = await run(
      archiveZip({ posts: [archivedPost(1, { versions }), archivedPost(2, { versions })] }),
    )
    expect(outcomes(done)).toEqual(['updated', 'refused'])
    expect(await postOf(first)).toMatchObject({ message: 'Better' })
    expect(await count('posts')).toBe(2)
  })

  it('says which posts of it are in this project already', async () => {
    const { projectId } = cast.project
    const { postId } = await buildPost(kit.db, cast.project)
    const own = kit.db.updateTable('posts').set({ created_at: new Date('2026-05-01T08:00:00Z') })
    await own.where('id', '=', postId).execute()
    const project = { id: projectId, name: 'Here', timezone: 'Europe/Berlin' }
    const later = { created_at: '2026-05-02T08:00:00+00:00' }
    const { data } = await upload(
      archiveZip({ project, posts: [archivedPost(postId), archivedPost(postId + 1, later)] }),
    )
    expect(data.rows.map(({ notices }) => notices)).toEqual([
      ['This post is in this project: it comes a second time.'],
      [],
    ])
  })

  it('leaves out networks that are not connected, and posts of those alone', async () => {
    const other = await buildCast(kit.db, { connected: ['facebook'] })
    cast = other
    const linkedin = archivedVersion({ network: 'linkedin', message: 'Business' })
    const posts = [
      archivedPost(1, { versions: [archivedVersion(), linkedin] }),
      archivedPost(2, { versions: [linkedin, archivedVersion({ network: 'twitter' })] }),
    ]
    const { data } = await upload(archiveZip({ posts }))
    expect(data.archive?.unconnected).toEqual(['linkedin', 'twitter'])
    expect(data.rows).toMatchObject([
      {
        networks: ['facebook'],
        notices: ['LinkedIn is not connected to this project: this version is left out.'],
      },
      { networks: [], problems: [expect.stringMatching(/^LinkedIn and Twitter.* are not connected/)] },
    ])
    const done = await run(archiveZip({ posts }), true)
    expect(outcomes(done)).toEqual(['created', 'left_out'])
    expect((await postOf(done)).post_socials.map(one => one.social_network)).toEqual(['facebook'])
  })

  it('drops times that are past or too soon, and says so before', async () => {
    const at = (date: string, time: string) => [
      { date, time, timezone: 'Europe/Berlin', is_autoposting: true },
    ]
    const done = await run(
      archiveZip({
        posts: [
          archivedPost(1, { schedules: at('2026-05-30', '10:00') }),
          archivedPost(2, { schedules: at('2026-06-01', '11:00') }),
        ],
      }),
    )
    expect(done.rows).toMatchObject([
      { outcome: 'created', notices: ['2026-05-30 10:00 is past: the draft gets no time.'] },
      {
        outcome: 'created',
        notices: ['2026-06-01 11:00 is less than 4 hours from now: the draft gets no time.'],
      },
    ])
    expect(await postOf(done)).toMatchObject({ latest_schedule: null })
  })

  it('makes labels and hashtag pools where they are missing, each once', async () => {
    const { projectId } = cast.project
    const label = { text: 'Fair', color: '#aabbcc', start_at: '2026-06-01', end_at: '2026-06-02' }
    await kit.db
      .insertInto('day_labels')
      .values({ ...label, project_id: projectId })
      .execute()
    await kit.db
      .insertInto('hashtag_pools')
      .values({ project_id: projectId, pool_name: 'Coffee', hashtags: '#ours' })
      .execute()
    const labels = [label, { ...label, text: 'Summer' }, { ...label, text: 'x' }]
    const hashtag_pools = [
      { name: 'Coffee', hashtags: '#theirs' },
      { name: 'Tea', hashtags: '#tea' },
    ]
    const content = archiveZip({ labels, hashtag_pools })
    const { data } = await upload(content)
    expect(data.archive).toMatchObject({ labels: 2, hashtag_pools: 2 })
    expect(await count('day_labels')).toBe(1)
    await run(content)
    await run(content)
    expect([await count('day_labels'), await count('hashtag_pools')]).toEqual([2, 2])
    const pools = kit.db.selectFrom('hashtag_pools').select(['pool_name', 'hashtags'])
    expect(await pools.where('project_id', '=', projectId).orderBy('id').execute()).toEqual([
      { pool_name: 'Coffee', hashtags: '#ours' },
      { pool_name: 'Tea', hashtags: '#tea' },
    ])
  })

  it('goes on where it was stopped, with each post and file once', async () => {
    const files = [archivedFile(1, picture), archivedFile(2, cut)]
    const { data } = await upload(
      archiveZip(
        { medias: files.map(({ media }) => media), posts: [showing(1, 1), showing(2, 2), showing(3, 1)] },
        files.map(({ entry }) => entry),
      ),
    )
    await start(data.id)
    let stored = 0
    const onTheWay: string[] = []
    const put: typeof kit.storage.put = (key, ...rest) => {
      if (key.endsWith('/original')) stored += 1
      onTheWay.push(...readdirSync(os.tmpdir()))
      return stored === 2 ? Promise.reject(new Error('no space left')) : kit.storage.put(key, ...rest)
    }
    const full = { ...kit.services, storage: { ...kit.services.storage, put } }
    expect(await runImport(full, data.id)).toBe('retry')
    // Where a start removes what a kill has left.
    expect(onTheWay.some(name => name.startsWith(`${UPLOAD_FOLDER}import-`))).toBe(true)
    expect(await read(data.id)).toMatchObject({ status: 'running', done: 2, total: 3 })
    expect(zipsKept()).toBe(1)
    expect(await runImport(kit.services, data.id)).toBe('done')
    expect(outcomes(await read(data.id))).toEqual(['created', 'created', 'created'])
    expect([await count('posts'), await count('medias')]).toEqual([3, 2])
    expect(zipsKept()).toBe(0)
  })

  it('is taken back by Undo, and can be imported again', async () => {
    const done = await run(archiveZip())
    const undone = await kit.ask(cast.creator, undoImport, { params: paramsOf(done.id), body: {} })
    expect(undone.data).toEqual({ deleted: 2, kept: 0 })
    expect(await count('posts')).toBe(0)
    expect(outcomes(await run(archiveZip()))).toEqual(['created', 'created'])
    expect(await count('posts')).toBe(2)
  })

  it('leaves out a file that it lacks, and refuses a post whose file was exchanged', async () => {
    const [lost, exchanged] = [archivedFile(1, picture), archivedFile(2, cut)]
    const done = await run(
      archiveZip(
        { medias: [lost.media, exchanged.media], posts: [showing(1, 1), showing(2, 2), showing(3, 9)] },
        [
          { ...lost.entry, content: '' },
          { ...exchanged.entry, content: picture },
        ],
      ),
    )
    expect(done.rows).toMatchObject([
      { outcome: 'created', notices: ['"photo 1.png" is missing in the export: it is left out.'] },
      { outcome: 'refused', reason: 'The file "photo 2.png" is not the one that was exported.' },
      { outcome: 'created', notices: ['"A file" is missing in the export: it is left out.'] },
    ])
    expect(await count('medias')).toBe(0)
  })

  it('may be packed again in a folder, and is the same then', async () => {
    const file = archivedFile(1, picture)
    const fields = { medias: [file.media], posts: [showing(1, 1)] }
    const packed = zip([
      { name: '__MACOSX/cafe/project.json', content: 'x' },
      { name: 'cafe/', content: '' },
      { name: 'cafe/project.json', content: projectText(fields) },
      { ...file.entry, name: `cafe/${file.entry.name}` },
    ])
    const done = await run(packed)
    expect(outcomes(done)).toEqual(['created'])
    expect((await postOf(done)).post_socials[0]?.attachments).toHaveLength(1)
    expect(outcomes(await run(archiveZip(fields, [file.entry])))).toEqual(['unchanged'])
  })

  it('with a file that is larger than Galley takes cannot be imported with its post', async () => {
    const file = archivedFile(1, picture)
    const fields = { medias: [file.media], posts: [showing(1, 1), archivedPost(2)] }
    const { data } = await upload(archiveZip(fields, [{ ...file.entry, claims: 512_000_001, method: 8 }]))
    expect(data.rows.map(({ problems }) => problems)).toEqual([
      ['"photo 1.png" is larger than Galley takes.'],
      [],
    ])
  })

  it('gives a version another type where its network no longer takes its own, and says so', async () => {
    const versions = [archivedVersion({ network: 'instagram' }), archivedVersion()]
    const done = await run(archiveZip({ posts: [archivedPost(1, { versions })] }))
    expect(done.rows).toMatchObject([
      { outcome: 'created', notices: ["Instagram doesn't take the type Text: it comes as Single photo."] },
    ])
    expect((await postOf(done)).post_socials.map(({ type }) => type)).toEqual(['text', 'single_photo'])
  })
})
