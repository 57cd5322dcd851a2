import { expect, it } from 'vitest'
import { countryCode } from './countries.ts'

it.each([
  ['Germany', 'DE'],
  [' new zealand ', 'NZ'],
  ['Australia', 'AU'],
  ['AUS', 'AU'],
  ['au', 'AU'],
  ['USA', 'US'],
  ['UK', 'GB'],
  ['Deutschland', 'DE'],
  ['Côte d’Ivoire', 'CI'],
  ['Atlantis', null],
])('%s is %s at the gateway', (typed, code) => {
  expect(countryCode(typed)).toBe(code)
})
