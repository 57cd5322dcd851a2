import { countText } from '#domain/kernel/count-text.ts'
import { dayOfWeek } from '#domain/kernel/days.ts'
import { type LocalDate, twoDigits, wallClock } from '#domain/kernel/time.ts'
import { NETWORK_ZONE } from './pacific-days.ts'

/** How high the chart of the best time is, in pixels (docs/product/schedules.md "Best time"). */
export const BEST_TIME_CHART_HEIGHT = 170

/** 24 zeros. */
export const noHours = (): number[] => Array.from({ length: 24 }, () => 0)

/** The odd-indexed 12 of 24 hourly numbers, with their hour (docs/product/schedules.md "Best time"). */
export function chartedHours(values: readonly number[]): { hour: number; value: number }[] {
  return values.flatMap((value, hour) => (hour % 2 === 1 ? [{ hour, value }] : []))
}

/** A Pacific day with how many followers were online in each of its 24 hours. */
export type OnlineDay = { readonly day: LocalDate; readonly hours: readonly number[] }

/** When a post went out and how many people reacted to it. */
export type RatedPost = { readonly publishedAt: Date; readonly figure: number }

/** Posts that are younger when they are read have not had the time that the others had. */
export const FULL_FIGURES_HOURS = 24

type Facts = {
  /** The day that somebody wants to post on. */
  readonly date: LocalDate
  readonly timezone: string
  readonly online: readonly OnlineDay[]
  readonly posts: readonly RatedPost[]
}

/**
 * How good each hour of the day is, in the project's zone: the best hour is 100, the others are in proportion. The share of followers online
 * at that hour times how well the account's own posts did then. All zeros if no hour is better than another.
 * (docs/product/schedules.md "Best time")
 */
export function bestHours(facts: Facts): number[] {
  const online = onlineRates(facts)
  const ranks = postRates(facts)
  const scores = online.map((rate, hour) => rate * (ranks[hour] ?? 1))
  const most = Math.max(...scores)
  if (most - Math.min(...scores) < most / 1000) return noHours()
  return scores.map(score => Math.round((score / most) * 1000) / 10)
}

/** Hourly sums and what they weigh, of all days and of the weekday that is asked about. */
class Hours {
  private readonly cells = noHours().map(() => ({ sum: 0, weight: 0, daySum: 0, dayWeight: 0 }))
  private readonly weekday: number
  constructor(date: LocalDate) {
    this.weekday = dayOfWeek(date)
  }

  add(at: { readonly date: LocalDate; readonly hour: number }, value: number, weight: number): void {
    const cell = this.cells[(at.hour + 24) % 24]
    if (!cell) throw new RangeError(`Not an hour: ${at.hour}`)
    cell.sum += value * weight
    cell.weight += weight
    if (dayOfWeek(at.date) !== this.weekday) return
    cell.daySum += value * weight
    cell.dayWeight += weight
  }

  /** The mean of each hour, drawn towards `mean` as if so many ordinary values came on top; the weekday's likewise towards the hour's. */
  shrunk(mean: number, strength: { readonly hour: number; readonly weekday: number }): number[] {
    return this.cells.map(({ sum, weight, daySum, dayWeight }) => {
      const hour = (sum + mean * strength.hour) / (weight + strength.hour)
      return (daySum + hour * strength.weekday) / (dayWeight + strength.weekday)
    })
  }
}

const HOUR_MS = 3_600_000
const hourOf = (time: string): number => Number(time.slice(0, 2))

/** A day's numbers are counts of many people already, so one or two days say much. */
const ONLINE_STRENGTH = { hour: 0.1, weekday: 2 }

/** How many more or fewer followers are online than in an average hour; 1 throughout if the network does not say. */
function onlineRates({ online, date, timezone }: Facts): number[] {
  const known = online.filter(({ hours }) => hours.length === 24 && hours.some(count => count > 0))
  if (known.length === 0) return noHours().map(() => 1)
  const clock = wallClock(timezone)
  const pacific = wallClock(NETWORK_ZONE)
  const hours = new Hours(date)
  for (const each of known)
    for (const { count, start } of startsOf(each, pacific)) {
      const local = clock(start)
      // Some zones are half an hour or a quarter off: the count belongs to both hours that it touches.
      const late = Number(local.time.slice(3)) / 60
      hours.add({ date: local.date, hour: hourOf(local.time) }, count, 1 - late)
      if (late === 0) continue
      const next = clock(new Date(start.getTime() + HOUR_MS - 60_000))
      hours.add({ date: next.date, hour: hourOf(next.time) }, count, late)
    }
  const mean = known.flatMap(each => each.hours).reduce((sum, count) => sum + count, 0) / (known.length * 24)
  return hours.shrunk(mean, ONLINE_STRENGTH).map(count => count / mean)
}

