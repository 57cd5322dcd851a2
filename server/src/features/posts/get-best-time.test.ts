import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getBestTime, getInstagramGrid } from '#domain/posts/contract.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import { type NetworkReader, notSupported } from '#server/networks/network-reader.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { accountPostRoutesWith } from './routes.ts'

let kit: TestApp
let cast: Cast
let reader: NetworkReader
const nothing = async () => notSupported
const silent: NetworkReader = {
  ...{ searchMentions: nothing, searchHashtags: nothing, searchTags: nothing, listPosts: nothing },
  ...{ readInsights: nothing, readPostFigures: nothing, readOnlineHours: nothing },
}
const posts = [
  { externalId: 'm2', createdAt: new Date('2026-05-02T07:10:00Z') },
  { externalId: 'm1', createdAt: new Date('2026-05-01T18:00:00Z') },
].map(part => ({
  text: 'Fresh bread',
  permalink: null,
  thumbnailUrl: null,
  mediaUrl: 'https://x/a.jpg',
  ...part,
}))

beforeAll(async () => {
  const all = () => ({ facebook: reader, instagram: reader, linkedin: reader, twitter: reader })
  kit = await startTestApp({ routes: accountPostRoutesWith(all), config: { TOKEN_KEY: 'a1'.repeat(32) } })
  cast = await buildCast(kit.db)
  await kit.db.updateTable('projects').set({ timezone: 'Europe/Berlin' }).execute()
  await kit.db.deleteFrom('social_accounts').execute()
  for (const social_network of ['facebook', 'instagram'] as const)
    await kit.db.transaction().execute(tx =>
      connectAccount(tx, kit.services, {
        ...{ projectId: cast.project.projectId, social_network, external_id: `${social_network}-1` },
        ...{ name: 'Harbor', account_details: {}, logo_url: null, token: 'token' },
      }),
    )
})
beforeEach(() => {
  reader = silent
  kit.clock.advance(60 * 60_000)
})
afterAll(() => kit.close())

const bestTime = (person = cast.creator, social: 'facebook' | 'instagram' | 'twitter' = 'instagram') =>
  kit.ask(person, getBestTime, {
    params: { projectId: cast.project.projectId, social },
    query: { date: '2026-06-10' },
  })

describe('The best time', () => {
  it('is when followers are active, in the project’s time zone', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 90 : 1))
    reader = { ...silent, readOnlineHours: async () => ({ kind: 'read', value: hours }) }
    const { data } = await bestTime()
    expect(data).toMatchObject({ source: 'followers_online', reason: null })
    expect(data.values[21]).toBe(90)
  })

  it('comes from the account’s own posts if the network does not tell', async () => {
    const figures = {
      reach: null,
      impressions: null,
      comments: null,
      shares: null,
      clicks: null,
      saves: null,
    }
    reader = {
      ...silent,
      listPosts: async () => ({ kind: 'read', value: { posts, next: null } }),
      readPostFigures: async () => ({ kind: 'read', value: [{ externalId: 'm1', likes: 8, ...figures }] }),
    }
    const { data } = await bestTime(cast.admin, 'facebook')
    expect(data).toMatchObject({ source: 'own_posts', reason: null })
    expect([data.values[20], data.values[9]]).toEqual([8, 0])
  })

  it('is all zeros with a reason if it is unknown', async () => {
    const { data } = await bestTime()
    expect(data).toEqual({
      values: Array.from({ length: 24 }, () => 0),
      source: 'none',
      reason: 'The network does not say when followers are active.',
    })
    expect((await bestTime(cast.creator, 'twitter')).data.reason).toBe(
      'No Twitter account is connected to this project.',
    )
  })

  it('is visible only to people who may schedule', async () => {
    expect((await bestTime(cast.external)).status).toBe(403)
    expect((await bestTime(cast.stranger)).status).toBe(404)
  })
})

describe('The Instagram grid', () => {
  const grid = (person = cast.creator) =>
    kit.ask(person, getInstagramGrid, { params: { projectId: cast.project.projectId } })

  it('shows the latest posts, linked to their post if they were published from here', async () => {
    const own = await buildPost(kit.db, cast.project, { socials: [{ network: 'instagram', status: 'live' }] })
    await kit.db
      .updateTable('post_socials')
      .set({ external_id: 'm2' })
      .where('post_id', '=', own.postId)
      .execute()
    reader = { ...silent, listPosts: async () => ({ kind: 'read', value: { posts, next: 'more' } }) }
    const { data } = await grid(cast.external)
    expect(data.error).toBe(null)
    expect(data.payload.map(item => [item.id, item.post_id, item.created_at])).toEqual([
      ['m2', own.postId, '2026-05-02T07:10:00.000Z'],
      ['m1', null, '2026-05-01T18:00:00.000Z'],
    ])
  })

  it('says why it is empty, and is visible only to the project’s people', async () => {
    reader = { ...silent, listPosts: async () => ({ ...notSupported, reason: 'down' as const }) }
    expect((await grid()).data).toEqual({
      payload: [],
      error: 'Instagram does not answer at the moment. Please try again.',
    })
    expect((await grid(cast.stranger)).status).toBe(404)
  })
})
