import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { BIN_DAYS, type BinKind, binKinds } from '#domain/bin/bin.ts'
import { BIN_PAGE, deleteFromBin, listBin, restoreFromBin } from '#domain/bin/contract.ts'
import { deleteHashtagPool, listHashtagPools } from '#domain/hashtags/contract.ts'
import { deleteDayLabel, listDayLabels } from '#domain/labels/contract.ts'
import { deleteMedia, listMediaLibrary } from '#domain/media/contract.ts'
import { deletePosts, getPost, restorePosts } from '#domain/posts/contract.ts'
import { hashtagRoutes } from '#server/features/hashtags/routes.ts'
import { labelRoutes } from '#server/features/labels/routes.ts'
import { mayReadMedia } from '#server/features/media/file-access.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { startTestApp, type TestApp, type TestPerson, testNow } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { binRoutes } from './routes.ts'

let kit: TestApp
let cast: Cast
beforeAll(async () => {
  const routes = [...binRoutes, ...postRoutes, ...mediaRoutes, ...labelRoutes, ...hashtagRoutes]
  kit = await startTestApp({ routes, config: { TOKEN_KEY: 'a1'.repeat(32) } })
})
afterAll(() => kit.close())
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
})

const DAY = 24 * 3_600_000
const inProject = () => ({ params: { projectId: cast.project.projectId } })
const list = (person: TestPerson, kind: BinKind, after?: string) =>
  kit.ask(person, listBin, { ...inProject(), query: { kind, ...(after ? { after } : {}) } })
const itemsOf = async (kind: BinKind) => (await list(cast.creator, kind)).data.items
const restore = (person: TestPerson, kind: BinKind, ids: number[]) =>
  kit.ask(person, restoreFromBin, { ...inProject(), body: { kind, ids } })
const purge = (person: TestPerson, kind: BinKind, ids: number[]) =>
  kit.ask(person, deleteFromBin, { ...inProject(), body: { kind, ids } })

const insertLabel = async () => {
  const days = { start_at: '2026-06-03', end_at: '2026-06-04' }
  const values = { project_id: cast.project.projectId, text: 'Fair', color: '#ffcc00', ...days }
  return (await kit.db.insertInto('day_labels').values(values).returning('id').executeTakeFirstOrThrow()).id
}
const insertPool = async () => {
  const values = { project_id: cast.project.projectId, pool_name: 'Tea', hashtags: '#tea #matcha' }
  return (await kit.db.insertInto('hashtag_pools').values(values).returning('id').executeTakeFirstOrThrow())
    .id
}

/** Each kind: how one is made, deleted by the content creator, and whether the project has it. */
const kinds: Record<
  BinKind,
  {
    build: () => Promise<number>
    remove: (id: number) => Promise<{ status: number }>
    isThere: (id: number) => Promise<boolean>
  }
> = {
  post: {
    build: async () => (await buildPost(kit.db, cast.project)).postId,
    remove: id => kit.ask(cast.creator, deletePosts, { body: { post_ids: [id] } }),
    isThere: async id => (await kit.ask(cast.creator, getPost, { params: { postId: id } })).status === 200,
  },
  day_label: {
    build: insertLabel,
    remove: id => kit.ask(cast.creator, deleteDayLabel, { params: { dayLabelId: id } }),
    isThere: async id =>
      (await kit.ask(cast.creator, listDayLabels, inProject())).data.some(label => label.id === id),
  },
  hashtag_pool: {
    build: insertPool,
    remove: id => kit.ask(cast.creator, deleteHashtagPool, { params: { poolId: id } }),
    isThere: async id =>
      (await kit.ask(cast.creator, listHashtagPools, inProject())).data.some(pool => pool.id === id),
  },
  media: {
    build: () => buildMedia(kit.db, cast.project),
    remove: id =>
      kit.ask(cast.creator, deleteMedia, { params: { projectId: cast.project.projectId, mediaId: id } }),
    isThere: async id =>
      (await kit.ask(cast.creator, listMediaLibrary, inProject())).data.medias.some(media => media.id === id),
  },
}

