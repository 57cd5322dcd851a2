import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'
import type * as native from '#domain/kernel/zoned-time.ts'

/**
 * What `domain/src/kernel/zoned-time.ts` does, for browsers without `Temporal`: the build puts it in that file's place
 * (`web/vite.config.ts`). It goes when every browser we support has it.
 */
export const zonedInstant: typeof native.zonedInstant = ({ date, time, timezone }) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const [hour, minute] = time.split(':').map(Number)
  const zoned = ZonedDateTime.fromFields({ year, month, day, hour, minute, timeZone: timezone })
  return ZonedDateTime.toInstant(zoned).epochMilliseconds
}

export const clockChangeBefore: typeof native.clockChangeBefore = (instant, timezone) => {
  const zoned = toZonedDateTimeISO(fromEpochMilliseconds(instant), timezone)
  const change = ZonedDateTime.getTimeZoneTransition(zoned, 'previous')
  return change && ZonedDateTime.toInstant(change).epochMilliseconds
}
