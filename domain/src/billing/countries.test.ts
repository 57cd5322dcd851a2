import { expect, it } from 'vitest'
import { countryCode, countryNames, listedCountry } from './countries.ts'

it.each([
  ['Germany', 'DE'],
  [' new zealand ', 'NZ'],
  ['Australia', 'AU'],
  ['AUS', 'AU'],
  ['au', 'AU'],
  ['USA', 'US'],
  ['UK', 'GB'],
  ['Deutschland', 'DE'],
  // These have been the names of former codes, too.
  ['France', 'FR'],
  ['Serbia', 'RS'],
  ['United Kingdom', 'GB'],
  ['Côte d’Ivoire', 'CI'],
  ['Atlantis', null],
])('%s is %s at the gateway', (typed, code) => {
  expect(countryCode(typed)).toBe(code)
})

it('Every country is offered once, in order, and understood', () => {
  const names = countryNames()
  expect(names).toHaveLength(250)
  expect(names.slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania'])
  expect(new Set(names.map(countryCode)).size).toBe(250)
})

it.each([
  ['usa', 'United States'],
  ['AU', 'Australia'],
  ['Atlantis', 'Atlantis'],
  ['', ''],
])('What was typed as "%s" is shown as "%s"', (typed, name) => {
  expect(listedCountry(typed)).toBe(name)
})
