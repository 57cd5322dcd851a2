import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { mediaFile } from '#sandbox/testing/start.ts'
import type { PostMedia, PublishTask } from '#server/networks/network-adapter.ts'
import type { ReadResult } from '#server/networks/network-reader.ts'
import {
  createPicture,
  startFileServer,
  startTestSandbox,
  type TestSandbox,
  testPhoto,
  testTask,
} from '../testing.ts'
import { instagram } from './instagram.ts'
import { instagramReader } from './read.ts'

let sandbox: TestSandbox
let server: Awaited<ReturnType<typeof startFileServer>>

beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await startFileServer()
})
afterEach(() => sandbox.clearFaults())
afterAll(async () => {
  await sandbox.close()
  await server.close()
})

const reader = () => instagramReader(sandbox.settings)
const account = () => sandbox.accounts.instagram
const today = () => dayOf(new Date(), 'America/Los_Angeles')

const readValue = async <T>(requested: Promise<ReadResult<T>>): Promise<T> => {
  const answer = await requested
  if (answer.kind !== 'read') throw new Error(JSON.stringify(answer))
  return answer.value
}
const photo = async (): Promise<PostMedia> => {
  const bytes = await createPicture({ format: 'jpeg', width: 1080, height: 1080 })
  return testPhoto(server, bytes, 'image/jpeg')
}
const video = (): PostMedia => ({
  ...testPhoto(server, mediaFile('portrait.mp4'), 'video/mp4', ''),
  kind: 'video',
  seconds: 4,
  width: 540,
  height: 960,
})
const publish = async (content: Partial<PublishTask['content']>): Promise<string> => {
  const network = instagram(sandbox.settings)
  const task = testTask(account(), content)
  for (let turn = 0; turn < 20; turn++) {
    if ((await network.prepare(task)).kind === 'ready') break
    sandbox.passTime(1_000)
  }
  const outcome = await network.send(task)
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
  return outcome.externalId
}

describe('Searching Instagram', () => {
  it('finds the exact user name, with or without the at sign', async () => {
    for (const query of ['northwindout', '@NorthwindOut'])
      expect(await readValue(reader().searchMentions(account(), query))).toMatchObject([
        { handle: 'northwindout', name: 'Northwind Outdoors', logoUrl: expect.stringMatching(/^http/) },
      ])
    for (const query of ['northwind', 'juniperbakery', 'two words', '){id}'])
      expect(await readValue(reader().searchMentions(account(), query))).toEqual([])
  })

  it('finds a hashtag that is in use and nothing for one that is not', async () => {
    expect(await readValue(reader().searchHashtags(account(), '#Coffee'))).toEqual(['Coffee'])
    expect(await readValue(reader().searchHashtags(account(), 'zzqqxx'))).toEqual([])
    expect(await readValue(reader().searchHashtags(account(), 'no words'))).toEqual([])
  })

  it('allows 30 different hashtags a week and repeating them', async () => {
    const words = Array.from({ length: 31 }, (_, index) => `word${index}`)
    const answers: string[] = []
    for (const word of words) {
      const answer = await reader().searchHashtags(account(), word)
      answers.push(answer.kind === 'read' ? 'read' : answer.reason)
    }
    expect(answers.at(-1)).toBe('limited')
    expect((await reader().searchHashtags(account(), 'coffee')).kind).toBe('read')
    sandbox.passTime(8 * 86_400_000)
    expect((await reader().searchHashtags(account(), 'word30')).kind).toBe('read')
  })

  it('supports no keywords for videos', async () => {
    expect(await reader().searchTags(account(), 'coffee')).toMatchObject({ reason: 'not_supported' })
  })
})

describe('Reading Instagram’s grid', () => {
  it('shows pictures, videos and albums but no stories', async () => {
    const story = await publish({ type: 'photo_story', media: [await photo()] })
    const reel = await publish({ type: 'single_video', message: 'A reel', media: [video()] })
    const album = await publish({ type: 'multi_video', message: 'An album', media: [video(), video()] })
    const { posts } = await readValue(reader().listPosts(account(), { limit: 9, after: null }))
    expect(posts.map(post => post.externalId).slice(0, 2)).toEqual([album, reel])
    expect(posts.map(post => post.externalId)).not.toContain(story)
    for (const { thumbnailUrl, permalink } of posts.slice(0, 2)) {
      const still = await fetch(thumbnailUrl ?? '')
      expect(still.headers.get('content-type')).toBe('image/jpeg')
      expect(permalink).toMatch(/^http/)
    }
  })

  it('ends with the last post', async () => {
    const all = await readValue(reader().listPosts(account(), { limit: 100, after: null }))
    expect(all.next).toBeNull()
    expect(all.posts.length).toBeGreaterThan(1)
  })
})

