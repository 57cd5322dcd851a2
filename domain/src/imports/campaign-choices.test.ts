import { expect, it } from 'vitest'
import { campaignOfCell, UNKNOWN_CAMPAIGNS_MAX, unknownCampaigns } from './campaign-choices.ts'

const campaigns = [
  { id: 3, name: 'Summer Sale' },
  { id: 4, name: 'Winter' },
]

it('Names that the project has no campaign of are asked about once each, with what was chosen before', () => {
  const cells = ['Sumer Sale', ' sumer  sale ', 'WINTER', '', 'Easter', 'x'.repeat(201)]
  expect(unknownCampaigns(cells, campaigns, [{ name: 'EASTER', campaign: 'Winter' }])).toEqual([
    { name: 'Sumer Sale', campaign: null },
    { name: 'Easter', campaign: 'Winter' },
  ])
  const many = Array.from({ length: 60 }, (_, index) => `Campaign ${index}`)
  expect(unknownCampaigns(many, campaigns, [])).toHaveLength(UNKNOWN_CAMPAIGNS_MAX)
})

it('A cell means the campaign that it names, then the one that was chosen, and none that is gone', () => {
  const campaignChoices = [
    { name: 'Sumer Sale', campaign: 'Summer sale' },
    { name: 'Winter', campaign: 'Summer Sale' },
    { name: 'Easter', campaign: 'Spring' },
    { name: 'Open', campaign: null },
  ]
  const meant = (text: string) => campaignOfCell(text, { campaigns, campaignChoices })?.id
  expect(['sumer SALE', 'Winter', 'Easter', 'Open', 'Autumn'].map(meant)).toEqual([
    3,
    4,
    undefined,
    undefined,
    undefined,
  ])
})
