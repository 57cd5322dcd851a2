import { expect, it } from 'vitest'
import { figuresByCampaign } from './by-campaign.ts'

const none = { reach: null, impressions: null, likes: null, comments: null, shares: null, clicks: null }
const sale = { id: 1, name: 'Sale' }
const launch = { id: 2, name: 'Launch' }
const pillar = { id: 3, name: 'Behind the scenes' }

it('sums the figures of each campaign, and averages them over the posts of which they are known', () => {
  const rows = figuresByCampaign(
    [
      { ...none, campaignId: 1, reach: 100, impressions: 150, likes: 3, comments: 1 },
      { ...none, campaignId: 1, reach: 51 },
      { ...none, campaignId: 1 },
      { ...none, campaignId: null, reach: 7, clicks: 0 },
    ],
    [sale, launch],
  )
  expect(rows).toEqual([
    {
      campaign: sale,
      posts: 3,
      reach: { total: 151, per_post: 75.5 },
      impressions: { total: 150, per_post: 150 },
      engagement: { total: 4, per_post: 4 },
      clicks: { total: null, per_post: null },
    },
    {
      campaign: null,
      posts: 1,
      reach: { total: 7, per_post: 7 },
      impressions: { total: null, per_post: null },
      engagement: { total: null, per_post: null },
      clicks: { total: 0, per_post: 0 },
    },
  ])
})

it('has the campaign with the most posts first, then by name, and the posts of none at the end', () => {
  const posts = [null, null, null, 3, 2, 1, 1].map(campaignId => ({ ...none, campaignId }))
  expect(figuresByCampaign(posts, [sale, launch, pillar]).map(({ campaign }) => campaign?.name)).toEqual([
    'Sale',
    'Behind the scenes',
    'Launch',
    undefined,
  ])
})

it('is empty if no post has a campaign that is still there', () => {
  expect(figuresByCampaign([{ ...none, campaignId: 9 }], [sale])).toEqual([])
  expect(figuresByCampaign([], [sale])).toEqual([])
})
