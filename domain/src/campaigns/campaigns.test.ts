import { describe, expect, it, test } from 'vitest'
import { noCampaignText } from '#domain/analytics/by-campaign.ts'
import {
  campaignChoices,
  campaignDaysProblem,
  campaignDaysText,
  campaignNamed,
  campaignNameProblem,
  isOver,
  searchCampaigns,
} from './campaigns.ts'

describe("A campaign's name", () => {
  test.each([
    ['Summer sale', null],
    ['x'.repeat(100), null],
    ['🎄'.repeat(100), null],
    ['x'.repeat(101), 'A name has 100 characters at most'],
    [' \n ', 'Name is required'],
  ])('written as %j: %s', (name, problem) => {
    expect(campaignNameProblem(name)).toBe(problem)
  })

  it('names one campaign, in any case, of several the oldest', () => {
    const campaigns = [
      { id: 9, name: 'Sale' },
      { id: 4, name: 'SALE' },
    ]
    expect(campaignNamed(campaigns, ' sale ')?.id).toBe(4)
    expect(campaignNamed(campaigns, 'sal')).toBeUndefined()
    expect(campaignNamed([{ id: 1, name: 'Summer\u00a0sale' }], 'SUMMER  Sale')?.id).toBe(1)
    expect(campaignNamed(campaigns, '')).toBeUndefined()
  })

  it('is found by a part of it, in any case', () => {
    const [one, other] = [{ name: 'Summer SALE' }, { name: 'Behind the scenes' }]
    expect(searchCampaigns([one, other], ' sale ')).toEqual([one])
    expect(searchCampaigns([one, other], '')).toEqual([one, other])
  })
})

test.each([
  ['', '', null],
  ['2026-06-01', '', null],
  ['', '2026-06-01', null],
  ['2026-06-01', '2026-06-01', null],
  ['2026-06-02', '2026-06-01', 'The end must not be before the start'],
])('A campaign from %j to %j: %s', (start, end, problem) => {
  expect(campaignDaysProblem(start, end)).toBe(problem)
})

it('A campaign is over after its last day, and a content pillar never', () => {
  expect(isOver({ end_at: '2026-06-01' }, '2026-06-01')).toBe(false)
  expect(isOver({ end_at: '2026-06-01' }, '2026-06-02')).toBe(true)
  expect(isOver({ end_at: null }, '2026-06-02')).toBe(false)
})

test.each([
  ['2026-06-01', '2026-06-30', '1 – 30 Jun 2026'],
  ['2026-06-01', null, 'From 1 Jun 2026'],
  [null, '2026-06-30', 'Until 30 Jun 2026'],
  [null, null, 'No dates'],
])('A campaign from %j to %j says %j', (start_at, end_at, text) => {
  expect(campaignDaysText({ start_at, end_at })).toBe(text)
})

it('Campaigns of one name are told apart by their days where one is chosen', () => {
  const none = { start_at: null, end_at: null }
  const campaigns = [
    { id: 1, name: 'Spring', start_at: '2026-03-01', end_at: '2026-03-31' },
    { id: 2, name: 'spring ', ...none },
    { id: 3, name: 'Summer', ...none },
  ]
  expect(campaignChoices(campaigns).map(({ label }) => label)).toEqual([
    noCampaignText,
    'Spring (1 – 31 Mar 2026)',
    'spring  (No dates)',
    'Summer',
  ])
})