/** When each Pacific hour of the day begins; of one that a clock change repeats, the first. One that it skips counts nobody. */
function startsOf(
  { day, hours }: OnlineDay,
  pacific: ReturnType<typeof wallClock>,
): { count: number; start: Date }[] {
  const midday = Date.parse(`${day}T20:00:00Z`)
  const starts = new Map<string, Date>()
  for (let hour = midday - 14 * HOUR_MS; hour <= midday + 14 * HOUR_MS; hour += HOUR_MS) {
    const { date, time } = pacific(new Date(hour))
    if (date === day && !starts.has(time)) starts.set(time, new Date(hour))
  }
  return hours.flatMap((count, hour) => {
    const start = starts.get(`${twoDigits(hour)}:00`)
    return start ? [{ count, start }] : []
  })
}

/** Half of what is said of an hour comes from its own posts once there are five; of a weekday's hour likewise. */
const POST_STRENGTH = { hour: 5, weekday: 5 }
/** A post at five to nine says something about nine o'clock as well. */
const NEIGHBOUR_WEIGHT = 0.5

/**
 * How much better or worse posts of each hour did than the account's middle post, from 0 to 2; 1 where nothing is known. By rank among the
 * account's posts, so that one that went viral counts no more than the best of an ordinary week.
 */
function postRates({ posts, date, timezone }: Facts): number[] {
  const clock = wallClock(timezone)
  const hours = new Hours(date)
  const rankOf = ranks(posts.map(({ figure }) => figure))
  for (const { publishedAt, figure } of posts) {
    const local = clock(publishedAt)
    const hour = hourOf(local.time)
    const rank = rankOf(figure)
    hours.add({ date: local.date, hour }, rank, 1)
    for (const beside of [hour - 1, hour + 1])
      hours.add({ date: local.date, hour: beside }, rank, NEIGHBOUR_WEIGHT)
  }
  return hours.shrunk(MIDDLE, POST_STRENGTH).map(rank => rank / MIDDLE)
}

const MIDDLE = 0.5

/** The share of figures below one, from 0 to 1; equal ones share a rank, and those of all average to a half. */
function ranks(figures: readonly number[]): (figure: number) => number {
  const sorted = figures.toSorted((a, b) => a - b)
  const places = new Map<number, { first: number; last: number }>()
  for (const [index, figure] of sorted.entries())
    places.set(figure, { first: places.get(figure)?.first ?? index, last: index })
  return figure => {
    const place = places.get(figure)
    return place ? (place.first + place.last + 1) / 2 / sorted.length : MIDDLE
  }
}

/** How far the best time can be relied on. */
export const surenesses = ['sure', 'fair', 'guess'] as const
export type Sureness = (typeof surenesses)[number]

/** Fewer posts leave large parts of a week without any. */
export const FEW_POSTS = 10
const MANY_POSTS = 30
/** Every weekday once. */
const WHOLE_WEEK = 7

type Basis = { readonly posts: number; readonly onlineDays: number }

/** How sure the best time is that comes from so many posts and days. */
export function surenessOf({ posts, onlineDays }: Basis): Sureness {
  if (posts >= MANY_POSTS || (posts >= FEW_POSTS && onlineDays >= WHOLE_WEEK)) return 'sure'
  return posts >= FEW_POSTS || onlineDays >= WHOLE_WEEK ? 'fair' : 'guess'
}

/** What the best time comes from, in words (docs/product/schedules.md "Best time"). */
export function basisText({ posts, onlineDays }: Basis): string {
  const counted = countText(posts, 'post')
  if (onlineDays === 0)
    return posts < FEW_POSTS ? `Only ${counted} so far: a general guess` : `Based on ${posts} of your posts`
  if (posts >= FEW_POSTS) return `Based on ${posts} of your posts and when your followers are online`
  return `Based on when your followers were online on ${countText(onlineDays, 'day')}${posts === 0 ? '' : `; only ${counted} so far`}`
}
