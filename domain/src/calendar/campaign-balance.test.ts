import { expect, it } from 'vitest'
import { campaignBalance } from './campaign-balance.ts'
import type { CalendarEntry } from './entries.ts'

const entryIn = (campaign_id?: number) =>
  ({ item: { post: campaign_id === undefined ? {} : { campaign_id } } }) as CalendarEntry

it('counts the posts of each campaign, the most first and those of none last', () => {
  const entries = [7, undefined, 8, 8, undefined, undefined, 99].map(entryIn)
  const known = new Map([
    [7, 'Sale'],
    [8, 'Launch'],
  ])
  expect(campaignBalance(entries, known)).toEqual([
    { id: 8, count: 2 },
    { id: 7, count: 1 },
    { id: 0, count: 4 },
  ])
  expect(campaignBalance([], known)).toEqual([])
})
