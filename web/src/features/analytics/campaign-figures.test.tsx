import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { CampaignFigures } from './campaign-figures.tsx'

const unknown = { total: null, per_post: null }
const open = (rows: readonly object[]) =>
  openScreen(
    () => (
      <CampaignFigures
        account={{ projectId: 3, social: 'facebook' }}
        range={{ start: '2026-11-01', end: '2026-11-20' }}
      />
    ),
    { answer: ({ path }) => (path.includes('/campaign-insights/') ? { data: rows } : null) },
  )

test('each campaign has its sums and averages beside the posts of none; what is known of no post is no column', async () => {
  const figures = { engagement: unknown, clicks: { total: 0, per_post: 0 }, impressions: unknown }
  await open([
    {
      campaign: { id: 7, name: 'Black Friday', color: '#d94f4f' },
      posts: 2,
      reach: { total: 1500, per_post: 750 },
      ...figures,
    },
    { campaign: null, posts: 1, reach: unknown, ...figures },
  ])
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Campaign', 'Posts', 'Reach', 'Clicks'],
  ])
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'CampaignPostsReachClicks',
    'Black Friday21.5 k750 per post00 per post',
    'No campaign1–00 per post',
  ])
})

test('nothing stands there where no post has a campaign', async () => {
  const { sent } = await open([])
  await waitFor(() => expect(sent('GET').some(({ path }) => path.includes('/campaign-insights/'))).toBe(true))
  expect(screen.queryByText('By campaign')).toBeNull()
})
