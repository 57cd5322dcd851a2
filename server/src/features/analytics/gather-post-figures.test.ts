import { describe, expect, it } from 'vitest'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { PostFigures } from '#server/networks/network-reader.ts'
import { testNow } from '#testing/app.ts'
import { buildPublished } from '#testing/figures.ts'
import { useGathering } from '#testing/openings/gathering.ts'
import { buildProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { gatherPostFigures } from './gather-post-figures.ts'
import { listPublishedFigures } from './post-figures.ts'

const { kit, project, fake, gatherer, connect, pass, scopeOf } = useGathering()

describe('Gathering the figures of posts', () => {
  const gatherPosts = () => gatherPostFigures(gatherer())
  const publish = async (at: Date, of = project) => {
    const post = await buildPost(kit.db, of, { socials: [{ network: 'facebook' }] })
    const id = post.socialIds[0] ?? 0
    await buildPublished(kit.db, of, id, { at })
    await kit.db
      .updateTable('post_socials')
      .set({ external_id: `x${id}` })
      .where('id', '=', id)
      .execute()
    return id
  }
  const figures = (externalId: string, likes: number): PostFigures => ({
    externalId,
    likes,
    reach: null,
    impressions: null,
    comments: null,
    shares: null,
    clicks: null,
    saves: 2,
  })
  const seen = async () => {
    const period = { from: new Date('2026-05-01'), until: new Date('2026-07-01') }
    const listed = await listPublishedFigures(kit.db, await scopeOf(), { network: 'facebook', ...period })
    return listed.map(({ likes, saves }) => ({ likes, saves }))
  }

  it('begins an hour after publishing and keeps each reading', async () => {
    await connect('facebook', 'page')
    const id = await publish(testNow)
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 5)] }
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: null, saves: null }])
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 5, saves: 2 }])
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 9)] }
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 5, saves: 2 }])
    pass(4)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 9, saves: 2 }])
    const readings = await kit.db
      .selectFrom('post_figures')
      .select('likes')
      .where('post_social_id', '=', id)
      .execute()
    expect(readings).toHaveLength(2)
  })

  it('tries again after an outage, and stops after 28 days', async () => {
    await connect('facebook', 'page')
    const id = await publish(testNow)
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: null, saves: null }])
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 3)] }
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 3, saves: 2 }])
    pass(28 * 24)
    await gatherPosts()
    const turns = await kit.db.selectFrom('figure_turns').selectAll().execute()
    expect(turns).toEqual([])
  })

  it('waits for a limited account as long as its network says, and lets no account’s failure affect another', async () => {
    await connect('facebook', 'page')
    const id = await publish(testNow)
    fake.state.figures = { kind: 'not_read', reason: 'limited', retryAfterMs: 3 * 3_600_000, response: '' }
    pass(1)
    await gatherPosts()
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 3)] }
    pass(2)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: null, saves: null }])
    pass(1)
    await gatherPosts()
    expect(await seen()).toEqual([{ likes: 3, saves: 2 }])

    const other = await buildProject(kit.db, { connected: [] })
    await connect('facebook', 'broken page', other)
    await publish(new Date(testNow.getTime() - 24 * 3_600_000), other)
    const usual = fake.readers.facebook
    const readers = {
      ...fake.readers,
      facebook: {
        ...usual,
        readPostFigures: async (account: ConnectedAccount, ids: readonly string[]) => {
          if (account.externalId === 'broken page') throw new Error('nobody expected this')
          return usual.readPostFigures(account, ids)
        },
      },
    }
    fake.state.figures = { kind: 'read', value: [figures(`x${id}`, 8)] }
    pass(24)
    await gatherPostFigures(gatherer(readers))
    expect(await seen()).toEqual([{ likes: 8, saves: 2 }])
  })
})
