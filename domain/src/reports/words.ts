import { noCampaignText, type SummedFigure } from '#domain/analytics/by-campaign.ts'
import type { ReportContent } from './model.ts'

/** How a report writes numbers and days. */
export type ReportWords = {
  /** `–` for none. */
  readonly number: (value: number | null) => string
  /** `+12.5 %`; `–` if nothing is known of it. */
  readonly change: (percent: number | null) => string
  /** A day, or the day of an instant in that zone. */
  readonly day: (value: string, timeZone?: string) => string
  /** Days from one to another: `1–31 May 2026`. */
  readonly days: (from: string, to: string) => string
  /** The same, for tables. */
  readonly shortDay: (value: string, timeZone?: string) => string
}

/** In this language; undefined: the reader's own. */
export const wordsIn = (language: string | undefined): ReportWords => {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const number = (value: number | null) => (value === null ? '–' : format.format(value))
  const dayBy =
    (month: 'long' | 'short') =>
    (value: string, timeZone = 'UTC') =>
      new Date(value).toLocaleDateString(language, { timeZone, day: 'numeric', month, year: 'numeric' })
  const span = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return {
    days: (from, to) => span.formatRange(new Date(from), new Date(to)),
    number,
    day: dayBy('long'),
    shortDay: dayBy('short'),
    change: percent => {
      if (percent === null) return '–'
      const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
      return `${sign}${number(Math.abs(percent))} %`
    },
  }
}

/** What the list of posts leaves out (docs/product/reports.md "What happened"). */
export const POSTS_NOTE = 'Posts made elsewhere count in the figures above, but are not listed.'

/** Minutes as people say them: `40 min`, `5.5 h`, `3 d`; `–` for none. */
export const durationText = (minutes: number | null): string => {
  if (minutes === null) return '–'
  if (minutes < 60) return `${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `${Number(hours.toFixed(1))} h` : `${Number((hours / 24).toFixed(1))} d`
}

/** What a figure is compared with, below it. */
export const usualText = (
  { previous, trailing }: { readonly previous: number | null; readonly trailing: number | null },
  { number }: ReportWords,
): string => {
  if (previous === null && trailing === null) return 'Nothing to compare with'
  return `Before ${number(previous)}${trailing === null ? '' : ` · usually ${number(trailing)}`}`
}

/** The parts of a report, as the page, the PDF and the table call them. */
export const reportParts = {
  goal: 'What we set out to do',
  figures: 'What happened',
  reasons: 'Why',
  posts: 'Posts',
  approvals: 'Approvals',
  coming: 'What comes next',
} as const

/** The lists in these parts. */
export const reportLists = {
  campaigns: 'By campaign',
  times: 'Time to decide',
  not_out: 'Did not go out',
  coming: 'Approved for the following month',
} as const

/** The columns of that list: the figures are sums, with what a post has on average behind them. */
export const campaignColumns = ['Campaign', 'Posts', 'Impressions', 'Engagement', 'Clicks'] as const

/** The cells of a campaign in it, each a text. */
export const campaignCells = (
  { name, posts, ...figures }: NonNullable<ReportContent['campaigns']>[number],
  { number }: ReportWords,
): readonly string[] => {
  const withMean = ({ total, per_post }: SummedFigure) =>
    total === null ? number(null) : `${number(total)} (${number(per_post)} per post)`
  const { impressions, engagement, clicks } = figures
  return [name ?? noCampaignText, number(posts), ...[impressions, engagement, clicks].map(withMean)]
}

export const NOTHING_PUBLISHED = 'Nothing was published in this period.'

/** The sides that approve, by their keys and names. */
export const reportSides = [
  ['client', 'Client'],
  ['agency', 'Agency'],
] as const

export const rankNames = { best: 'Best post', worst: 'Weakest post' } as const

/** What a post is called by: its text, if it has any. */
export const postName = (text: string): string => (text.trim() === '' ? 'Post without text' : text)

/** What a post that did not go out is called by if the client could not see it. */
export const UNSEEN_POST = 'A post that was not ready'
