import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savePostSocials } from '#domain/posts/contract.ts'
import { startTestApp, type TestApp } from '#server/platform/testing/app.ts'
import { buildCast, buildProject, type Cast } from '#server/platform/testing/people.ts'
import { buildMedia, buildPost, type TestPost } from '#server/platform/testing/posts.ts'
import { postRoutes } from '../routes.ts'

let kit: TestApp
let cast: Cast
beforeAll(async () => {
  kit = await startTestApp({ routes: postRoutes })
  cast = await buildCast(kit.db)
})
afterAll(() => kit.close())

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

describe('a video’s thumbnail', () => {
  it('is attached, shown, changed and taken away, each a change of the content', async () => {
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

  it('is a photo of the same project', async () => {
    const post = await buildPost(kit.db, cast.project, { type: 'single_video' })
    const film = await video()
    const other = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const attach = async (thumbnail_object_id: number) =>
      save(post, [{ action: 'attach', object_id: film, thumbnail_object_id }])
    expect((await attach(await buildMedia(kit.db, other))).status).toBe(404)
    const refused = await attach(await video())
    expect([refused.status, refused.message]).toEqual([422, 'A thumbnail is a photo'])
  })

  it('stands on a video only, not on a card', async () => {
    const post = await buildPost(kit.db, cast.project, { type: 'link_carousel' })
    const thumbnail_object_id = await buildMedia(kit.db, cast.project)
    const { status } = await save(post, [
      { action: 'attach', description: 'child-link', thumbnail_object_id },
    ])
    expect(status).toBe(422)
  })
})

describe('a card’s picture', () => {
  it('is exchanged and taken away, while a medium stays the file it is', async () => {
    const post = await buildPost(kit.db, cast.project, { type: 'link_carousel' })
    const [one, two] = [await buildMedia(kit.db, cast.project), await buildMedia(kit.db, cast.project)]
    const { attachments } = await save(post, [
      { action: 'attach', description: 'child-link', object_id: one },
      { action: 'attach', object_id: one },
    ])
    const [card, medium] = attachments
    const change = (id: number | undefined, object_id: number | null) =>
      save(post, [{ action: 'update', id, extra_fields: {}, object_id }])
    expect((await change(card?.id, two)).attachments[0]?.object_id).toBe(two)
    expect((await change(card?.id, null)).attachments[0]?.object_id).toBe(null)
    expect((await change(medium?.id, two)).status).toBe(422)
    expect((await change(card?.id, await video())).status).toBe(422)
  })
})
