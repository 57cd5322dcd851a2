import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { listTimezones } from '#domain/kernel/time.ts'
import { chartedHours, hoursInZone, hoursOfPosts, noHours } from './best-time.ts'

test('the chart shows the odd hours', () => {
  const values = noHours().map((_, hour) => hour * 10)
  expect(chartedHours(values).map(({ hour }) => hour)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23])
  expect(chartedHours(values)[1]).toEqual({ hour: 3, value: 30 })
})

test('noon in California is nine in the evening in Berlin', () => {
  const values = noHours()
  values[12] = 40
  const shifted = hoursInZone(values, { day: '2026-06-10', from: 'America/Los_Angeles', to: 'Europe/Berlin' })
  expect(shifted[21]).toBe(40)
})

it('loses no follower between zones', () => {
  const hours = fc.array(fc.nat(1000), { minLength: 24, maxLength: 24 })
  fc.assert(
    fc.property(hours, fc.constantFrom(...listTimezones()), (values, to) => {
      const shifted = hoursInZone(values, { day: '2026-03-08', from: 'America/Los_Angeles', to })
      const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)
      expect(sum(shifted)).toBe(sum(values))
    }),
    { numRuns: 30 },
  )
})

test('an hour is rated by the average of its posts', () => {
  const at = (time: string, figure: number) => ({ createdAt: new Date(`2026-06-10T${time}:00Z`), figure })
  const hours = hoursOfPosts([at('07:10', 10), at('07:50', 5), at('18:00', 7)], 'Europe/Berlin')
  expect([hours[9], hours[20], hours[7]]).toEqual([7.5, 7, 0])
})
