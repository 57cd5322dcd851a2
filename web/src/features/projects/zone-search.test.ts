import { expect, test } from 'vitest'
import { isZoneFound } from './zone-search.ts'

test.each([
  ['Europe - Vienna', 'europe/vienna'],
  ['Europe - Vienna', 'Europe - Vienna'],
  ['Europe - Vienna', ' vien'],
  ['Europe - Vienna', ''],
  ['America - New York', 'New_York'],
  ['America - New York', 'america/new york'],
  ['America - Port-au-Prince', 'port-au'],
])('%s is found by "%s"', (label, typed) => {
  expect(isZoneFound(label, typed)).toBe(true)
})

test('another place is not found', () => {
  expect(isZoneFound('Europe - Vienna', 'vilnius')).toBe(false)
})
