import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getBestTime } from '#domain/analytics/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { type NetworkReader, notSupported } from '#server/networks/network-reader.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { buildPoints, buildPublished } from '#testing/figures.ts'
import { connectHarbor } from '#testing/harbor-accounts.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { adviceRoutesWith } from './routes.ts'

let kit: TestApp
let cast: Cast
let reader: NetworkReader
let requests: string[]
const refuse = (name: string) => async () => {
  requests.push(name)
  return notSupported
}
const silent = (): NetworkReader => ({
  searchMentions: refuse('mentions'),
  searchHashtags: refuse('hashtags'),
  searchTags: refuse('tags'),
  listPosts: refuse('posts'),
  readInsights: refuse('insights'),
  readPostFigures: refuse('figures'),
  readOnlineHours: refuse('hours'),
  readStories: refuse('stories'),
})

beforeAll(async () => {
  const all = () => ({ facebook: reader, instagram: reader, linkedin: reader, twitter: reader })
  kit = await startTestApp({ routes: adviceRoutesWith(all), config: { TOKEN_KEY: 'a1'.repeat(32) } })
})
beforeEach(async () => {
  kit.clock.set(testNow)
  requests = []
  reader = silent()
  cast = await buildCast(kit.db)
  await kit.db.updateTable('projects').set({ timezone: 'Europe/Berlin' }).execute()
  await kit.db.updateTable('social_accounts').set({ removed_at: testNow }).execute()
  await connectHarbor(kit, cast.project.projectId, ['facebook', 'instagram'])
})
afterAll(() => kit.close())

const bestTime = async (
  person = cast.creator,
  social: 'facebook' | 'instagram' | 'twitter' = 'instagram',
  projectId = cast.project.projectId,
) => kit.ask(person, getBestTime, { params: { projectId, social }, query: { date: '2026-06-10' } })
const peakAt = (hour: number) => Array.from({ length: 24 }, (_, each) => (each === hour ? 90 : 10))
const bestHour = ({ values }: { values: number[] }) => values.indexOf(100)
const keepHours = (hours: number[], project = cast.project) =>
  buildPoints(kit.db, project, {
    network: 'instagram',
    metric: 'online_followers',
    from: '2026-05-18',
    hours,
    values: Array(7).fill(90),
    externalId: 'instagram-1',
  })
/** A post a day, in Berlin's summer time; every other one in the evening. */
const keepPosts = async (
  count: number,
  likes: { morning: number; evening: number },
  project = cast.project,
) => {
  for (let index = 0; index < count; index += 1) {
    const post = await buildPost(kit.db, project, { socials: [{ network: 'instagram' }] })
    const isMorning = index % 2 === 0
    const at = new Date(`${addDays('2026-05-01', index)}T${isMorning ? '07' : '18'}:10:00Z`)
    const read_at = new Date(at.getTime() + 25 * 3_600_000)
    const readings = [{ read_at, likes: isMorning ? likes.morning : likes.evening }]
    await buildPublished(kit.db, project, post.socialIds[0] ?? 0, { at, readings })
  }
}
/** What the network itself tells of the account's latest posts. */
const reportPosts = (times: { at: string; likes: number }[]) => {
  const figures = { reach: null, impressions: null, comments: null, shares: null, clicks: null, saves: null }
  reader = {
    ...silent(),
    listPosts: async () => {
      requests.push('posts')
      const posts = times.map(({ at }, index) => ({
        externalId: `m${index}`,
        createdAt: new Date(at),
        text: 'Fresh bread',
        permalink: null,
        thumbnailUrl: null,
        mediaUrl: null,
      }))
      return { kind: 'read', value: { posts, next: null } }
    },
    readPostFigures: async () => ({
      kind: 'read',
      value: times.map(({ likes }, index) => ({ externalId: `m${index}`, likes, ...figures })),
    }),
  }
}

