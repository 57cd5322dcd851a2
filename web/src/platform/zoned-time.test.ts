import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listTimezones, localOf } from '#domain/kernel/time.ts'
import * as native from '#domain/kernel/zoned-time.ts'
import * as polyfilled from './zoned-time.ts'

const zones = fc.constantFrom(...listTimezones())
const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

test("a browser's zone arithmetic gives what the server's gives, for any time of any zone", () => {
  fc.assert(
    fc.property(instants, zones, (instant, timezone) => {
      const local = { ...localOf(instant, 'UTC'), timezone }
      expect(polyfilled.zonedInstant(local)).toBe(native.zonedInstant(local))
      const time = instant.getTime()
      const change = native.clockChangeBefore(time, timezone)
      expect(polyfilled.clockChangeBefore(time, timezone)).toBe(change)
      if (change === null) return
      // The hours around a clock change are where they could differ.
      const near = { ...localOf(new Date(change + (time % 7_200_000)), 'UTC'), timezone }
      const shown = { ...localOf(new Date(change - 60_000), timezone), timezone }
      for (const each of [near, shown]) {
        expect(polyfilled.zonedInstant(each)).toBe(native.zonedInstant(each))
      }
    }),
  )
})
