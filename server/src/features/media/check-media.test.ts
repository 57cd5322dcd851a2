import { expect, it } from 'vitest'
import { checkMedia } from '#domain/media/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia } from '#testing/posts.ts'
import { mediaRoutes } from './routes.ts'

const test = useTestApp({ routes: mediaRoutes })
const cast = useCast(test)

it('Checking a file says what networks would reject about it', async () => {
  const mediaId = await buildMedia(test.db, cast.project)
  const check = (person: TestPerson, media_id = mediaId) =>
    test.ask(person, checkMedia, {
      params: { projectId: cast.project.projectId, mediaId },
      body: {
        media_id,
        social_options: [
          { post_social_type: 'single_photo', social_network_name: 'facebook' },
          { post_social_type: 'single_video', social_network_name: 'linkedin' },
        ],
      },
    })
  const { data } = await check(cast.creator)
  expect(data.is_valid).toBe(false)
  expect(data.restrictions.map(({ errors }) => errors)).toEqual([[], ['Allowed file types is mp4.']])
  expect((await check(cast.creator, mediaId + 1)).status).toBe(422)
  expect((await check(cast.external)).status).toBe(403)
  expect((await check(cast.stranger)).status).toBe(404)
})
