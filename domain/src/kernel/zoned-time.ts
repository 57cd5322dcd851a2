import type { LocalDateTime } from './time.ts'

/**
 * The instant, in milliseconds, at which the wall clock of `timezone` shows `date` and `time`; of two the first, and in a gap the wanted
 * time pushed on by the gap's whole length. By the runtime's own `Temporal`; the web build puts `web/src/platform/zoned-time.ts` in
 * place of this file, for browsers that have none. (docs/decisions/0103-node-26.md)
 */
export function zonedInstant({ date, time, timezone }: LocalDateTime & { timezone: string }): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone).epochMilliseconds
}

/** The latest clock change of `timezone` before the instant, both in milliseconds; null where there was none. */
export function clockChangeBefore(instant: number, timezone: string): number | null {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone)
  return zoned.getTimeZoneTransition('previous')?.epochMilliseconds ?? null
}
