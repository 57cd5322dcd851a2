import { describe, expect, it } from 'vitest'
import { savePostSocials } from '#domain/posts/contract.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject, useCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestPost } from '#testing/posts.ts'
import { postRoutes } from './routes.ts'

const kit = useTestApp({ routes: [...postRoutes, ...writingRoutes] })
const cast = useCast(kit)

const save = async (post: TestPost, media_actions: object[]) => {
  const answer = await kit.send(cast.creator, savePostSocials.method, savePostSocials.path, {
    post_id: post.postId,
    project_id: cast.project.projectId,
    post_socials: [{ id: post.socialIds[0], media_actions }],
  })
  const [social] = (answer.data as { post_socials: { attachments: Shown[]; version: number }[] } | undefined)
    ?.post_socials ?? [undefined]
  return { ...answer, attachments: social?.attachments ?? [], version: social?.version }
}
type Shown = {
  id: number
  object_id: number | null
  thumbnail_object_id: number | null
  [field: string]: unknown
}

const video = () => buildMedia(kit.db, cast.project, { object_type: 'video', content_type: 'video/mp4' })

describe('The thumbnail of a video', () => {
  it('can be attached, shown, changed and removed, each of which changes the content', async () => {
    const post = await buildPost(kit.db, cast.project, { type: 'single_video' })
    const [film, first, second] = [
      await video(),
      await buildMedia(kit.db, cast.project),
      await buildMedia(kit.db, cast.project),
    ]
    const attached = await save(post, [{ action: 'attach', object_id: film, thumbnail_object_id: first }])
    expect(attached.attachments[0]).toMatchObject({
      object_type: 'video',
      thumbnail_object_id: first,
      thumbnail_object_data: { content_type: 'image/jpeg', options: { type: 'image', width: 1200 } },
    })
    const id = attached.attachments[0]?.id
    const change = (part: object) => save(post, [{ action: 'update', id, extra_fields: {}, ...part }])
    const changed = await change({ thumbnail_object_id: second })
    expect([changed.attachments[0]?.thumbnail_object_id, changed.version]).toEqual([second, 3])
    expect((await change({})).attachments[0]?.thumbnail_object_id).toBe(second)
    const without = await change({ thumbnail_object_id: null })
    expect(without.attachments[0]).toMatchObject({ thumbnail_object_id: null, thumbnail_object_data: null })
    expect(without.version).toBe(4)
  })

  it('must be a photo of the same project', async () => {
    const post = await buildPost(kit.db, cast.project, { type: 'single_video' })
    const film = await video()
    const other = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const attach = async (thumbnail_object_id: number) =>
      save(post, [{ action: 'attach', object_id: film, thumbnail_object_id }])
    expect((await attach(await buildMedia(kit.db, other))).status).toBe(404)
    const refused = await attach(await video())
    expect([refused.status, refused.message]).toEqual([422, 'A thumbnail is a photo'])
  })
})

it('gives a link card its picture, and removes it', async () => {
  const post = await buildPost(kit.db, cast.project, { type: 'link_carousel' })
  const picture = await buildMedia(kit.db, cast.project)
  const fields = { extra_fields: { link: 'https://example.com' } }
  const { attachments } = await save(post, [
    { action: 'attach', description: 'link', thumbnail_object_id: picture, ...fields },
    { action: 'attach', description: 'child-link' },
  ])
  const [main, child] = attachments
  expect(main?.thumbnail_object_id).toBe(picture)
  const change = (id: number | undefined, thumbnail_object_id: number | null, more = {}) =>
    save(post, [{ action: 'update', id, extra_fields: {}, thumbnail_object_id, ...more }])
  expect((await change(child?.id, picture)).attachments[1]?.thumbnail_object_id).toBe(picture)
  expect((await change(main?.id, null, fields)).attachments[0]?.thumbnail_object_id).toBe(null)
  expect((await change(child?.id, await video())).status).toBe(422)
  expect(
    (await save(post, [{ action: 'attach', description: 'link', object_id: picture, ...fields }])).status,
  ).toBe(422)
})
