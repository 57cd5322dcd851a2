import { describe, expect, it } from 'vitest'
import { BIN_DAYS, binKinds } from '#domain/bin/bin.ts'
import { BIN_PAGE, deleteFromBin, restoreFromBin } from '#domain/bin/contract.ts'
import { testNow } from '#testing/app.ts'
import { useBin } from '#testing/openings/bin.ts'
import { buildPost } from '#testing/posts.ts'

const { kit, cast, kinds, list, itemsOf, restore, purge, bin } = useBin()

const DAY = 24 * 3_600_000

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
    expect(data.counts).toEqual({ post: 0, day_label: 0, campaign: 0, hashtag_pool: 0, media: 0, [kind]: 1 })
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
})
