import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { answered, startTestSandbox, type TestSandbox } from '../testing.ts'
import { twitterReader } from './read.ts'
import { readFailure } from './read-failure.ts'
import { tweet } from './timeline.ts'
import { twitter } from './twitter.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.clearFaults())
afterAll(() => sandbox.close())

const reader = () => twitterReader(sandbox.settings)
const account = () => sandbox.accounts.twitter
const today = () => dayOf(new Date(), 'America/Los_Angeles')

describe('Searching on Twitter', () => {
  it('finds people by name and drops characters that the search does not accept', async () => {
    const found = await reader().searchMentions(account(), '@Cöffee-Weekly')
    const coffee = { id: expect.any(String), name: 'Coffee Weekly', handle: 'coffeeweekly', logoUrl: null }
    expect(found).toEqual({ kind: 'read', value: [coffee] })
    const brand = await reader().searchMentions(account(), 'northwind out')
    const logoUrl = `${sandbox.url}/logos/northwind.png`
    expect(brand).toMatchObject({ kind: 'read', value: [{ handle: 'northwindout', logoUrl }] })
  })

  it('makes no call if no characters are left', async () => {
    expect(await reader().searchMentions(account(), '漢字!')).toEqual({ kind: 'read', value: [] })
  })

  it('reports that hashtags, keywords and online hours are not supported', async () => {
    const answers = [
      await reader().searchHashtags(account(), 'tea'),
      await reader().searchTags(account(), 'tea'),
      await reader().readOnlineHours(account(), today(), 'such_a_day'),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ kind: 'not_read', reason: 'not_supported' })
  })
})

describe('Twitter’s figures', () => {
  it('are today’s followers, and for each day the counts of that day’s posts', async () => {
    const metrics = ['followers', 'likes', 'retweets', 'replies', 'quotes', 'reach']
    const from = addDays(today(), -14)
    const answer = await reader().readInsights(account(), { metrics, from, to: today() })
    if (answer.kind !== 'read') throw new Error(JSON.stringify(answer))
    const values = (metric: string) => answer.value.series.find(each => each.metric === metric)?.values ?? []
    expect(values('followers')).toEqual([{ date: today(), value: expect.any(Number) }])
    expect(values('likes')).toHaveLength(15)
    expect(values('likes').reduce((sum, { value }) => sum + value, 0)).toBeGreaterThan(0)
    expect(answer.value.refused.map(({ metric }) => metric)).toEqual(['reach'])
  })

  it('lack only the metric that X no longer returns', async () => {
    await sandbox.fault({ network: 'twitter', fault: 'metric_dead' })
    const from = addDays(today(), -14)
    const answer = await reader().readInsights(account(), { metrics: ['likes', 'quotes'], from, to: today() })
    expect(answer).toMatchObject({
      kind: 'read',
      value: { series: [{ metric: 'likes' }], refused: [{ metric: 'quotes' }] },
    })
  })

  it('are not read if nothing could be read', async () => {
    const nobody = { ...account(), token: { token: 'nobody', secret: '' } }
    const request = { metrics: ['followers', 'likes'], from: today(), to: today() }
    expect(await reader().readInsights(nobody, request)).toMatchObject({ reason: 'reconnect_needed' })
  })

  it('leave out deleted posts', async () => {
    const outcome = await twitter(sandbox.settings).send({
      account: account(),
      prepared: {},
      firstSentAt: null,
      lookUpFirst: null,
      savePrepared: async () => undefined,
      content: {
        type: 'text',
        message: 'Counted',
        firstComment: '',
        mentions: [],
        link: null,
        cards: [],
        media: [],
      },
    })
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
    const answer = await reader().readPostFigures(account(), ['1', outcome.externalId])
    expect(answer).toMatchObject({ kind: 'read', value: [{ externalId: outcome.externalId, clicks: null }] })
    expect(await reader().readPostFigures(account(), ['1'])).toEqual({ kind: 'read', value: [] })
  })
})

describe('An answer of Twitter', () => {
  it('is read with old and new field names', () => {
    const metrics = { repost_count: 3, like_count: 1 }
    const referenced_posts = [{ type: 'replied_to', id: '1' }]
    const parsed = tweet.parse({ id: '2', text: 'Hi', public_metrics: metrics, referenced_posts })
    expect(parsed.public_metrics?.repost_count).toBe(3)
    expect(parsed.referenced_tweets).toEqual(referenced_posts)
  })

  it.each([
    [404, {}, {}, { reason: 'not_found' }],
    [429, {}, { 'retry-after': '3' }, { reason: 'limited', retryAfterMs: 3000 }],
    [401, { errors: [{ code: 89 }] }, {}, { reason: 'reconnect_needed' }],
    [403, { detail: 'You are not permitted to perform this action.' }, {}, { reason: 'permission' }],
    [503, '', {}, { reason: 'down' }],
    [200, 'nonsense', {}, { reason: 'down' }],
  ])('with status %i says why the read failed', (status, body, headers, reason) => {
    expect(readFailure(answered(status, body, headers as Record<string, string>))).toMatchObject(reason)
  })
})
