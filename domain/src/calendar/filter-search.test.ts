import { expect, it } from 'vitest'
import { filterSearch, readFilterSearch } from './filter-search.ts'
import { noFilter } from './filters.ts'

it('a filter is written to an address and read from it again', () => {
  const filter = {
    status: ['draft', 'live'],
    social_network: ['facebook', 'linkedin'],
    social_post_type: ['text'],
    label: [3, 12],
    campaign: [0, 5],
  } as const
  expect(filterSearch(filter)).toEqual({
    status: 'draft,live',
    social_network: 'facebook,linkedin',
    social_post_type: 'text',
    label: '3,12',
    campaign: '0,5',
  })
  expect(readFilterSearch(filterSearch(filter))).toEqual(filter)
  expect(readFilterSearch(filterSearch(noFilter))).toEqual(noFilter)
})

it('networks, types, labels and campaigns that cannot exist are left out', () => {
  const search = {
    social_network: 'myspace,facebook,',
    social_post_type: 'poem',
    label: 'x,4,',
    campaign: 'y,,6',
  }
  expect(readFilterSearch(search)).toEqual({
    ...noFilter,
    social_network: ['facebook'],
    label: [4],
    campaign: [6],
  })
})