/** Built and deleted by the content creator. */
const bin = async (kind: BinKind): Promise<number> => {
  const id = await kinds[kind].build()
  expect((await kinds[kind].remove(id)).status).toBe(200)
  return id
}

describe.each(binKinds)('A deleted %s', kind => {
  it('is in the bin with who deleted it, when, and until when', async () => {
    const id = await bin(kind)
    const { data } = await list(cast.admin, kind)
    expect(data.items).toMatchObject([
      {
        kind,
        id,
        deleted_at: testNow.toISOString(),
        deleted_by: { id: cast.creator.userId },
        leaves_at: new Date(testNow.getTime() + BIN_DAYS * DAY).toISOString(),
      },
    ])
    expect(data.counts).toEqual({ post: 0, day_label: 0, hashtag_pool: 0, media: 0, [kind]: 1 })
  })

  it('is restored with its id', async () => {
    const id = await bin(kind)
    expect(await kinds[kind].isThere(id)).toBe(false)
    expect(await restore(cast.creator, kind, [id, id])).toMatchObject({
      status: 200,
      data: { unscheduled: [] },
    })
    expect(await kinds[kind].isThere(id)).toBe(true)
    expect(await itemsOf(kind)).toEqual([])
    expect((await restore(cast.creator, kind, [id])).status).toBe(404)
  })

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

  it('is neither restored nor deleted for good with one that is not in the bin', async () => {
    const [id, present] = [await bin(kind), await kinds[kind].build()]
    expect((await restore(cast.creator, kind, [id, present])).status).toBe(404)
    expect((await purge(cast.admin, kind, [id, present])).status).toBe(404)
    expect((await itemsOf(kind)).map(item => item.id)).toEqual([id])
    expect(await kinds[kind].isThere(present)).toBe(true)
  })

  it('cannot be restored after 30 days', async () => {
    const id = await bin(kind)
    kit.clock.advance(BIN_DAYS * DAY)
    expect(await itemsOf(kind)).toHaveLength(1)
    kit.clock.advance(1)
    expect(await itemsOf(kind)).toEqual([])
    expect((await restore(cast.creator, kind, [id])).status).toBe(404)
    expect((await purge(cast.admin, kind, [id])).status).toBe(404)
  })

  it('is nothing to approvers and clients, and does not exist for another agency', async () => {
    const id = await bin(kind)
    for (const person of [cast.internal, cast.external]) {
      expect((await list(person, kind)).status).toBe(403)
      expect((await restore(person, kind, [id])).status).toBe(403)
    }
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await purge(person, kind, [id])).status).toBe(403)
    expect((await list(cast.stranger, kind)).status).toBe(404)
    const elsewhere = { params: { projectId: cast.elsewhere.projectId }, body: { kind, ids: [id] } }
    expect((await kit.ask(cast.stranger, restoreFromBin, elsewhere)).status).toBe(404)
    expect((await kit.ask(cast.stranger, deleteFromBin, elsewhere)).status).toBe(404)
    expect(await itemsOf(kind)).toHaveLength(1)
  })

  it('comes in pages without a gap or a repeat, the last deleted first', async () => {
    const ids: number[] = []
    for (let count = 0; count < BIN_PAGE + 2; count++) {
      // Some are deleted in the same millisecond.
      if (count % 3 === 0) kit.clock.advance(1)
      ids.push(await bin(kind))
    }
    const first = (await list(cast.creator, kind)).data
    const second = (await list(cast.creator, kind, first.next_after ?? '')).data
    expect([...first.items, ...second.items].map(item => item.id)).toEqual(ids.toReversed())
    expect(second.next_after).toBeNull()
  })
})

