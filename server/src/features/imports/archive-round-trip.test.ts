import { text as readText } from 'node:stream/consumers'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { createArchive } from '#domain/archives/contract.ts'
import { startImport } from '#domain/imports/contract.ts'
import { plainLines } from '#domain/kernel/text.ts'
import { cropMedia } from '#domain/media/contract.ts'
import type { Media } from '#domain/media/model.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { archiveRoutes } from '#server/features/archives/routes.ts'
import { writeArchive } from '#server/features/archives/write-archive.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { uploadArchive } from '#testing/files/archives.ts'
import { uploadFile } from '#testing/imports.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { importRoutes } from './routes.ts'
import { runImport } from './run-import.ts'

const kit = useTestApp({ routes: [...archiveRoutes, ...importRoutes, ...mediaRoutes] })

const photoOf = (color: number, format: 'png' | 'jpeg') =>
  sharp({ create: { width: 640, height: 640, channels: 3, background: { r: color, g: 90, b: 40 } } })
    .withMetadata({ orientation: 1, density: 300 })
    [format]()
    .toBuffer()

/** Two photos and a crop of the first, as the editor would store them. */
const storePhotos = async ({ admin, project: { projectId } }: Cast): Promise<number[]> => {
  const path = `/projects/${projectId}/medias`
  const ids: number[] = []
  for (const [index, format] of (['png', 'jpeg'] as const).entries()) {
    const content = await photoOf(60 * index, format)
    const { data } = await uploadFile<Media>(kit, admin, path, {
      field: 'media',
      name: `Ä ${index}.${format}`,
      content,
    })
    ids.push(data.id)
  }
  const body = { rotation: 90 as const, x: 0.1, y: 0, width: 0.5, height: 0.75, output: null }
  const params = { projectId, mediaId: ids[0] ?? 0 }
  const { data } = await kit.ask(admin, cropMedia, { params, body })
  return [...ids, data.id]
}

/** Makes an export as a worker would. */
const exportProject = async ({ admin, project: { projectId } }: Cast): Promise<Buffer> => {
  const { data } = await kit.ask(admin, createArchive, { params: { projectId }, body: {} })
  await writeArchive(kit.services, data.archive.id)
  const made = kit.db.selectFrom('project_archives').select('storage_key').where('id', '=', data.archive.id)
  const { storage_key } = await made.executeTakeFirstOrThrow()
  return kit.storage.read(`${storage_key}/original`)
}

const importAll = async ({ creator, project: { projectId } }: Cast, zip: Buffer) => {
  const { data } = await uploadArchive(kit, creator, projectId, zip)
  expect(data.good).toBe(data.total)
  const params = { projectId, importId: data.id }
  await kit.ask(creator, startImport, { params, body: { only_good: false } })
  expect(await runImport(kit.services, data.id)).toBe('done')
}

type Fields = Record<string, unknown>
type Exported = { labels: Fields[]; hashtag_pools: Fields[]; medias: Fields[]; posts: Fields[] }

/** What an export says, without ids, times of making and states. */
const contentOf = async (bytes: Buffer) => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const names: string[] = []
  let project: Exported | null = null
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName)
    if (entry.fileName !== 'project.json') continue
    project = JSON.parse(await readText(await zip.openReadStreamPromise(entry)))
  }
  const { labels, hashtag_pools, medias, posts } = project as unknown as Exported
  const byId = new Map(medias.map(media => [media.id, media]))
  const mediaOf = (id: unknown): Fields | null => {
    const found = byId.get(id)
    if (!found) return null
    const { id: _, parent, ...rest } = found
    return { ...rest, parent: mediaOf(parent) }
  }
  const versionOf = (version: Fields) => {
    const { network, type, message, first_comment, message_editor_state, extra_fields } = version
    const attachments = (version.attachments as Fields[]).map(({ media, thumbnail, ...rest }) => ({
      ...rest,
      media: mediaOf(media),
      thumbnail: mediaOf(thumbnail),
    }))
    return { network, type, message, first_comment, message_editor_state, extra_fields, attachments }
  }
  return {
    labels: labels.map(({ id: _, ...rest }) => rest),
    pools: hashtag_pools.map(({ id: _, ...rest }) => rest),
    posts: posts.map(({ type, schedules, versions }) => ({
      type,
      schedules,
      versions: (versions as Fields[]).map(versionOf),
    })),
    files: names.toSorted(),
  }
}

