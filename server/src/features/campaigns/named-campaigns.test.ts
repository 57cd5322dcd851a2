import { expect, it } from 'vitest'
import { getImport, startImport } from '#domain/imports/contract.ts'
import { importRoutes } from '#server/features/imports/routes.ts'
import { runImport } from '#server/features/imports/run-import.ts'
import { useTestApp } from '#testing/app.ts'
import { archivedPost, archiveZip, uploadArchive } from '#testing/files/archives.ts'
import { uploadTable } from '#testing/imports.ts'
import { useNewCast } from '#testing/people.ts'
import { buildCampaign, buildPost } from '#testing/posts.ts'

const kit = useTestApp({ routes: importRoutes })
const cast = useNewCast(kit)

const campaign = { color: '#aabbcc', start_at: '2026-06-01', end_at: null, goal: 'Sell' }
const content = archiveZip({
  campaigns: [
    { ...campaign, id: 4, name: 'Summer sale' },
    { ...campaign, id: 5, name: 'Autumn' },
    { ...campaign, id: 6, name: 'Damaged', start_at: 'soon' },
  ],
  posts: [4, 5, 6, null].map((id, index) => archivedPost(index + 1, { campaign: id })),
})

/** Uploads and imports the export; the job runs as a worker would run it. */
const run = async () => {
  const { projectId } = cast.project
  const { data } = await uploadArchive(kit, cast.creator, projectId, content)
  expect(data.archive).toMatchObject({ campaigns: 2 })
  const params = { projectId, importId: data.id }
  expect((await kit.ask(cast.creator, startImport, { params, body: { only_good: false } })).status).toBe(200)
  await runImport(kit.services, data.id)
  return (await kit.ask(cast.creator, getImport, { params })).data.rows.map(({ post_id }) => post_id ?? 0)
}

it('The campaigns of an export are made where they are missing, and its posts are given theirs', async () => {
  const own = await buildCampaign(kit.db, cast.project, { name: 'SUMMER sale' })
  const ids = await run()
  expect(await run()).toEqual(ids)
  const made = await kit.db
    .selectFrom('campaigns')
    .select(['id', 'name', 'color', 'goal', 'start_at'])
    .where('project_id', '=', cast.project.projectId)
    .orderBy('id')
    .execute()
  expect(made).toMatchObject([
    { id: own, name: 'SUMMER sale', color: '#2f6fd0' },
    { name: 'Autumn', color: '#aabbcc', goal: 'Sell', start_at: '2026-06-01' },
  ])
  const posts = kit.db.selectFrom('posts').select('campaign_id').where('id', 'in', ids).orderBy('id')
  expect((await posts.execute()).map(({ campaign_id }) => campaign_id)).toEqual([
    own,
    made[1]?.id,
    null,
    null,
  ])
})

it('Of two campaigns of one name, as a repeat makes them, an edited row leaves its post in its own', async () => {
  const { projectId } = cast.project
  await buildCampaign(kit.db, cast.project, { name: 'Black Friday' })
  const repeated = await buildCampaign(kit.db, cast.project, { name: 'Black Friday' })
  const { postId } = await buildPost(kit.db, cast.project, { type: 'text' })
  await kit.db.updateTable('posts').set({ campaign_id: repeated }).where('id', '=', postId).execute()
  const table = `ID,Networks,Message,Campaign\ngalley-${postId},Facebook,Edited,black friday\n`
  const { data } = await uploadTable(kit, cast.creator, projectId, table)
  const params = { projectId, importId: data.id }
  await kit.ask(cast.creator, startImport, { params, body: { only_good: false } })
  await runImport(kit.services, data.id)
  expect((await kit.ask(cast.creator, getImport, { params })).data.rows).toMatchObject([
    { outcome: 'updated', post_id: postId },
  ])
  const post = kit.db.selectFrom('posts').select('campaign_id').where('id', '=', postId)
  expect(await post.executeTakeFirst()).toEqual({ campaign_id: repeated })
})
