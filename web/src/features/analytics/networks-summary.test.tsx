import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Call, openScreen } from '../../../testing/fake-project-server.tsx'
import { NetworksSummary } from './networks-summary.tsx'

type Totals = Readonly<Record<string, readonly [total: number | null, previous: number | null]>>

/** The summary of two networks of which the server knows these totals. */
const open = (facebook: Totals, twitter: Totals) =>
  openScreen(
    () => (
      <NetworksSummary
        networks={['facebook', 'twitter']}
        range={{ start: '2026-11-01', end: '2026-11-20' }}
      />
    ),
    {
      answer: ({ path }: Call) => {
        if (!path.includes('/project-summary-insights/')) return null
        const known = path.includes('/facebook/') ? facebook : twitter
        const names = new URL(path, 'http://here').searchParams.get('metrics')?.split(',') ?? []
        const data = names.map(metric => {
          const [total, previous] = known[metric] ?? [null, null]
          const described = { metric, series: 'total', kind: 'flow', since: null, state: 'read' }
          return { ...described, total, previous, percent: null }
        })
        return { data }
      },
    },
  )
const cellsOf = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('followers, impressions and engagement of all networks stand together and by network', async () => {
  await open(
    { page_fans: [300, 200], page_impressions: [1000, 2000], page_post_engagements: [50, 50] },
    { followers: [100, 200], likes: [20, 10], retweets: [5, 0], replies: [5, 0], quotes: [0, 0] },
  )
  await screen.findByText('300')
  expect(await cellsOf('Twitter')).toEqual(['100−50 %', '–', '30+100 %'])
  expect(await cellsOf('Facebook')).toEqual(['300+50 %', '1 k−50 %', '500 %'])
  expect(await cellsOf('Together')).toEqual(['4000 %', '1 k−50 %', '80+33.33 %'])
})

test('a sum has no change where the days before are not known of one of its parts', async () => {
  await open({ page_fans: [300, 200] }, { followers: [100, null] })
  await screen.findByText('400')
  expect(await cellsOf('Together')).toEqual(['400', '–', '–'])
})

test('a network whose figures could not be asked for says so and offers to try again', async () => {
  const world = await openScreen(
    () => (
      <NetworksSummary
        networks={['facebook', 'twitter']}
        range={{ start: '2026-11-01', end: '2026-11-20' }}
      />
    ),
    {
      answer: ({ path }: Call) =>
        path.includes('/project-summary-insights/')
          ? { status: 503, code: 'try_later', message: 'Try later' }
          : null,
    },
  )
  const before = world.sent('GET').length
  await world.user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(world.sent('GET').length).toBeGreaterThan(before)
})
