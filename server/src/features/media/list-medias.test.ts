import { expect, it } from 'vitest'
import { listMedias } from '#domain/media/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { mediaRoutes } from './routes.ts'

const test = useTestApp({ routes: mediaRoutes })
const cast = useCast(test)

it('The list of media has only files of the project', async () => {
  const mediaId = await buildMedia(test.db, cast.project)
  const ids = { ids: `${mediaId},999999` }
  const own = await test.ask(cast.internal, listMedias, {
    params: { projectId: cast.project.projectId, ...ids },
  })
  expect(own.data.map(media => media.id)).toEqual([mediaId])
  const other = await test.ask(cast.stranger, listMedias, {
    params: { projectId: cast.elsewhere.projectId, ...ids },
  })
  expect(other.data).toEqual([])
  const refused = await test.ask(cast.stranger, listMedias, {
    params: { projectId: cast.project.projectId, ...ids },
  })
  expect(refused.status).toBe(404)
})

it('The list of media shows a client only the files of posts that reached them', async () => {
  const hidden = await buildMedia(test.db, cast.project)
  const shown = await buildMedia(test.db, cast.project)
  const loose = await buildMedia(test.db, cast.project)
  await buildPost(test.db, cast.project, { socials: [{ network: 'facebook', media: [hidden] }] })
  await buildPost(test.db, cast.project, {
    socials: [{ network: 'facebook', status: 'pending_external_approval', media: [shown, hidden] }],
  })
  const draft = await buildMedia(test.db, cast.project)
  await buildPost(test.db, cast.project, {
    socials: [{ network: 'facebook', status: 'pending_internal_approval', media: [draft] }],
  })
  const params = { projectId: cast.project.projectId, ids: [hidden, shown, loose, draft].join(',') }
  const { data } = await test.ask(cast.external, listMedias, { params })
  expect(data.map(media => media.id)).toEqual([hidden, shown])
})
