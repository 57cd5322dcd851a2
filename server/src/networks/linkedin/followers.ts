import { addDays } from '#domain/kernel/days.ts'
import { type Days, dayOfMs, msOfDay, type Values } from './insight-days.ts'
import type { LinkedinStatistics } from './statistics.ts'

type Counts = { readonly organic: number; readonly paid: number }

/**
 * Followers by day. LinkedIn reports the current number and the gains of each day, so earlier days are calculated backwards; a day whose
 * gains are not available yet equals the next one.
 */
export const readFollowers = async (statistics: LinkedinStatistics, days: Days): Promise<Values> => {
  const { from, to, today } = days
  const present = await readPresent(statistics)
  if ('reply' in present) return present
  const gains = await readGains(statistics, days)
  const organic: { date: string; value: number }[] = []
  const paid: { date: string; value: number }[] = []
  let counts: Counts = present
  for (let date = today; date >= from; date = addDays(date, -1)) {
    // Without the gains only today's number is known.
    if (gains === null && date !== today) break
    if (date <= to) {
      organic.unshift({ date, value: counts.organic })
      paid.unshift({ date, value: counts.paid })
    }
    const gained = gains?.get(date)
    if (gained) counts = { organic: counts.organic - gained.organic, paid: counts.paid - gained.paid }
  }
  return new Map([
    ['organic_followers', organic],
    ['paid_followers', paid],
  ])
}

/** Facets leave people out, so only paid followers come from there and organic ones are the rest of the total (docs/product/linkedin.md "Statistics"). */
const readPresent = async (
  statistics: LinkedinStatistics,
): Promise<Counts | Extract<Values, { reply: unknown }>> => {
  const facets = await statistics.followerFacets()
  if ('reply' in facets) return facets
  const countries = facets.elements.flatMap(each => each.followerCountsByGeoCountry)
  const sum = (kind: 'organicFollowerCount' | 'paidFollowerCount') =>
    countries.reduce((total, { followerCounts }) => total + followerCounts[kind], 0)
  const paid = sum('paidFollowerCount')
  const whole = await statistics.followers()
  return { paid, organic: 'total' in whole ? whole.total - paid : sum('organicFollowerCount') }
}

/** Gains by day, from the first requested to the newest available; null if they are refused. */
const readGains = async (
  statistics: LinkedinStatistics,
  { available, today }: Days,
): Promise<ReadonlyMap<string, Counts> | null> => {
  if (!available) return new Map()
  const newest = msOfDay(addDays(today, -1))
  const answer = await statistics.followerGains({ start: available.start, end: newest })
  if ('reply' in answer) return null
  return new Map(
    answer.elements.map(({ timeRange, followerGains }) => [
      dayOfMs(timeRange.start),
      { organic: followerGains.organicFollowerGain, paid: followerGains.paidFollowerGain },
    ]),
  )
}
