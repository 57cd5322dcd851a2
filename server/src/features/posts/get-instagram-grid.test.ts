import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getInstagramGrid } from '#domain/posts/contract.ts'
import { type NetworkReader, notSupported } from '#server/networks/network-reader.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { connectHarbor } from '#testing/harbor-accounts.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { accountPostRoutesWith } from './routes.ts'

let kit: TestApp
let cast: Cast
let reader: NetworkReader
const nothing = async () => notSupported
const silent: NetworkReader = {
  searchMentions: nothing,
  searchHashtags: nothing,
  searchTags: nothing,
  listPosts: nothing,
  readInsights: nothing,
  readPostFigures: nothing,
  readOnlineHours: nothing,
  readStories: nothing,
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
  await connectHarbor(kit, cast.project.projectId, ['facebook', 'instagram'])
})
beforeEach(() => {
  reader = silent
  kit.clock.advance(60 * 60_000)
})
afterAll(() => kit.close())

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