describe('A post in the bin', () => {
  const pastOf = async (status: 'scheduled' | 'approved' | 'draft') => {
    const schedule = { date: '2026-06-02', time: '10:00' }
    const { postId } = await buildPost(kit.db, cast.project, { status, schedule })
    await kinds.post.remove(postId)
    return postId
  }

  test.each([
    ['scheduled', 'draft'],
    ['approved', 'scheduled'],
    ['draft', 'draft'],
  ] as const)('that was %s comes back without its time if that has passed', async (status, after) => {
    const id = await pastOf(status)
    kit.clock.advance(3 * DAY)
    expect((await restore(cast.creator, 'post', [id])).data).toEqual({ unscheduled: [id] })
    const { data } = await kit.ask(cast.creator, getPost, { params: { postId: id } })
    expect(data).toMatchObject({ latest_schedule: null, status: after })
  })

  it('comes back without its time if that is this very moment', async () => {
    const id = await pastOf('approved')
    kit.clock.set(new Date('2026-06-02T08:00:00.000Z'))
    expect((await restore(cast.creator, 'post', [id])).data).toEqual({ unscheduled: [id] })
  })

  it('keeps a time that is still to come', async () => {
    const id = await pastOf('approved')
    expect((await restore(cast.creator, 'post', [id])).data).toEqual({ unscheduled: [] })
    const { data } = await kit.ask(cast.creator, getPost, { params: { postId: id } })
    expect(data.latest_schedule).toMatchObject({ date: '2026-06-02', time: '10:00' })
  })

  it('keeps the past time of a version that had failed', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      status: 'publishing_failed',
      schedule: { date: '2026-05-20', time: '10:00', released: true },
    })
    await kinds.post.remove(postId)
    expect((await restore(cast.creator, 'post', [postId])).data).toEqual({ unscheduled: [] })
    const { data } = await kit.ask(cast.creator, getPost, { params: { postId } })
    expect(data).toMatchObject({ status: 'publishing_failed', latest_schedule: { date: '2026-05-20' } })
  })

  it('is left out if it was never saved as a draft', async () => {
    const { postId } = await buildPost(kit.db, cast.project, { status: 'temporary_draft' })
    await kinds.post.remove(postId)
    expect(await itemsOf('post')).toEqual([])
    expect((await restore(cast.creator, 'post', [postId])).status).toBe(404)
  })

  it('names the networks on which its first comment is still to be added', async () => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook' }, { network: 'instagram' }],
      status: 'publishing_failed',
    })
    await kit.db
      .updateTable('post_socials')
      .set({
        status: 'live',
        published_at: testNow,
        first_comment: 'More in our shop',
        first_comment_status: 'pending',
      })
      .where('id', '=', socialIds[0] ?? 0)
      .execute()
    await kinds.post.remove(postId)
    expect(await itemsOf('post')).toMatchObject([
      { social_networks: ['facebook', 'instagram'], pending_comments: ['facebook'] },
    ])
  })

  it('of another project is not waited for, whoever works on it', async () => {
    const { postId } = await buildPost(kit.db, cast.elsewhere)
    await kit.db.transaction().execute(async tx => {
      await tx.selectFrom('post_socials').select('id').where('post_id', '=', postId).forUpdate().execute()
      expect((await restore(cast.creator, 'post', [postId])).status).toBe(404)
      expect((await purge(cast.admin, 'post', [postId])).status).toBe(404)
    })
  })

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

it('A restored file begins to count as unused anew', async () => {
  const id = await bin('media')
  const file = kit.db.updateTable('medias').set({ unused_since: testNow, clean_after: testNow })
  await file.where('id', '=', id).execute()
  expect((await restore(cast.creator, 'media', [id])).status).toBe(200)
  const restored = kit.db.selectFrom('medias').select(['unused_since', 'clean_after']).where('id', '=', id)
  expect(await restored.executeTakeFirst()).toEqual({ unused_since: null, clean_after: null })
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