describe('The best time', () => {
  it('comes from the followers’ hours and the account’s own posts as they were gathered, without asking the network', async () => {
    await keepHours(peakAt(12))
    await keepPosts(20, { morning: 1, evening: 9 })
    const { data } = await bestTime()
    expect(data).toMatchObject({
      source: 'followers_and_posts',
      reason: null,
      sureness: 'sure',
      note: 'Based on 20 of your posts and when your followers are online',
    })
    // Noon in California is nine in the evening in Berlin, an hour after the better posts.
    expect(bestHour(data)).toBe(21)
    expect(data.values[20]).toBeGreaterThan(data.values[9] ?? 100)
    expect(requests).toEqual([])
  })

  it('comes from the gathered hours alone while there are no posts', async () => {
    await keepHours(peakAt(12))
    const { data } = await bestTime()
    expect(data).toMatchObject({
      source: 'followers_online',
      note: 'Based on when your followers were online on 7 days',
    })
    expect(bestHour(data)).toBe(21)
    expect(requests).toEqual(['posts'])
  })

  it('comes from the posts alone where the network says nothing of followers', async () => {
    await keepPosts(12, { morning: 9, evening: 1 })
    const { data } = await bestTime()
    expect(data).toMatchObject({ source: 'own_posts', sureness: 'fair', note: 'Based on 12 of your posts' })
    expect(bestHour(data)).toBe(9)
  })

  it('leaves out posts whose figures are younger than a day', async () => {
    await keepPosts(12, { morning: 9, evening: 1 })
    await kit.db
      .updateTable('post_figures')
      .set({ likes: 500, read_at: new Date('2026-05-02T07:00:00Z') })
      .execute()
    expect((await bestTime()).data.reason).toBe('The network does not say when followers are active.')
  })

  it('asks the network of an account that is new here, of posts made elsewhere too', async () => {
    const hours = peakAt(12)
    reportPosts([
      { at: '2026-05-02T07:10:00Z', likes: 8 },
      { at: '2026-05-01T18:00:00Z', likes: 1 },
      { at: '2026-05-31T20:00:00Z', likes: 900 },
    ])
    const { data } = await bestTime(cast.admin, 'facebook')
    expect(data).toMatchObject({
      source: 'own_posts',
      sureness: 'guess',
      note: 'Only 2 posts so far: a general guess',
    })
    expect(bestHour(data)).toBe(9)
    reader = { ...silent(), readOnlineHours: async () => ({ kind: 'read', value: hours }) }
    expect((await bestTime()).data).toMatchObject({ source: 'followers_online', sureness: 'guess' })
  })

  it('never comes from another project’s figures', async () => {
    await kit.db
      .updateTable('social_accounts')
      .set({ removed_at: null })
      .where('project_id', '=', cast.elsewhere.projectId)
      .execute()
    await keepHours(peakAt(12), cast.elsewhere)
    await keepPosts(12, { morning: 9, evening: 1 }, cast.elsewhere)
    expect((await bestTime()).data.source).toBe('none')
  })

  it('is all zeros with a reason if it is unknown', async () => {
    const { data } = await bestTime()
    expect(data).toEqual({
      values: Array(24).fill(0),
      source: 'none',
      note: null,
      sureness: null,
      reason: 'The network does not say when followers are active.',
    })
    expect((await bestTime(cast.creator, 'twitter')).data.reason).toBe(
      'No Twitter account is connected to this project.',
    )
    reportPosts([])
    expect((await bestTime()).data.reason).toBe('There are no posts with figures yet.')
  })

  it('has zeros and a reason while nobody has reacted', async () => {
    await keepPosts(12, { morning: 0, evening: 0 })
    const { data } = await bestTime()
    expect(data).toMatchObject({ source: 'none', reason: 'No hour has done better than another so far.' })
  })

  it('is visible only to people who may schedule', async () => {
    expect((await bestTime(cast.external)).status).toBe(403)
    expect((await bestTime(cast.stranger)).status).toBe(404)
    expect((await bestTime(cast.creator, 'instagram', cast.elsewhere.projectId)).status).toBe(404)
  })
})
