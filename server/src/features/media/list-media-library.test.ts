import { describe, expect, it } from 'vitest'
import { keepMedia, listMediaLibrary } from '#domain/media/contract.ts'
import { LIBRARY_PAGE } from '#domain/media/library.ts'
import { deletePost, savePostSocials } from '#domain/posts/contract.ts'
import { binRoutes } from '#server/features/bin/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { mediaRoutes } from './routes.ts'

const kit = useTestApp({ routes: [...mediaRoutes, ...postRoutes, ...writingRoutes, ...binRoutes] })
const cast = useCast(kit)
const projectId = () => cast.project.projectId
const browse = (person: TestPerson, query: object = {}) =>
  kit.ask(person, listMediaLibrary, { params: { projectId: projectId() }, query })
const keep = (person: TestPerson, mediaId: number, is_kept = true) =>
  kit.ask(person, keepMedia, { params: { projectId: projectId(), mediaId }, body: { is_kept } })
const idsOf = ({ data }: Awaited<ReturnType<typeof browse>>) => data.medias.map(({ id }) => id)
const rename = (id: number, name: string) =>
  kit.db.updateTable('medias').set({ original_name: name }).where('id', '=', id).execute()
const entry = async (id: number) => (await browse(cast.creator)).data.medias.find(media => media.id === id)

describe('The media library', () => {
  it('lists the files of the project, newest first, without pictures of conversations', async () => {
    const [first, second] = [await buildMedia(kit.db, cast.project), await buildMedia(kit.db, cast.project)]
    const answer = await buildMedia(kit.db, cast.project, { source: 'conversation' })
    const imported = await buildMedia(kit.db, cast.project, { source: 'imported' })
    const { status, data } = await browse(cast.creator)
    expect(status).toBe(200)
    expect(data.medias.map(({ id }) => id)).toEqual([imported, second, first])
    expect(data.medias.map(({ id }) => id)).not.toContain(answer)
    expect(data.medias[0]).toMatchObject({ source: 'imported', uses: 0, used_in: [], is_kept: false })
  })

  it('says in which posts a file is used, the latest first, and leaves out deleted posts', async () => {
    const media = await buildMedia(kit.db, cast.project)
    const use = (message: string) =>
      buildPost(kit.db, cast.project, {
        socials: (['facebook', 'linkedin'] as const).map(network => ({ network, media: [media], message })),
      })
    const [older, newer, gone] = [await use('One'), await use('Two'), await use('Three')]
    await kit.ask(cast.creator, deletePost, { params: { postId: gone.postId } })
    const found = await entry(media)
    expect(found?.uses).toBe(2)
    expect(found?.used_in).toEqual([
      { post_id: newer.postId, social_networks: ['facebook', 'linkedin'], message: 'Two' },
      { post_id: older.postId, social_networks: ['facebook', 'linkedin'], message: 'One' },
    ])
  })

  it('finds files by the words of their name and by their kind', async () => {
    const [beach, clip] = [
      await buildMedia(kit.db, cast.project),
      await buildMedia(kit.db, cast.project, { object_type: 'video', content_type: 'video/mp4' }),
    ]
    await rename(beach, 'Summer 100% beach.jpg')
    await rename(clip, 'Summer walk.mp4')
    expect(idsOf(await browse(cast.creator, { q: 'SUMMER' }))).toEqual([clip, beach])
    expect(idsOf(await browse(cast.creator, { q: 'beach sum' }))).toEqual([beach])
    expect(idsOf(await browse(cast.creator, { q: '100%' }))).toEqual([beach])
    expect(idsOf(await browse(cast.creator, { q: '%' }))).toEqual([beach])
    expect(idsOf(await browse(cast.creator, { q: 'summer', type: 'video' }))).toEqual([clip])
  })

  it.each(['conversation', 'converted'] as const)(
    'lends no post a file that goes with something else: %s',
    async source => {
      const object_id = await buildMedia(kit.db, cast.project, { source })
      const { postId, socialIds } = await buildPost(kit.db, cast.project, { status: 'draft' })
      const save = (files: object) => {
        const action = {
          action: 'attach' as const,
          description: 'media' as const,
          extra_fields: {},
          ...files,
        }
        const post_socials = socialIds.map(id => ({ id, media_actions: [action] }))
        const body = { post_id: postId, project_id: projectId(), post_socials }
        return kit.ask(cast.creator, savePostSocials, { body })
      }
      expect((await save({ object_id })).status).toBe(404)
      const own = await buildMedia(kit.db, cast.project)
      expect((await save({ object_id: own, thumbnail_object_id: object_id })).status).toBe(404)
      expect((await save({ object_id: own })).status).toBe(200)
    },
  )

  it('comes in pages without a gap or a repeat', async () => {
    for (let count = 0; count < LIBRARY_PAGE; count++)
      await rename(await buildMedia(kit.db, cast.project), `Page ${count}.jpg`)
    const last = await buildMedia(kit.db, cast.project)
    await rename(last, 'Page last.jpg')
    const first = await browse(cast.creator, { q: 'page' })
    expect(idsOf(first)).toHaveLength(LIBRARY_PAGE)
    const second = await browse(cast.creator, { q: 'page', after: first.data.next_after })
    expect(second.data.next_after).toBeNull()
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(LIBRARY_PAGE + 1)
  })

  it('is open to those who write, and to nobody else', async () => {
    const media = await buildMedia(kit.db, cast.project)
    for (const person of [cast.admin, cast.creator]) expect((await browse(person)).status).toBe(200)
    for (const person of [cast.internal, cast.external]) {
      expect((await browse(person)).status).toBe(403)
      expect((await keep(person, media)).status).toBe(403)
    }
    expect((await browse(cast.stranger)).status).toBe(404)
    expect((await keep(cast.stranger, media)).status).toBe(404)
  })
})
