import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf } from './instant-of.ts'
import { listTimezones, localOf } from './time.ts'

const zones = fc.constantFrom(...listTimezones())
const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
/** Up to a day and a bit around a clock change, in minutes. */
const minutes = fc.integer({ min: -2_000, max: 2_000 })

const transition = (instant: number, timezone: string, direction: 'next' | 'previous'): number | null =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timezone)
    .getTimeZoneTransition(direction)?.epochMilliseconds ?? null

/** The same by the runtime's `Temporal`, which moves a skipped time on by the whole length of the gap. */
const byTemporal = ({ date, time, timezone }: Parameters<typeof instantOf>[0]): Date => {
  const zoned = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone)
  const isSkipped = zoned.toPlainDateTime().toString({ smallestUnit: 'minute' }) !== `${date}T${time}`
  const instant = zoned.epochMilliseconds
  return new Date((isSkipped && transition(instant + 1, timezone, 'previous')) || instant)
}

test('any time of any zone is the instant that Temporal gives', () => {
  fc.assert(
    fc.property(instants, zones, minutes, (instant, timezone, distance) => {
      const local = { ...localOf(instant, 'UTC'), timezone }
      expect(instantOf(local)).toEqual(byTemporal(local))
      const change = transition(instant.getTime(), timezone, 'next')
      if (change === null) return
      // What the clock shows, skips or shows twice is within a day of a change.
      const near = { ...localOf(new Date(change + distance * 60_000), 'UTC'), timezone }
      expect(instantOf(near)).toEqual(byTemporal(near))
    }),
  )
})
