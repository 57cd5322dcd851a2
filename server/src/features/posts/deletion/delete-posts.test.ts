import { beforeEach, describe, expect, it, test } from 'vitest'
import { deletePost, deletePosts, getPost, restorePosts } from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { type Cast, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { postRoutes } from '../routes.ts'

const kit = useTestApp({ routes: postRoutes })
const cast = useCast(kit)
beforeEach(() => kit.clock.set(testNow))

const remove = (person: Cast['admin'], postId: number) => kit.ask(person, deletePost, { params: { postId } })
const removeAll = (person: Cast['admin'], post_ids: number[]) =>
  kit.ask(person, deletePosts, { body: { post_ids } })
const restore = (person: Cast['admin'], post_ids: number[], project = cast.project) =>
  kit.ask(person, restorePosts, { body: { project_id: project.projectId, post_ids } })
const statusOfReading = async (postId: number) =>
  (await kit.ask(cast.admin, getPost, { params: { postId } })).status

describe('Deleting a post', () => {
  it('makes it disappear everywhere, and updates open screens', async () => {
    const { postId } = await buildPost(kit.db, cast.project, { status: 'approved' })
    expect(await remove(cast.creator, postId)).toMatchObject({ status: 200, data: {} })
    expect(await statusOfReading(postId)).toBe(404)
    expect((await remove(cast.creator, postId)).status).toBe(404)
    const row = await kit.db
      .selectFrom('posts')
      .select(['deleted_at', 'deleted_by'])
      .where('id', '=', postId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ deleted_at: testNow, deleted_by: cast.creator.userId })
    const events = await kit.db.selectFrom('events').select('type').where('post_id', '=', postId).execute()
    expect(events).toEqual([{ type: 'post.deleted' }])
  })

  test.each<[PostSocialStatus, string]>([
    ['on_publishing', 'being_published'],
    ['live', 'already_live'],
  ])('is refused while it is %s', async (status, code) => {
    const { postId } = await buildPost(kit.db, cast.project, { status })
    expect(await remove(cast.admin, postId)).toMatchObject({ status: 409, code })
    expect(await statusOfReading(postId)).toBe(200)
  })

  it('is refused for approvers, and returns 404 for another agency', async () => {
    const { postId } = await buildPost(kit.db, cast.project)
    expect((await remove(cast.internal, postId)).status).toBe(403)
    expect((await remove(cast.external, postId)).status).toBe(403)
    expect(await remove(cast.stranger, postId)).toMatchObject({ status: 404, code: 'post_not_found' })
  })
})

describe('Deleting several posts', () => {
  it('deletes them all', async () => {
    const posts = [await buildPost(kit.db, cast.project), await buildPost(kit.db, cast.project)]
    const ids = posts.map(post => post.postId)
    expect((await removeAll(cast.creator, ids)).status).toBe(200)
    for (const id of ids) expect(await statusOfReading(id)).toBe(404)
  })

  it('deletes none if one is live', async () => {
    const draft = await buildPost(kit.db, cast.project)
    const live = await buildPost(kit.db, cast.project, { status: 'live' })
    expect(await removeAll(cast.creator, [draft.postId, live.postId])).toMatchObject({
      status: 409,
      code: 'already_live',
    })
    expect(await statusOfReading(draft.postId)).toBe(200)
  })

  it('deletes none if one belongs to another agency, and is refused for approvers', async () => {
    const own = await buildPost(kit.db, cast.project)
    const theirs = await buildPost(kit.db, cast.elsewhere)
    expect((await removeAll(cast.admin, [own.postId, theirs.postId])).status).toBe(404)
    expect((await removeAll(cast.stranger, [own.postId])).status).toBe(404)
    expect((await removeAll(cast.internal, [own.postId])).status).toBe(403)
    expect(await statusOfReading(own.postId)).toBe(200)
  })
})

describe('Undoing a deletion', () => {
  it('restores the post as it was, due at its time', async () => {
    const { postId, scheduleId } = await buildPost(kit.db, cast.project, {
      status: 'pending_internal_approval',
      schedule: { date: '2026-06-02', time: '10:00' },
    })
    await remove(cast.creator, postId)
    expect((await restore(cast.creator, [postId])).status).toBe(200)
    const { data } = await kit.ask(cast.internal, getPost, { params: { postId } })
    expect(data).toMatchObject({ status: 'pending_approval', latest_schedule: { id: scheduleId } })
    expect(data.can_approve_post_socials).toHaveLength(1)
    const schedules = kit.db.selectFrom('schedules').select(['datetime', 'released_at'])
    expect(await schedules.where('id', '=', scheduleId).execute()).toEqual([
      { datetime: new Date('2026-06-02T08:00:00Z'), released_at: null },
    ])
  })

  it('is possible for a day', async () => {
    const { postId } = await buildPost(kit.db, cast.project)
    await remove(cast.creator, postId)
    kit.clock.advance(24 * 3_600_000 + 1)
    expect((await restore(cast.creator, [postId])).status).toBe(404)
    kit.clock.advance(-1)
    expect((await restore(cast.creator, [postId])).status).toBe(200)
  })

  it('restores none if one belongs to another project, and is refused for approvers', async () => {
    const own = await buildPost(kit.db, cast.project)
    const theirs = await buildPost(kit.db, cast.elsewhere)
    await remove(cast.admin, own.postId)
    await remove(cast.stranger, theirs.postId)
    expect((await restore(cast.admin, [own.postId, theirs.postId])).status).toBe(404)
    expect((await restore(cast.stranger, [own.postId])).status).toBe(404)
    expect((await restore(cast.stranger, [own.postId], cast.elsewhere)).status).toBe(404)
    expect((await restore(cast.external, [own.postId])).status).toBe(403)
    expect(await statusOfReading(own.postId)).toBe(404)
  })
})
