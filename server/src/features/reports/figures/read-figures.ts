import { comparedDays } from '#domain/analytics/changes.ts'
import { findMetric } from '#domain/analytics/metrics.ts'
import { addDays, daysBetween } from '#domain/kernel/days.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type Figure, figureOf, reportFigures } from '#domain/reports/figures.ts'
import { listPoints, type Point } from '#server/features/analytics/points.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

type Days = { readonly from: LocalDate; readonly to: LocalDate }

const TRAILING_DAYS = 90

type DailyFigure = Figure & { readonly label: string; readonly daily: (number | null)[] }

/** What the reports' figures of a network are in these Pacific days. */
export const readFigures = async (
  db: Reader,
  scope: ProjectScope,
  network: SocialNetwork,
  { from, to }: Days,
): Promise<readonly DailyFigure[]> => {
  const days = daysBetween(from, to) + 1
  const before = addDays(from, -days)
  const trailing = addDays(from, -TRAILING_DAYS)
  const wanted: readonly (readonly [string, string, string?])[] = reportFigures[network]
  const metrics = wanted.flatMap(([name, , other]) => (other === undefined ? [name] : [name, other]))
  const points = await listPoints(db, scope, {
    network,
    metrics,
    to,
    from: before < trailing ? before : trailing,
  })
  const byMetric = Map.groupBy(points, ({ metric }) => metric)
  return wanted.map(([name, label, other]) => {
    const kind = findMetric(network, name)?.kind
    if (kind === undefined || kind === 'hours') throw new Error(`${network} has no daily metric ${name}`)
    const own = addedUp([...(byMetric.get(name) ?? []), ...(byMetric.get(other ?? '') ?? [])])
    const now = daysIn(own, from, addDays(to, 1))
    const earlier = daysIn(own, before, from)
    const stretches = {
      now: valuesOf(now),
      before: valuesOf(kind === 'level' ? earlier : comparedDays(now, earlier, days)),
      trailing: valuesOf(daysIn(own, trailing, from)),
    }
    const daily = dailyOf(own, from, days)
    return { label, ...figureOf({ kind, days, ...stretches }), daily }
  })
}

type Day = Pick<Point, 'day' | 'value'>

/** One value a day, of metrics that are parts of a figure; by day. */
const addedUp = (points: readonly Point[]): readonly Day[] =>
  [...Map.groupBy(points, ({ day }) => day)]
    .map(([day, parts]) => ({ day, value: parts.reduce((sum, { value }) => sum + value, 0) }))
    .toSorted((a, b) => a.day.localeCompare(b.day))

/** The value of each day of the period; null: none is known. */
const dailyOf = (points: readonly Day[], from: LocalDate, days: number): (number | null)[] => {
  const values = new Map(points.map(({ day, value }) => [day, value]))
  return Array.from({ length: days }, (_, index) => values.get(addDays(from, index)) ?? null)
}

/** From a day until before another. */
const daysIn = (days: readonly Day[], from: LocalDate, end: LocalDate): readonly Day[] =>
  days.filter(({ day }) => day >= from && day < end)

const valuesOf = (days: readonly Day[]): number[] => days.map(({ value }) => value)
