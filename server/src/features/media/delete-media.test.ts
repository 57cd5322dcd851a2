import { expect, it } from 'vitest'
import { deleteMedia } from '#domain/media/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { mediaRoutes } from './routes.ts'

const test = useTestApp({ routes: mediaRoutes })
const cast = useCast(test)

it('A thumbnail that a post uses is not deleted', async () => {
  const [film, still] = [await buildMedia(test.db, cast.project), await buildMedia(test.db, cast.project)]
  await buildPost(test.db, cast.project, { socials: [{ network: 'facebook', media: [film] }] })
  await test.db
    .updateTable('attachments')
    .set({ thumbnail_media_id: still })
    .where('media_id', '=', film)
    .execute()
  const { status } = await test.ask(cast.creator, deleteMedia, {
    params: { projectId: cast.project.projectId, mediaId: still },
  })
  expect(status).toBe(409)
})

it('An unused file is deleted, but not one that a post uses', async () => {
  const [unused, used] = [await buildMedia(test.db, cast.project), await buildMedia(test.db, cast.project)]
  await buildPost(test.db, cast.project, { socials: [{ network: 'facebook', media: [used] }] })
  const at = (mediaId: number) => ({ params: { projectId: cast.project.projectId, mediaId } })
  expect((await test.ask(cast.creator, deleteMedia, at(unused))).status).toBe(200)
  expect((await test.ask(cast.creator, deleteMedia, at(unused))).status).toBe(404)
  expect(await test.ask(cast.creator, deleteMedia, at(used))).toMatchObject({
    status: 409,
    code: 'illegal_transition',
    message: 'A post uses this file. Remove it from the post first.',
  })
  expect((await test.ask(cast.external, deleteMedia, at(used))).status).toBe(403)
  expect((await test.ask(cast.stranger, deleteMedia, at(used))).status).toBe(404)
})
