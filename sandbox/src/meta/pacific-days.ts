const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A day of Meta's figures, in Pacific time; Meta identifies it by the midnight that ends it. */
export type PacificDay = { day: string; endsAt: number }

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
})

function isMidnight(time: number): boolean {
  return clock.formatToParts(time).some(part => part.type === 'hour' && part.value === '00')
}

/** The days whose ending midnight lies after `since` and not after `until` (epoch milliseconds), in order. */
export function daysEnding(since: number, until: number): PacificDay[] {
  const days: PacificDay[] = []
  // Two days a year are not 24 hours long, so we go hour by hour; midnight there is always a full hour in UTC.
  for (let time = (Math.floor(since / HOUR_MS) + 1) * HOUR_MS; time <= until; time += HOUR_MS) {
    if (!isMidnight(time)) continue
    const day = clock.format(time - DAY_MS / 2).slice(0, 10)
    days.push({ day, endsAt: time })
  }
  return days
}
