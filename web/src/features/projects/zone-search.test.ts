import { expect, test } from 'vitest'
import places from './zone-places.json'
import { findZones, offsetLabel, zonesOf } from './zone-search.ts'

const winter = new Date('2026-11-20T12:00:00Z')
const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort()
const zones = zonesOf(names, places, winter)
const find = (typed: string) => findZones(zones, typed).map(({ name }) => name)
/** Runtimes differ in which of two names they list. */
const either = (name: string, former: string) => (names.includes(name) ? name : former)
const kolkata = either('Asia/Kolkata', 'Asia/Calcutta')
const kyiv = either('Europe/Kyiv', 'Europe/Kiev')

test.each([
  ['GMT+5:30', kolkata],
  ['+0530', kolkata],
  ['utc+05:30', kolkata],
  ['gmt-8', 'America/Los_Angeles'],
  ['UTC−8', 'America/Los_Angeles'],
  ['PST', 'America/Los_Angeles'],
  ['pdt', 'America/Los_Angeles'],
  ['GMT', 'Europe/London'],
  ['CEST', 'Europe/Berlin'],
  ['Mumbai', kolkata],
  ['kolkata', kolkata],
  ['india', kolkata],
  ['Kyiv', kyiv],
  ['kiev', kyiv],
  ['Ukraine', kyiv],
  ['munich', 'Europe/Berlin'],
  ['koln', 'Europe/Berlin'],
  ['San Francisco', 'America/Los_Angeles'],
  ['USA', 'America/New_York'],
  ['us', 'America/Chicago'],
  ['pacific time', 'America/Los_Angeles'],
  ['europe/vienna', 'Europe/Vienna'],
  ['Europe - Vienna', 'Europe/Vienna'],
  [' vien', 'Europe/Vienna'],
  ['New_York', 'America/New_York'],
  ['america/new york', 'America/New_York'],
  ['port-au', 'America/Port-au-Prince'],
  ['utc', 'UTC'],
])('"%s" finds %s', (typed, zone) => {
  expect(find(typed)).toContain(zone)
})

test.each([
  ['auckland', 'Pacific/Auckland'],
  ['Mumbai', kolkata],
  ['Kyiv', kyiv],
  ['New York', 'America/New_York'],
  ['UK', 'Europe/London'],
  ['England', 'Europe/London'],
  ['UAE', 'Asia/Dubai'],
  ['india', kolkata],
  ['indi', kolkata],
  ['eri', either('Africa/Asmara', 'Africa/Asmera')],
  ['hano', either('Asia/Ho_Chi_Minh', 'Asia/Saigon')],
])('"%s" finds %s first', (typed, zone) => {
  expect(find(typed)[0]).toBe(zone)
})

test('a short name of a country finds its zones before those that only contain the letters', () => {
  const countries = find('usa').map(name => zones.find(zone => zone.name === name)?.places.split(':')[0])
  expect(countries.indexOf('Zambia')).toBeGreaterThan(countries.lastIndexOf('United States'))
})

test('an offset finds only zones that currently have it', () => {
  expect(find('+1')).toContain('Europe/Berlin')
  expect(find('+1')).not.toContain('Europe/London')
  const summer = zonesOf(names, places, new Date('2026-07-20T12:00:00Z'))
  expect(findZones(summer, '+1').map(({ name }) => name)).toContain('Europe/London')
})

test('nothing typed finds every zone, and nonsense none', () => {
  expect(find('')).toEqual(names)
  expect(find('vilniusburg')).toEqual([])
})

test('every zone of the list has its country and cities, except UTC', () => {
  expect(zones.filter(zone => zone.places === '').map(({ name }) => name)).toEqual(['UTC'])
})

test('a zone has no city of its neighbour', () => {
  const placesOf = (name: string) => zones.find(zone => zone.name === name)?.places
  expect(placesOf(either('Africa/Asmara', 'Africa/Asmera'))).toBe('Eritrea: Asmara, Keren, Af’abet')
  expect(placesOf('Asia/Hovd')).toBe('Mongolia: Ulaangom, Khovd, Ölgii')
})

test('a zone shows its current offset', () => {
  const shown = (name: string) => offsetLabel(zones.find(zone => zone.name === name)?.offset ?? Number.NaN)
  expect([kolkata, 'America/Los_Angeles', 'Pacific/Auckland', 'Africa/Accra'].map(shown)).toEqual([
    'GMT+5:30',
    'GMT-8',
    'GMT+13',
    'GMT',
  ])
})
