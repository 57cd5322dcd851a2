import { afterAll, beforeAll, expect, it } from 'vitest'
import { listHeldPublishing } from '#domain/publishing/holds-contract.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { buildPerson } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'
import { settle, startAfter } from '#testing/publishing/restore-drill.ts'
import { sweep } from './engine/worker.ts'
import { publishingRoutes } from './routes.ts'

let stage: PublishingStage
beforeAll(async () => {
  stage = await startPublishingStage(publishingRoutes)
})
afterAll(() => stage.close())

it('says how many posts are still being looked up, which are not among those that wait yet', async () => {
  const project = await stage.connectedProject()
  const admin = await buildPerson(stage.db, project, 'agency-admin')
  const { postId, scheduleId = 0 } = await buildPost(stage.db, project, {
    type: 'text',
    status: 'approved',
    schedule: { date: '2031-01-01', time: '12:00' },
    socials: [{ network: 'facebook', message: 'Due in lost time' }],
  })
  const read = async () => {
    const params = { agencyId: project.agencyId }
    const { posts, count, looked_up } = (await stage.ask(admin, listHeldPublishing, { params })).data
    return { posts: posts.map(({ post_id }) => post_id), count, looked_up }
  }
  const scene = { stage, publisher: stage.publisher() }
  await startAfter(scene, 0)
  await startAfter(scene, 90 * 60_000)
  expect(await read()).toEqual({ posts: [], count: 0, looked_up: 0 })
  await stage.db
    .updateTable('schedules')
    .set({ datetime: await databaseNow(stage.db) })
    .where('id', '=', scheduleId)
    .execute()
  // Its network has a long time to list it, however slowly this runs.
  const { timings } = scene.publisher
  await sweep({ ...scene.publisher, timings: { ...timings, absentAfterMs: 600_000 } })
  expect(await read()).toEqual({ posts: [], count: 0, looked_up: 1 })
  await settle(scene)
  expect(await read()).toEqual({ posts: [postId], count: 1, looked_up: 0 })
})
