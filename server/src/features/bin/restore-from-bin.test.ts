import { describe, expect, it, test } from 'vitest'
import { BIN_DAYS, binKinds } from '#domain/bin/bin.ts'
import { getPost } from '#domain/posts/contract.ts'
import { testNow } from '#testing/app.ts'
import { useBin } from '#testing/openings/bin.ts'
import { buildPost } from '#testing/posts.ts'

const { kit, cast, kinds, itemsOf, restore, purge, bin } = useBin()

const DAY = 24 * 3_600_000

describe.each(binKinds)('A deleted %s', kind => {
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

  it('of another project is not waited for, even while somebody works on it', async () => {
    const { postId } = await buildPost(kit.db, cast.elsewhere)
    await kit.db.transaction().execute(async tx => {
      await tx.selectFrom('post_socials').select('id').where('post_id', '=', postId).forUpdate().execute()
      expect((await restore(cast.creator, 'post', [postId])).status).toBe(404)
      expect((await purge(cast.admin, 'post', [postId])).status).toBe(404)
    })
  })
})

it('A restored file counts as unused from its restore', async () => {
  const id = await bin('media')
  const file = kit.db.updateTable('medias').set({ unused_since: testNow, clean_after: testNow })
  await file.where('id', '=', id).execute()
  expect((await restore(cast.creator, 'media', [id])).status).toBe(200)
  const restored = kit.db.selectFrom('medias').select(['unused_since', 'clean_after']).where('id', '=', id)
  expect(await restored.executeTakeFirst()).toEqual({ unused_since: null, clean_after: null })
})
