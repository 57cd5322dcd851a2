import { describe, expect, it, test } from 'vitest'
import { createPost, deletePost, getPost, savePostSocials } from '#domain/posts/contract.ts'
import { writingRoutes } from '#server/features/writing/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost, buildSchedule, type TestPost } from '#testing/posts.ts'
import { postRoutes } from '../routes.ts'
import { purgeAbandonedDrafts, purgeAllAbandoned } from './purge-abandoned-drafts.ts'

const kit = useTestApp({ routes: [...postRoutes, ...writingRoutes] })
const cast = useCast(kit)

const DAY = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(testNow.getTime() - days * DAY)
const sweep = () => purgeAllAbandoned(kit.services, testNow)

/** Makes it look untouched since then. */
const leave = async ({ postId, socialIds }: TestPost, since: Date) => {
  await kit.db.updateTable('posts').set({ updated_at: since }).where('id', '=', postId).execute()
  await kit.db.updateTable('post_socials').set({ updated_at: since }).where('post_id', '=', postId).execute()
  await kit.db
    .updateTable('attachments')
    .set({ updated_at: since })
    .where('post_social_id', 'in', socialIds)
    .execute()
}
const buildDraft = async (media: readonly number[] = [], since = daysAgo(8)) => {
  const post = await buildPost(kit.db, cast.project, {
    status: 'temporary_draft',
    socials: [{ network: 'facebook', media }, { network: 'linkedin' }],
  })
  await leave(post, since)
  return post
}
const isThere = async ({ postId }: TestPost) =>
  (await kit.db.selectFrom('posts').select('id').where('id', '=', postId).executeTakeFirst()) !== undefined
describe('An abandoned draft', () => {
  it('is deleted after a week, with its versions and events', async () => {
    const { status, data } = await kit.ask(cast.creator, createPost, {
      body: {
        project_id: cast.project.projectId,
        social_networks: ['facebook'],
        type: 'single_photo',
        is_temporary: true,
      },
    })
    expect(status).toBe(200)
    const post = { postId: data.post_id, socialIds: [data.post.post_socials[0]?.id ?? 0], scheduleId: null }
    await leave(post, daysAgo(8))
    expect(await sweep()).toBe(1)
    expect(await isThere(post)).toBe(false)
    const events = await kit.db.selectFrom('events').select('id').where('post_id', '=', post.postId).execute()
    expect(events).toEqual([])
    expect((await kit.ask(cast.creator, getPost, { params: { postId: post.postId } })).status).toBe(404)
  })

  it('leaves its files in the library', async () => {
    const id = await buildMedia(kit.db, cast.project)
    await buildDraft([id])
    expect(await sweep()).toBe(1)
    const media = await kit.db.selectFrom('medias').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([media.deleted_at, media.purged_at]).toEqual([null, null])
  })

  it('is deleted with the time that it was given', async () => {
    const { postId } = await buildDraft()
    await buildSchedule(kit.db, cast.project, postId, { date: '2026-06-02', time: '10:00' })
    await kit.db
      .updateTable('posts')
      .set({ updated_at: daysAgo(8) })
      .where('id', '=', postId)
      .execute()
    expect(await sweep()).toBe(1)
    expect(await kit.db.selectFrom('schedules').where('post_id', '=', postId).select('id').execute()).toEqual(
      [],
    )
  })

  it('is also deleted when a person had deleted it, once that cannot be undone', async () => {
    const post = await buildDraft()
    kit.clock.set(testNow)
    await kit.ask(cast.creator, deletePost, { params: { postId: post.postId } })
    expect(await sweep()).toBe(0)
    await kit.db
      .updateTable('posts')
      .set({ deleted_at: daysAgo(8) })
      .where('id', '=', post.postId)
      .execute()
    expect(await sweep()).toBe(1)
  })

  it('is deleted by the hourly job', async () => {
    const post = await buildDraft([], new Date(Date.now() - 8 * DAY))
    expect(await purgeAbandonedDrafts(kit.services)).toBe('done')
    expect(await isThere(post)).toBe(false)
  })
})

describe('The purge keeps', () => {
  test.each<[string, (post: TestPost) => Promise<unknown>]>([
    ['a draft of the last week', post => leave(post, daysAgo(6))],
    [
      'an old draft with a version that was edited recently',
      ({ socialIds }) =>
        kit.db
          .updateTable('post_socials')
          .set({ updated_at: daysAgo(1) })
          .where('id', '=', socialIds[1] ?? 0)
          .execute(),
    ],
    [
      'a draft about which somebody wrote a note',
      ({ socialIds }) =>
        kit.db
          .insertInto('notes')
          .values({
            post_social_id: socialIds[0] ?? 0,
            project_id: cast.project.projectId,
            message: 'For next summer?',
            is_for_client: false,
            created_by: cast.creator.userId,
            created_at: daysAgo(30),
            updated_at: daysAgo(30),
          })
          .execute(),
    ],
    [
      'a draft with a saved version',
      ({ socialIds }) =>
        kit.db
          .updateTable('post_socials')
          .set({ status: 'draft' })
          .where('id', '=', socialIds[0] ?? 0)
          .execute(),
    ],
  ])('%s', async (_name, change) => {
    const post = await buildDraft()
    await change(post)
    expect(await sweep()).toBe(0)
    expect(await isThere(post)).toBe(true)
  })

  it('a draft in which someone has just saved a word', async () => {
    const post = await buildDraft()
    kit.clock.set(testNow)
    const { projectId } = cast.project
    const post_socials = [{ id: post.socialIds[0] ?? 0, message: 'Back again' }]
    const body = { post_id: post.postId, project_id: projectId, post_socials }
    expect((await kit.ask(cast.creator, savePostSocials, { body })).status).toBe(200)
    expect(await sweep()).toBe(0)
    expect(await isThere(post)).toBe(true)
  })

  it('a draft that is being saved at this moment, and does not wait for it', async () => {
    const [saved, other] = [await buildDraft(), await buildDraft()]
    await kit.db.transaction().execute(async tx => {
      await tx
        .updateTable('post_socials')
        .set({ message: 'Back again', updated_at: testNow })
        .where('id', '=', saved.socialIds[0] ?? 0)
        .execute()
      expect(await sweep()).toBe(1)
    })
    expect([await isThere(saved), await isThere(other)]).toEqual([true, false])
    expect(await sweep()).toBe(0)
  })
})

test('works in two workers at once, which share the batches and delete each draft once', async () => {
  const drafts: TestPost[] = []
  for (let count = 0; count < 130; count++) drafts.push(await buildDraft())
  const counts = await Promise.all([sweep(), sweep()])
  const left = counts[0] + counts[1] < drafts.length ? await sweep() : 0
  expect(counts[0] + counts[1] + left).toBe(drafts.length)
  expect(await Promise.all(drafts.map(isThere))).not.toContain(true)
})
