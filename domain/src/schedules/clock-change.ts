import { instantOf } from '#domain/kernel/instant-of.ts'
import { type LocalDateTime, localOf } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'

const MINUTE = 60_000

/** By how much clocks are put back somewhere on Earth, in minutes: Lord Howe Island by half an hour. */
const putBackBy = [30, 60, 120]

/** What a change of the clocks makes of a planned time, in words; null on any other night. (docs/product/schedules.md "Time") */
export const clockChangeText = (planned: LocalDateTime & { readonly timezone: string }): string | null => {
  const { date, time, timezone } = planned
  const instant = instantOf(planned)
  const day = formatLocal(planned, formats.dayThisYear)
  const typed = formatLocal(planned, formats.time)
  const shown = localOf(instant, timezone)
  if (shown.date !== date || shown.time !== time)
    return `${typed} does not exist on ${day}: the clocks go forward. It goes out at ${formatLocal(shown, formats.time)}.`
  const isAgain = putBackBy.some(minutes => {
    const later = localOf(new Date(instant.getTime() + minutes * MINUTE), timezone)
    return later.date === date && later.time === time
  })
  return isAgain ? `${typed} comes twice on ${day}: the clocks go back. It goes out the first time.` : null
}
