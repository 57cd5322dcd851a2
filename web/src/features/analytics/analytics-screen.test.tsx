import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { buildAccount, buildProject } from '../../../testing/build-project.ts'
import { fakeFetch } from '../../../testing/fake-fetch.ts'
import { type Call, openScreen } from '../../../testing/fake-project-server.tsx'
import { AnalyticsScreen } from './analytics-screen.tsx'
import type { AnalyticsSearch } from './analytics-search.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const kindOf = (metric: string) => (metric === 'page_fans' ? 'level' : 'flow')
const described = (metric: string) => ({
  metric,
  series: 'total',
  kind: kindOf(metric),
  since: null,
  state: metric === 'page_engaged_users' ? 'dropped' : 'read',
})
const point = (date: string, value: number | null, name = 'page_fans') => ({
  name,
  date,
  value,
  extended_value: null,
})
const points = (metric: string, first = 2) =>
  [12_432, 100].map((value, index) =>
    point(`2026-11-2${first + index}`, metric === 'page_engaged_users' ? null : value, metric),
  )

const published = [{ date: '2026-11-22', count: 2, posts: [{ post_id: 71, message: 'Spring menu' }] }]

/** Figures of every metric that is requested; `part` answers some calls otherwise. */
const answerOf =
  (networks: readonly SocialNetwork[], part: (request: Call) => object | null) => (request: Call) => {
    const special = part(request)
    if (special) return special
    if (request.path === '/projects/3') {
      const socials = networks.map(network => buildAccount(network))
      return { data: buildProject('agency-admin', { socials }) }
    }
    const names = new URL(request.path, 'http://here').searchParams.get('metrics')?.split(',') ?? []
    if (request.path.includes('interval=all-last-two')) {
      const daily = names.map(name => ({ ...described(name), points: points(name), percent: null }))
      return { data: { daily, weekly: [], monthly: [], quarterly: [] } }
    }
    if (request.path.includes('project-daily-insights'))
      return {
        data: names.map(name => ({
          ...described(name),
          percent: null,
          points: points(name, request.path.includes('from=2026-11-20') ? 0 : 2),
        })),
      }
    if (request.path.includes('project-summary-insights'))
      return {
        data: names.map(name => ({ ...described(name), total: 12_532, previous: 10_000, percent: 25.32 })),
      }
    if (request.path.includes('campaign-insights')) return { data: [] }
    if (request.path.includes('top-post')) return { data: { posts: [], published } }
    return request.path.includes('fans-online') ? { data: { state: null, since: null, days: [] } } : null
  }

const open = (
  networks: readonly SocialNetwork[] = ['facebook', 'twitter'],
  {
    at = 'facebook',
    part = () => null,
  }: { at?: SocialNetwork; part?: (request: Call) => object | null } = {},
) => {
  const searches: AnalyticsSearch[] = []
  function Page() {
    const [social, setSocial] = useState(at)
    const [search, setSearch] = useState<AnalyticsSearch>({})
    return (
      <AnalyticsScreen
        social={social}
        search={search}
        onSocial={setSocial}
        onSearch={next => {
          searches.push(next)
          setSearch(next)
        }}
      />
    )
  }
  return openScreen(Page, { answer: answerOf(networks, part) }).then(opened => ({ ...opened, searches }))
}
const card = async (name: string) => within(await screen.findByRole('region', { name }))

