import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf } from '#domain/kernel/time.ts'
import { startTestSandbox, type TestSandbox } from '../testing.ts'
import { facebookReader } from './read.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.clearFaults())
afterAll(() => sandbox.close())

const reader = () => facebookReader(sandbox.settings)
const page = () => sandbox.accounts.facebook
const daysAgo = (days: number) => addDays(dayOf(new Date(), 'America/Los_Angeles'), -days)
const insights = async (metrics: string[], from: string, to: string) => {
  const answer = await reader().readInsights(page(), { metrics, from, to })
  if (answer.kind !== 'read') throw new Error(JSON.stringify(answer))
  return answer.value
}

describe('Reading a Facebook page', () => {
  it('returns every day that Facebook tells of half a year once, in Pacific time', async () => {
    const from = daysAgo(200)
    const { series } = await insights(['page_fans'], from, daysAgo(1))
    const dates = series[0]?.values.map(({ date }) => date)
    const requested = Array.from({ length: 200 }, (_, index) => addDays(from, index))
    const isReported = (date: string) => dates?.includes(date) === true
    // The sandbox leaves out some days, as Facebook does.
    expect(requested.filter(isReported).length).toBeGreaterThan(180)
    expect(dates).toEqual(requested.filter(isReported))
  })

  it('separates paid from organic impressions', async () => {
    const names = ['page_impressions', 'page_impressions_paid', 'page_impressions_organic']
    const { series } = await insights(names, daysAgo(9), daysAgo(3))
    const [all, paid, organic] = series.map(({ values }) => values.reduce((sum, { value }) => sum + value, 0))
    expect((paid ?? 0) + (organic ?? 0)).toBe(all)
    expect(paid).toBeGreaterThan(0)
  })

  it('reports metrics that Facebook no longer has', async () => {
    const names = ['page_engaged_users', 'page_fans_online', 'page_views_total']
    const { series, refused } = await insights(names, daysAgo(3), daysAgo(1))
    expect(refused.map(({ metric }) => metric)).toEqual(['page_engaged_users', 'page_fans_online'])
    expect(series.map(({ metric }) => metric)).toEqual(['page_views_total'])
  })

  it('finds keywords for a video', async () => {
    const found = await reader().searchTags(page(), 'coffee')
    expect(found).toMatchObject({ kind: 'read', value: [{ id: '6003626773307', name: 'Coffee' }, {}] })
  })

  it('supports neither hashtag search nor online hours', async () => {
    expect(await reader().searchHashtags(page(), 'coffee')).toMatchObject({ reason: 'not_supported' })
    expect(await reader().readOnlineHours(page(), daysAgo(1), 'such_a_day')).toMatchObject({
      reason: 'not_supported',
    })
  })

  it('reports a missing permission if the search needs a reviewed app', async () => {
    const { graphUrl, facebookAppId: client_id } = sandbox.settings
    const form = {
      client_id,
      scope: 'pages_show_list',
      origin: 'http://localhost',
      person: '10158273645091827',
    }
    const init = { method: 'POST', body: new URLSearchParams(form) }
    const text = await (await fetch(`${graphUrl}/dialog/oauth`, init)).text()
    const token = text.match(/"accessToken":"(\w+)"/)?.[1] ?? ''
    const found = await reader().searchMentions({ ...page(), token: { token } }, 'north')
    expect(found).toMatchObject({ kind: 'not_read', reason: 'permission' })
  })

  it('reports an outage and leaves out deleted posts', async () => {
    await sandbox.fault({ network: 'facebook', fault: 'readback_down' })
    const down = await reader().listPosts(page(), { limit: 5, after: null })
    expect(down).toMatchObject({ kind: 'not_read', reason: 'down' })
    const gone = await reader().readPostFigures(page(), ['104857362918450_1'])
    expect(gone).toEqual({ kind: 'read', value: [] })
  })
})