describe('Reading Instagram’s figures', () => {
  const seriesOf = async (metrics: string[], from: string, to: string) => {
    const { series, refused } = await readValue(reader().readInsights(account(), { metrics, from, to }))
    expect(refused).toEqual([])
    return series.map(({ metric, values }) => ({ metric, days: values.map(({ date }) => date), values }))
  }

  it('returns every day that Instagram tells of more than a month once', async () => {
    const from = addDays(today(), -70)
    const to = addDays(today(), -2)
    const [reach] = await seriesOf(['reach'], from, to)
    const days = Array.from({ length: 69 }, (_, index) => addDays(from, index))
    const isReported = (day: string) => reach?.days.includes(day) === true
    // The sandbox leaves out some days, as Instagram does.
    expect(days.filter(isReported).length).toBeGreaterThan(55)
    expect(reach?.days).toEqual(days.filter(isReported))
  })

  it('reads impressions and profile views under their current names', async () => {
    const [from, to] = [addDays(today(), -4), addDays(today(), -2)]
    const series = await seriesOf(['impressions', 'profile_views'], from, to)
    expect(series.map(({ metric, days }) => [metric, days.length])).toEqual([
      ['impressions', 3],
      ['profile_views', 3],
    ])
    for (const { values } of series) for (const { value } of values) expect(value).toBeGreaterThan(0)
  })

  it('returns new followers of the last month only, without failing for earlier days', async () => {
    const [recent] = await seriesOf(['follower_count'], addDays(today(), -60), addDays(today(), -1))
    expect(recent?.days.at(-1)).toBe(addDays(today(), -1))
    expect(recent?.days[0]).toBe(addDays(today(), -29))
    const [old] = await seriesOf(['follower_count'], addDays(today(), -60), addDays(today(), -40))
    expect(old?.days).toEqual([])
  })

  it('returns how many follow the account, of today alone', async () => {
    const [whole] = await seriesOf(['followers'], addDays(today(), -3), today())
    expect(whole?.days).toEqual([today()])
    expect(whole?.values[0]?.value).toBeGreaterThan(100)
    const [past] = await seriesOf(['followers'], addDays(today(), -3), addDays(today(), -1))
    expect(past?.days).toEqual([])
  })

  it('refuses an unknown metric and returns the others', async () => {
    const [from, to] = [addDays(today(), -3), addDays(today(), -2)]
    const insights = await readValue(
      reader().readInsights(account(), { metrics: ['page_fans', 'reach'], from, to }),
    )
    expect(insights.series.map(({ metric }) => metric)).toEqual(['reach'])
    expect(insights.refused.map(({ metric }) => metric)).toEqual(['page_fans'])
  })

  it('reports lost access rather than refusing each metric', async () => {
    const nobody = { ...account(), token: { token: 'nobody' } }
    const request = { metrics: ['reach', 'impressions'], from: today(), to: today() }
    expect(await reader().readInsights(nobody, request)).toMatchObject({ reason: 'reconnect_needed' })
  })

  it('returns 24 online hours, also for a future day', async () => {
    for (const day of [addDays(today(), -3), addDays(today(), 5)]) {
      const hours = await readValue(reader().readOnlineHours(account(), day, 'such_a_day'))
      expect(hours).toHaveLength(24)
      expect(Math.max(...hours)).toBeGreaterThan(Math.min(...hours))
    }
  })

  it('returns the hours of that very day only, when they are counted', async () => {
    const read = (day: string) => reader().readOnlineHours(account(), day, 'that_day')
    expect(await readValue(read(addDays(today(), -3)))).not.toEqual(
      await readValue(read(addDays(today(), -10))),
    )
    expect(await read(addDays(today(), 40))).toMatchObject({ kind: 'not_read', reason: 'not_found' })
  })

  it('returns figures of posts and stories without deleted ones', async () => {
    const post = await publish({ type: 'single_photo', message: 'Figures', media: [await photo()] })
    const story = await publish({ type: 'photo_story', media: [await photo()] })
    sandbox.passTime(6 * 3_600_000)
    const figures = await readValue(reader().readPostFigures(account(), [post, '17999999999999999', story]))
    expect(figures.map(({ externalId }) => externalId)).toEqual([post, story])
    for (const each of figures) {
      expect(each.reach).toBeGreaterThan(0)
      expect(each.impressions).toBeGreaterThan(each.reach ?? 0)
      expect(each.clicks).toBeNull()
    }
    expect(figures[0]?.likes).toBeGreaterThan(0)
    expect(figures[1]?.likes).toBeNull()
  })

  it('returns the other figures of a post if one metric no longer exists', async () => {
    const post = await publish({ type: 'single_photo', message: 'Half told', media: [await photo()] })
    await sandbox.fault({ network: 'instagram', fault: 'metric_dead', times: null })
    const [figures] = await readValue(reader().readPostFigures(account(), [post]))
    expect(figures).toMatchObject({ externalId: post, reach: null, impressions: expect.any(Number) })
  })
})

describe('Stories', () => {
  it('are summed by day while visible and have no figures afterwards', async () => {
    const fresh = await startTestSandbox()
    try {
      const network = instagram(fresh.settings)
      const task = testTask(fresh.accounts.instagram, { type: 'photo_story', media: [await photo()] })
      for (let turn = 0; turn < 9 && (await network.prepare(task)).kind !== 'ready'; turn++)
        fresh.passTime(1_000)
      await network.send(task)
      fresh.passTime(3_600_000)
      const request = { metrics: ['story_reach', 'story_engagement'], from: today(), to: addDays(today(), 1) }
      const ask = async () =>
        (await readValue(instagramReader(fresh.settings).readInsights(fresh.accounts.instagram, request)))
          .series
      const alive = await ask()
      expect(alive.map(({ values }) => values.length)).toEqual([1, 1])
      expect(alive[0]?.values[0]?.value).toBeGreaterThan(0)
      fresh.passTime(86_400_000)
      expect((await ask()).map(({ values }) => values)).toEqual([[], []])
    } finally {
      await fresh.close()
    }
  })
})