// As every door stores it.
const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map(plainLines)
const attachment = fc.record({
  media: fc.nat(2),
  alt_text: fc.option(text, { nil: undefined }),
  thumbnail: fc.option(fc.nat(2), { nil: null }),
})
const version = fc.record({
  message: text,
  first_comment: text,
  state: fc.option(text, { nil: null }),
  attachments: fc.array(attachment, { maxLength: 3 }),
  link: fc.boolean(),
})
const schedule = fc.record({
  day: fc.integer({ min: 10, max: 30 }),
  hour: fc.integer({ min: 10, max: 23 }),
  is_autoposting: fc.boolean(),
})
const post = fc.record({
  networks: fc.subarray([...socialNetworks], { minLength: 1 }),
  versions: fc.array(version, { minLength: 4, maxLength: 4 }),
  schedule: fc.option(schedule, { nil: undefined }),
  status: fc.constantFrom('draft', 'approved', 'live', 'requires_revision'),
})
const project = fc.record({
  posts: fc.array(post, { minLength: 1, maxLength: 3 }),
  labels: fc.uniqueArray(fc.constantFrom('Fair', 'Summer', 'Weihnachten 🎄')),
  pools: fc.uniqueArray(fc.constantFrom('Coffee', 'Tee & Kuchen')),
})
type Post = typeof post extends fc.Arbitrary<infer T> ? T : never
type Version = Post['versions'][number]

const attachmentsOf = ({ attachments, link }: Version, network: SocialNetwork, photos: readonly number[]) =>
  link && network !== 'instagram'
    ? [
        {
          media_id: null,
          description: 'link' as const,
          extra_fields: { link: 'https://example.com/a' },
          thumbnail_media_id: photos[0] ?? null,
        },
      ]
    : attachments.map(({ media, alt_text, thumbnail }) => ({
        media_id: photos[media] ?? null,
        description: 'media' as const,
        extra_fields: alt_text === undefined ? {} : { alt_text },
        thumbnail_media_id: thumbnail === null ? null : (photos[thumbnail] ?? null),
      }))

const build = async (cast: Cast, { networks, versions, ...post }: Post, photos: readonly number[]) => {
  const socials = networks.map((network, index) => {
    const said = versions[index] as Version
    const { message, first_comment } = said
    return { network, said, attached: attachmentsOf(said, network, photos), message, first_comment }
  })
  // A post has the type that all its versions share.
  const isLink = socials.every(({ attached }) => attached[0]?.description === 'link')
  const { socialIds } = await buildPost(kit.db, cast.project, {
    type: isLink ? 'link' : 'single_photo',
    status: post.status as 'draft',
    socials: socials.map(({ network, message, first_comment, attached }) => ({
      network,
      message,
      first_comment,
      attachments: attached.map(({ thumbnail_media_id: _, ...rest }) => rest),
    })),
    ...(post.schedule
      ? {
          schedule: {
            date: `2026-06-${post.schedule.day}`,
            time: `${post.schedule.hour}:15`,
            is_autoposting: post.schedule.is_autoposting,
          },
        }
      : {}),
  })
  for (const [index, { said, attached }] of socials.entries()) {
    const id = socialIds[index] ?? 0
    const type = attached[0]?.description === 'link' ? ('link' as const) : ('single_photo' as const)
    const set = { type, message_editor_state: said.state }
    await kit.db.updateTable('post_socials').set(set).where('id', '=', id).execute()
    for (const [position, { thumbnail_media_id }] of attached.entries())
      await kit.db
        .updateTable('attachments')
        .set({ thumbnail_media_id })
        .where('post_social_id', '=', id)
        .where('position', '=', position)
        .execute()
  }
}

describe('A project that is exported and imported', () => {
  it('says the same when it is exported again, but for ids, times of making and states', {
    timeout: 180_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(project, async ({ posts, labels, pools }) => {
        const [source, target] = [await buildCast(kit.db), await buildCast(kit.db)]
        const photos = await storePhotos(source)
        for (const one of posts) await build(source, one, photos)
        const { projectId: project_id } = source.project
        for (const label of labels)
          await kit.db
            .insertInto('day_labels')
            .values({
              project_id,
              text: label,
              color: '#aabbcc',
              start_at: '2026-06-01',
              end_at: '2026-06-03',
            })
            .execute()
        for (const pool_name of pools)
          await kit.db
            .insertInto('hashtag_pools')
            .values({ project_id, pool_name, hashtags: '#a #ß' })
            .execute()
        // What no post uses is not imported, so it is not compared.
        await deleteUnused(project_id)
        const exported = await exportProject(source)
        await importAll(target, exported)
        expect(await contentOf(await exportProject(target))).toEqual(await contentOf(exported))
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })
})

/** Deletes the photos that no post shows. */
const deleteUnused = async (projectId: number) => {
  const rows = await kit.db
    .selectFrom('attachments')
    .select(['media_id', 'thumbnail_media_id'])
    .where('project_id', '=', projectId)
    .execute()
  const shown = rows.flatMap(({ media_id, thumbnail_media_id }) => [media_id ?? 0, thumbnail_media_id ?? 0])
  const crops = await kit.db
    .selectFrom('medias')
    .select('parent_media_id')
    .where('id', 'in', [0, ...shown])
    .execute()
  await kit.db
    .updateTable('medias')
    .set({ deleted_at: new Date() })
    .where('project_id', '=', projectId)
    .where('id', 'not in', [0, ...shown, ...crops.map(({ parent_media_id }) => parent_media_id ?? 0)])
    .execute()
}
