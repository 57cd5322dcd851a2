import type { noCampaignText, SummedFigure } from '#domain/analytics/by-campaign.ts'
import { phrase, type Say, type Words, wordsFrom } from '#domain/kernel/languages/words.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import type { ReportContent } from './model.ts'

/** How a report says things, and writes numbers and days. */
export type ReportWords = {
  readonly say: Say
  /** `–` for none. */
  readonly number: (value: number | null) => string
  /** `12.5 %` */
  readonly percent: (percent: number) => string
  /** `+12.5 %`; `–` if nothing is known of it. */
  readonly change: (percent: number | null) => string
  /** Minutes as people say them: `40 min`, `5.5 h`, `3 d`; `–` for none. */
  readonly duration: (minutes: number | null) => string
  /** A day, or the day of an instant in that zone. */
  readonly day: (value: string, timeZone?: string) => string
  /** Days from one to another: `1–31 May 2026`. */
  readonly days: (from: string, to: string) => string
  /** The same, for tables. */
  readonly shortDay: (value: string, timeZone?: string) => string
}

const NONE = '–'

/** In English as everywhere in Galley, also beside the numbers of a language that has no words here. */
const english = (number: ReportWords['number']) => ({
  percent: (percent: number) => `${number(percent)} %`,
  change: (percent: number | null) => {
    if (percent === null) return NONE
    return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${number(Math.abs(percent))} %`
  },
  duration: durationText,
})

/** As people write it there. */
const asWrittenIn = (locale: string) => {
  const shape = { style: 'percent', maximumFractionDigits: 2 } as const
  const percent = new Intl.NumberFormat(locale, shape)
  const signed = new Intl.NumberFormat(locale, { ...shape, signDisplay: 'exceptZero' })
  const span = (unit: 'minute' | 'hour' | 'day', value: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  return {
    percent: (value: number) => percent.format(value / 100),
    change: (value: number | null) => (value === null ? NONE : signed.format(value / 100)),
    duration: (minutes: number | null) => (minutes === null ? NONE : span(...largestUnit(minutes))),
  }
}

/** Numbers and days of this locale, undefined for the reader's own; words in English if nothing else is said. */
export const wordsIn = (
  locale: string | undefined,
  { language, say }: Words = wordsFrom('en', {}),
): ReportWords => {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const number = (value: number | null) => (value === null ? NONE : format.format(value))
  const dayBy =
    (month: 'long' | 'short') =>
    (value: string, timeZone = 'UTC') =>
      new Date(value).toLocaleDateString(locale, { timeZone, day: 'numeric', month, year: 'numeric' })
  const span = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return {
    say,
    number,
    days: (from, to) => span.formatRange(new Date(from), new Date(to)),
    day: dayBy('long'),
    shortDay: dayBy('short'),
    ...(language === 'en' || locale === undefined ? english(number) : asWrittenIn(locale)),
  }
}

/** What the list of posts leaves out (docs/product/reports.md "What happened"). */
export const POSTS_NOTE = phrase('Posts made elsewhere count in the figures above, but are not listed.')

const largestUnit = (minutes: number): ['minute' | 'hour' | 'day', number] => {
  if (minutes < 60) return ['minute', Math.round(minutes)]
  const hours = minutes / 60
  return hours < 48 ? ['hour', Number(hours.toFixed(1))] : ['day', Number((hours / 24).toFixed(1))]
}

const units = { minute: 'min', hour: 'h', day: 'd' } as const

/** Minutes as English readers say them: `40 min`, `5.5 h`, `3 d`; `–` for none. */
export const durationText = (minutes: number | null): string => {
  if (minutes === null) return NONE
  const [unit, value] = largestUnit(minutes)
  return `${value} ${units[unit]}`
}

/** What a figure is compared with, below it. */
export const usualText = (
  { previous, trailing }: { readonly previous: number | null; readonly trailing: number | null },
  { number, say }: ReportWords,
): string => {
  if (previous === null && trailing === null) return say('Nothing to compare with')
  const before = number(previous)
  if (trailing === null) return say('Before {before}', { before })
  return say('Before {before} · usually {usual}', { before, usual: number(trailing) })
}

/** The parts of a report, as the page, the PDF and the table call them. */
export const reportParts = {
  goal: phrase('What we set out to do'),
  figures: phrase('What happened'),
  reasons: phrase('Why'),
  posts: phrase('Posts'),
  approvals: phrase('Approvals'),
  coming: phrase('What comes next'),
} as const

/** The lists in these parts. */
export const reportLists = {
  campaigns: phrase('By campaign'),
  times: phrase('Time to decide'),
  not_out: phrase('Did not go out'),
  coming: phrase('Approved for the following month'),
} as const

/** The columns of these lists. Those of campaigns are sums, with what a post has on average behind them. */
export const reportColumns = {
  posts: [
    phrase('Post'),
    phrase('Network'),
    phrase('Date'),
    phrase('Reach'),
    phrase('Likes'),
    phrase('Comments'),
    phrase('Shares'),
  ],
  campaigns: [
    phrase('Campaign'),
    phrase('Posts'),
    phrase('Impressions'),
    phrase('Engagement'),
    phrase('Clicks'),
  ],
  times: [
    phrase('Side'),
    phrase('Decisions'),
    phrase('Median'),
    phrase('9 of 10 within'),
    phrase('Rounds per post'),
    phrase('Late'),
  ],
  not_out: [phrase('Post'), phrase('Network'), phrase('Planned for'), phrase('Why')],
  coming: [phrase('Post'), phrase('Network'), phrase('Date')],
} as const

/** Said here, so that the calendar carries no phrase for it. */
const withoutCampaign: typeof noCampaignText = phrase('No campaign')

/** The cells of a campaign, each a text. */
export const campaignCells = (
  { name, posts, ...figures }: NonNullable<ReportContent['campaigns']>[number],
  { number, say }: ReportWords,
): readonly string[] => {
  const withMean = ({ total, per_post }: SummedFigure) =>
    total === null
      ? number(null)
      : say('{total} ({mean} per post)', { total: number(total), mean: number(per_post) })
  const { impressions, engagement, clicks } = figures
  return [name ?? say(withoutCampaign), number(posts), ...[impressions, engagement, clicks].map(withMean)]
}

export const NOTHING_PUBLISHED = phrase('Nothing was published in this period.')

/** The sides that approve, by their keys and names. */
export const reportSides = [
  ['client', phrase('Client')],
  ['agency', phrase('Agency')],
] as const

export const rankNames = { best: phrase('Best post'), worst: phrase('Weakest post') } as const

/** What a post is called by: its text, if it has any. */
export const postName = (text: string, { say }: ReportWords): string =>
  isEmptyText(text) ? say('Post without text') : text

/** What a post that did not go out is called by if the client could not see it. */
export const UNSEEN_POST = phrase('A post that was not ready')