describe('Analytics', () => {
  test('shows a single figure in large and draws nothing, and says what dotted lines mean where it draws', async () => {
    await open(['facebook'], {
      part: ({ path }) =>
        path.includes('project-daily-insights')
          ? {
              data: (new URL(path, 'http://here').searchParams.get('metrics')?.split(',') ?? []).map(
                name => ({
                  ...described(name),
                  percent: null,
                  points: name === 'page_fans' ? points(name).slice(0, 1) : points(name),
                }),
              ),
            }
          : null,
    })
    const drawn = await card('Impressions')
    expect(await drawn.findByText('Posts went out')).toBeTruthy()
    const followers = await card('Followers')
    expect(await followers.findByTitle('12,532')).toBeTruthy()
    expect(followers.queryByText('Posts went out')).toBeNull()
    expect(followers.queryByRole('application')).toBeNull()
  })

  test('shows the followers, and the change that the day before allows to count', async () => {
    await open(['facebook'], {
      part: ({ path }) =>
        path.includes('all-last-two')
          ? {
              data: {
                weekly: [],
                monthly: [],
                quarterly: [],
                daily: [
                  {
                    ...described('page_fans'),
                    percent: 24.32,
                    points: [point('2026-11-21', 10_000), point('2026-11-22', 12_432)],
                  },
                ],
              },
            }
          : null,
    })
    const followers = await card('Total followers')
    expect(await followers.findByText('12.4 k')).toBeTruthy()
    expect(followers.getByText('+24.32 % against the day before')).toBeTruthy()
  })

  test('shows no change of LinkedIn’s followers while only one day of a part of them is known', async () => {
    const parts = [
      {
        ...described('organic_followers'),
        percent: 1,
        points: [point('2026-11-21', 900), point('2026-11-22', 909)],
      },
      { ...described('paid_followers'), percent: null, points: [point('2026-11-22', 91)] },
    ]
    await open(['linkedin'], {
      at: 'linkedin',
      part: ({ path }) =>
        path.includes('all-last-two')
          ? { data: { weekly: [], monthly: [], quarterly: [], daily: parts } }
          : null,
    })
    const followers = await card('Total followers')
    expect(await followers.findByText('1 k')).toBeTruthy()
    expect(followers.queryByText(/against the day before/)).toBeNull()
  })

  test('has a table behind each chart, with what went out on each day', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Table: Impressions' }))
    const rows = within(await (await card('Impressions')).findByRole('table')).getAllByRole('row')
    expect(rows.map(row => [...row.querySelectorAll('th, td')].map(cell => cell.textContent))).toEqual([
      ['Date', 'All', 'Posts'],
      ['22 Nov 2026', '12,432', '2Spring menu'],
      ['23 Nov 2026', '100', '0'],
    ])
    const post = (await card('Impressions')).getByRole<HTMLAnchorElement>('link', { name: 'Spring menu' })
    expect(post.getAttribute('href')).toContain('postId=71')
    expect((await card('Impressions')).getByText('+25.32 % against 10 k in the previous period')).toBeTruthy()
  })

  test('draws the period before when asked to, with its figures in the table, and keeps that in the address', async () => {
    const { user, searches } = await open()
    await user.click(await screen.findByRole('button', { name: 'Table: Impressions' }))
    await user.click(screen.getByRole('radio', { name: 'Previous period' }))
    expect(searches).toEqual([{ compare: 'before' }])
    const impressions = await card('Impressions')
    expect(await impressions.findByRole('columnheader', { name: 'Before' })).toBeTruthy()
    const [, first] = impressions.getAllByRole('row')
    expect([...(first?.querySelectorAll('th, td') ?? [])].map(cell => cell.textContent)).toEqual([
      ...['22 Nov 2026', '12,432', '12,432', '2Spring menu'],
    ])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Common ranges' }), 'Last 364 days')
    const compare = screen.getByRole<HTMLInputElement>('radio', { name: 'Previous period' })
    expect([compare.disabled, compare.checked]).toEqual([true, false])
  })

  test('says of each layer what there was in the period and before', async () => {
    await open()
    const [layers] = await (await card('Followers gained and lost')).findAllByRole('list')
    expect(Array.from(layers?.children ?? [], ({ textContent }) => textContent)).toEqual([
      'Gained 12.5 k +25.32 %',
      'Lost 12.5 k +25.32 %',
    ])
    expect(
      (await card('Followers gained and lost')).getByText(/compared with the previous period/),
    ).toBeTruthy()
  })

  test('shows figures of other days while the new ones are on their way, but none under another name', async () => {
    const { user } = await open()
    const impressions = await card('Impressions')
    await user.click(await impressions.findByRole('button', { name: 'Table: Impressions' }))
    const usual = globalThis.fetch
    fakeFetch((url: string, request: RequestInit) =>
      url.includes('project-daily-insights') ? new Promise(() => undefined) : usual(url, request),
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Common ranges' }), 'Last 7 days')
    expect(impressions.getByRole('cell', { name: '12,432' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Impressions' }).getAttribute('aria-busy')).toBe('true')
    expect(impressions.getByRole<HTMLButtonElement>('button', { name: /^CSV/ }).disabled).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'Monthly' }))
    await waitFor(() => expect(impressions.queryByRole('cell', { name: '12,432' })).toBeNull())
  })

  test('takes a typed day once it is complete, and moves the other end of the range if it is on the wrong side', async () => {
    const { searches } = await open()
    const first = await screen.findByLabelText<HTMLInputElement>('First day')
    fireEvent.change(first, { target: { value: '2026-01-22' } })
    fireEvent.change(first, { target: { value: '2026-10-01' } })
    expect(searches).toEqual([])
    fireEvent.blur(first)
    expect(searches.at(-1)).toMatchObject({ from: '2026-10-01', to: '2026-11-23' })
    const last = screen.getByLabelText<HTMLInputElement>('Last day')
    fireEvent.change(last, { target: { value: '2026-09-10' } })
    await waitFor(() => expect(searches.at(-1)).toMatchObject({ from: '2026-09-10', to: '2026-09-11' }))
    expect(searches).toHaveLength(2)
    // The charts of the last of them are asked for, too.
    await screen.findByRole('button', { name: 'Table: Page views' })
  })

  test('says that days which are not shown were cut off, and has the others in its fields', async () => {
    await open()
    const first = await screen.findByLabelText<HTMLInputElement>('First day')
    fireEvent.change(first, { target: { value: '2020-01-01' } })
    expect(screen.queryByText(/^Figures are shown for/)).toBeNull()
    fireEvent.blur(first)
    expect(await screen.findByText(/^Figures are shown for 24 Nov 2025 – 23 Nov 2026/)).toBeTruthy()
    expect(first.value).toBe('2025-11-24')
    await screen.findByRole('button', { name: 'Table: Page views' })
  })

  test('names the days of a month that the ends of the period cut', async () => {
    const points = [{ name: 'page_impressions', date: '2026-11-01', value: 5, extended_value: null }]
    const { user } = await open(['facebook'], {
      part: ({ path }) =>
        path.includes('interval=monthly') && path.includes('project-daily-insights')
          ? { data: [{ ...described('page_impressions'), percent: null, points }] }
          : null,
    })
    await user.click(await screen.findByRole('button', { name: 'Table: Impressions' }))
    await user.click(screen.getByRole('radio', { name: 'Monthly' }))
    const impressions = await card('Impressions')
    const firstCells = () =>
      impressions.queryAllByRole('row').map(row => row.querySelector('th')?.textContent)
    await waitFor(() => expect(firstCells()).toEqual(['Date', 'Nov 2026, only 22 – 23 Nov 2026']))
  })

  test('saves figures as numbers and days that a spreadsheet can count with', async () => {
    const saved: string[] = []
    vi.stubGlobal(
      'Blob',
      class {
        constructor(parts: string[]) {
          saved.push(...parts)
        }
      },
    )
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    // The tests' browser would follow the link, away from the page that all test files share.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'CSV: Impressions' }))
    expect(saved.join('')).toBe('\ufeffDate,All,Posts\r\n2026-11-22,12432,2\r\n2026-11-23,100,0\r\n')
  })

  test('says when a top post went out in the time of the project, as the calendar does', async () => {
    const figures = { reach: 5, impressions: 5, likes: 1, comments: 0, shares: 0, clicks: 0, saves: 0 }
    const post = {
      post_id: 1,
      post_social_id: 2,
      published_at: '2026-11-21T23:30:00.000Z',
      permalink: null,
      scheduled_at: null,
      timezone: 'Europe/Berlin',
      read_at: null,
      ...figures,
      postSocial: { message: 'Late', attachments: [] },
      video_views: 0,
      engagement: 1,
    }
    await open(['facebook'], {
      part: ({ path }) => (path.includes('top-post') ? { data: { posts: [post], published: [] } } : null),
    })
    const line = (await screen.findByText('Late')).closest('li')
    expect(line?.textContent).toContain('22 Nov 2026, 12:30 AM')
  })

  test('adds values up and shows paid ones alone when asked to, and keeps that in the address', async () => {
    const { user, searches } = await open()
    await user.click(await screen.findByRole('button', { name: 'Table: Impressions' }))
    await user.click(screen.getByRole('radio', { name: 'Cumulative' }))
    expect(await screen.findByRole('cell', { name: '12,532' })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Paid' }))
    expect(await screen.findByRole('columnheader', { name: 'Paid' })).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Common ranges' }), 'Last 7 days')
    expect(searches.at(-1)).toEqual({
      view: 'cumulative',
      part: 'paid',
      from: '2026-11-16',
      to: '2026-11-23',
    })
  })

  test('says below the charts which figures were dropped, and lets one that failed be asked for again', async () => {
    let isDown = true
    const { user } = await open(['facebook'], {
      part: ({ path }) =>
        isDown && path.includes('project-daily-insights') && path.includes('metrics=page_views_total')
          ? { status: 403, code: 'forbidden', message: 'Not now.' }
          : null,
    })
    expect(await screen.findByText('Facebook no longer provides: Engaged people.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Engaged people' })).toBeNull()
    const views = await card('Page views')
    expect(await views.findByText('Not now.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Table: Daily reach' })).toBeTruthy()
    isDown = false
    await user.click(views.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Table: Page views' })).toBeTruthy()
  })

  test('leads to the first connected network, and says when there is none', async () => {
    await open(['twitter', 'linkedin'])
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Twitter')
    expect(await screen.findByText('No post found')).toBeTruthy()
    expect(screen.getByText(/^Posts published with Galley\. Posts made elsewhere/)).toBeTruthy()
    expect(screen.getByText('All metrics retrieved are based on Pacific Daylight Time (GMT-7)')).toBeTruthy()
  })

  test('says that no network is connected', async () => {
    await open([])
    expect(await screen.findByText("You don't have any connected social networks")).toBeTruthy()
  })
})
