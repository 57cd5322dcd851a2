import { describe, expect, it } from 'vitest'
import { BIN_DAYS, binKinds } from '#domain/bin/bin.ts'
import { restorePosts } from '#domain/posts/contract.ts'
import { mayReadMedia } from '#server/features/media/file-access.ts'
import { testNow } from '#testing/app.ts'
import { useBin } from '#testing/openings/bin.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'

const { kit, cast, kinds, itemsOf, restore, purge, bin } = useBin()

const DAY = 24 * 3_600_000

describe.each(binKinds)('A deleted %s', kind => {
  it('is deleted for good by an admin, once, which the audit log records', async () => {
    const [id, other] = [await bin(kind), await bin(kind)]
    const answers = await Promise.all([purge(cast.admin, kind, [id]), purge(cast.admin, kind, [id])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await itemsOf(kind)).map(item => item.id)).toEqual([other])
    expect((await restore(cast.creator, kind, [id])).status).toBe(404)
    const log = kit.db.selectFrom('audit_log').select(['action', 'actor_id'])
    expect(await log.where('project_id', '=', cast.project.projectId).execute()).toEqual([
      { action: 'bin.deleted_for_good', actor_id: cast.admin.userId },
    ])
  })
})

describe('A post in the bin', () => {
  it('that was deleted for good cannot be brought back by Undo, though its history is kept', async () => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, { status: 'publishing_failed' })
    const ofSocial = { post_social_id: socialIds[0] ?? 0, project_id: cast.project.projectId }
    await kit.db
      .insertInto('publications')
      .values({
        ...ofSocial,
        social_network: 'facebook',
        status: 'failed',
        content_digest: 'abc',
        due_at: testNow,
        run_at: testNow,
      })
      .execute()
    await kinds.post.remove(postId)
    expect((await purge(cast.admin, 'post', [postId])).status).toBe(200)
    const body = { project_id: cast.project.projectId, post_ids: [postId] }
    expect(await kit.ask(cast.creator, restorePosts, { body })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  it('keeps a file that only it uses from being deleted', async () => {
    const media = await buildMedia(kit.db, cast.project)
    const socials = [{ network: 'facebook' as const, media: [media] }]
    const { postId } = await buildPost(kit.db, cast.project, { socials })
    await kinds.post.remove(postId)
    kit.clock.advance((BIN_DAYS - 1) * DAY)
    expect(await kinds.media.remove(media)).toMatchObject({
      status: 409,
      message: expect.stringContaining('A post in the bin uses this file.'),
    })
    await purge(cast.admin, 'post', [postId])
    expect((await kinds.media.remove(media)).status).toBe(200)
  })
})

it('A file in the bin opens for those who may restore it, until it is deleted for good', async () => {
  const id = await bin('media')
  const { storage_key: key } = await kit.db
    .selectFrom('medias')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const readers = async () => {
    const people = { ...cast, project: undefined, elsewhere: undefined }
    const found: string[] = []
    for (const name of ['admin', 'creator', 'internal', 'external', 'stranger'] as const)
      if (await mayReadMedia(kit.db, key, { ...people[name], isSuperAdmin: false } as never)) found.push(name)
    return found
  }
  expect(await readers()).toEqual(['admin', 'creator'])
  await purge(cast.admin, 'media', [id])
  expect(await readers()).toEqual([])
})
