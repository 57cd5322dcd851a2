import type { NetworkOffer } from '#domain/duplication/contract.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { isLocalDate, type LocalDate, type LocalTime } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { clockChangeText } from '#domain/schedules/clock-change.ts'
import { isOutsideLeadTime, leadTimeInWords, mustNotAutopost } from '#domain/schedules/timing.ts'

/** How far a campaign can be moved at once, in days: ten years. */
export const SHIFT_DAYS_MAX = 3660
/** How many days can be left out. */
export const LEFT_OUT_MAX = 60
/** The most posts that are repeated at once: all or none, in one go. */
export const REPEATED_MAX = 500

/** To which days a campaign is repeated. */
export type Repetition = {
  readonly shiftDays: number
  /** Whole weeks: what was on a Monday stays on one. */
  readonly keepsWeekdays: boolean
  /** Days on which nothing is to go out. */
  readonly leftOut: readonly LocalDate[]
}

/** By how many days each post moves: with weekdays kept, the next whole weeks from the days that were asked for. */
export const shiftOf = ({ shiftDays, keepsWeekdays }: Pick<Repetition, 'shiftDays' | 'keepsWeekdays'>) =>
  keepsWeekdays ? 7 * Math.ceil(shiftDays / 7) || 0 : shiftDays

/** A day of the campaign when it is repeated; null: no calendar has it. */
export const movedDay = (day: LocalDate, repetition: Pick<Repetition, 'shiftDays' | 'keepsWeekdays'>) => {
  const moved = addDays(day, shiftOf(repetition))
  // The first and the last day that a schedule can have.
  return isLocalDate(moved) && moved >= '0001-01-01' && moved < '9999-12-31' ? moved : null
}

type Planned = { readonly date: LocalDate; readonly time: LocalTime; readonly is_autoposting: boolean }

/** A post of the campaign, with what becomes of it on each network of the target. */
export type RepeatSource = {
  readonly schedule: Planned | null
  readonly social_networks: readonly SocialNetwork[]
  readonly offers: readonly NetworkOffer[]
  /** Its own files are still being copied here. */
  readonly isIncomplete: boolean
  /** What its links have as `utm_campaign`, which stays as it is. */
  readonly namedByLinks: readonly string[]
}

/** What becomes of a post. */
export type RepeatedPost = {
  /** False: it stays behind, and the notices say why. */
  readonly is_repeated: boolean
  readonly social_networks: readonly SocialNetwork[]
  readonly schedule: Planned | null
  /** Its new time would have passed. */
  readonly isPast: boolean
  readonly notices: readonly string[]
}

/** Where and when it is repeated. */
export type RepeatTarget = {
  readonly timezone: string
  readonly now: Date
  readonly leadMinutes: number
}

const behind = (notice: string): RepeatedPost => ({
  is_repeated: false,
  social_networks: [],
  schedule: null,
  isPast: false,
  notices: [notice],
})

/** What becomes of a post of a campaign that is repeated, with all that cannot come along in words (docs/product/campaigns.md "Repeat"). */
export const repeatPost = (
  source: RepeatSource,
  repetition: Repetition,
  target: RepeatTarget,
): RepeatedPost => {
  const date = source.schedule && movedDay(source.schedule.date, repetition)
  if (date !== null && repetition.leftOut.includes(date))
    return behind(`${formatLocal({ date, time: '00:00' }, formats.weekday)} is left out.`)
  if (source.isIncomplete) return behind('Its own files are still being copied.')
  const own = source.offers.filter(({ social_network }) => source.social_networks.includes(social_network))
  const offers = own.filter(({ is_connected, type }) => is_connected && type !== null)
  if (offers.length === 0) return behind('None of its networks is connected there.')
  const when = timeOf(source.schedule, date, offers, target)
  return {
    is_repeated: true,
    social_networks: offers.map(({ social_network }) => social_network),
    schedule: when.schedule,
    isPast: when.isPast,
    notices: [
      ...own
        .filter(offer => !offers.includes(offer))
        .map(({ social_network }) => `${networkNames[social_network]} is not connected there: left out.`),
      ...offers.flatMap(({ lost, problems }) => [...lost, ...problems]),
      ...source.namedByLinks.map(name => `Its links keep utm_campaign=${name}.`),
      ...when.notices,
    ],
  }
}

const timeOf = (
  schedule: Planned | null,
  date: LocalDate | null,
  offers: readonly NetworkOffer[],
  { timezone, now, leadMinutes }: RepeatTarget,
): { schedule: Planned | null; isPast: boolean; notices: string[] } => {
  if (schedule === null || date === null) return { schedule: null, isPast: false, notices: [] }
  const planned = { ...schedule, date }
  const instant = instantOf({ ...planned, timezone })
  const isPast = instant <= now
  if (!isOutsideLeadTime(instant, now, leadMinutes)) {
    const why = isPast ? 'has passed' : `is less than ${leadTimeInWords(leadMinutes)} from now`
    const text = formatLocal(planned, formats.dayTime)
    return { schedule: null, isPast, notices: [`${text} ${why}: the draft gets no time.`] }
  }
  const clockChange = clockChangeText({ ...planned, timezone })
  const notices = clockChange === null ? [] : [clockChange]
  const isByHand = offers.some(({ social_network, type }) => type && mustNotAutopost([social_network], type))
  if (!schedule.is_autoposting || !isByHand) return { schedule: planned, isPast, notices }
  return {
    schedule: { ...planned, is_autoposting: false },
    isPast,
    notices: [...notices, 'This type is not posted automatically: autoposting is off.'],
  }
}

/** Why so many posts cannot be repeated, in words, or null. */
export const tooManyToRepeat = (count: number): string | null =>
  count > REPEATED_MAX
    ? `At most ${REPEATED_MAX} posts can be repeated at once. This campaign has ${count}.`
    : null

/** Why nothing of a campaign can be repeated like this, in words, or null. `isHere`: the drafts are made in its own project. */
export const repeatProblem = (
  posts: readonly (RepeatedPost & { readonly from: Pick<Planned, 'date'> | null })[],
  { isHere = false }: { readonly isHere?: boolean } = {},
): string | null => {
  if (posts.length === 0) return 'This campaign has no posts yet.'
  const repeated = posts.filter(({ is_repeated }) => is_repeated)
  if (repeated.length === 0) return `None of its ${countText(posts.length, 'post')} can come along.`
  const dated = repeated.filter(({ from }) => from !== null)
  if (dated.length > 0 && dated.every(({ isPast }) => isPast))
    return `${dated.length === 1 ? 'The post' : `All ${dated.length} posts`} would be on days that have passed. Choose a later first day.`
  // All posts move by as many days.
  if (isHere && dated.some(({ from, schedule }) => schedule !== null && schedule.date === from?.date))
    return 'Its posts are on these days already. Choose another first day.'
  return null
}
