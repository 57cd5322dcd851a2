import { instantOf } from '#domain/kernel/instant-of.ts'
import { type LocalDate, localOf, twoDigits } from '#domain/kernel/time.ts'

/** How high the chart of the best time is, in pixels (docs/product/schedules.md "Best time"). */
export const BEST_TIME_CHART_HEIGHT = 170

/** 24 zeros. */
export const noHours = (): number[] => Array.from({ length: 24 }, () => 0)

/** The odd-indexed 12 of 24 hourly numbers, with their hour (docs/product/schedules.md "Best time"). */
export function chartedHours(values: readonly number[]): { hour: number; value: number }[] {
  return values.flatMap((value, hour) => (hour % 2 === 1 ? [{ hour, value }] : []))
}

/** 24 hourly numbers of a day in one zone, as the hours of another; if a clock change merges two hours, they are added up. */
export function hoursInZone(
  values: readonly number[],
  { day, from, to }: { day: LocalDate; from: string; to: string },
): number[] {
  const shifted = noHours()
  for (const [hour, value] of values.slice(0, 24).entries()) {
    const instant = instantOf({ date: day, time: `${twoDigits(hour)}:00`, timezone: from })
    const there = hourOf(instant, to)
    shifted[there] = (shifted[there] ?? 0) + value
  }
  return shifted
}

/** How well posts of each hour did: the mean of their figures, so that posting often at one hour does not make it the best. */
export function hoursOfPosts(
  posts: readonly { readonly createdAt: Date; readonly figure: number }[],
  timezone: string,
): number[] {
  const byHour = Map.groupBy(posts, ({ createdAt }) => hourOf(createdAt, timezone))
  return noHours().map((_, hour) => {
    const own = byHour.get(hour) ?? []
    const sum = own.reduce((total, { figure }) => total + figure, 0)
    return own.length === 0 ? 0 : Math.round((sum / own.length) * 10) / 10
  })
}

const hourOf = (instant: Date, timezone: string): number =>
  Number(localOf(instant, timezone).time.slice(0, 2))
