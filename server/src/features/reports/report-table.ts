import { noCampaignText } from '#domain/analytics/by-campaign.ts'
import { addDays } from '#domain/kernel/days.ts'
import { rowsText } from '#domain/kernel/table-text.ts'
import { localOf } from '#domain/kernel/time.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ReportContent, ReportText } from '#domain/reports/model.ts'
import { notOutWords } from '#domain/reports/not-out.ts'
import { reportLists, reportParts, reportSides } from '#domain/reports/words.ts'
import { FileAnswer } from '#server/platform/http/answers/file-answer.ts'

type Cells = readonly (string | number)[]

/** A number as a number; what is unknown is empty. */
const known = (value: number | null): number | string => value ?? ''

/** The report as a table: each part under its name and the names of its columns (docs/product/reports.md "As a table"). */
export const reportCsv = (report: ReportText): string => {
  const { content, from, to, goal, reasons } = report
  const parts: readonly (readonly [name: string, ...rows: Cells[]])[] = [
    ['Report', ['Agency', 'Client', 'From', 'To'], [content.agency_name, content.project_name, from, to]],
    [reportParts.goal, [goal]],
    [reportParts.reasons, [reasons]],
    ['Figures', ...figureRows(content)],
    ['Figures by day', ...dailyRows(report)],
    [reportParts.posts, ...postRows(content)],
    [reportLists.campaigns, ...campaignRows(content)],
    [reportParts.approvals, ...sideRows(content)],
    [reportLists.not_out, ...notOutRows(content)],
    [reportParts.coming, ...comingRows(content)],
  ]
  const [bom, gap] = ['\ufeff', '\r\n']
  return bom + parts.map(([name, ...rows]) => rowsText([[name], ...rows])).join(gap)
}

const figureRows = ({ networks }: ReportContent): Cells[] => [
  ['Network', 'Figure', 'This period', 'Before', 'Change in percent', 'Usually'],
  ...networks.flatMap(({ social_network, figures }) =>
    figures.map(
      ({ label, value, previous, change, trailing }): Cells => [
        ...[networkNames[social_network], label],
        ...[value, previous, change, trailing].map(known),
      ],
    ),
  ),
]

const dailyRows = ({ content, from }: ReportText): Cells[] => [
  ['Network', 'Figure', 'Day', 'Value'],
  ...content.networks.flatMap(({ social_network, figures }) =>
    figures.flatMap(({ label, daily = [] }) =>
      daily.flatMap((value, index): Cells[] =>
        value === null ? [] : [[networkNames[social_network], label, addDays(from, index), value]],
      ),
    ),
  ),
]

const timeIn = (instant: string, timezone: string): string => {
  const { date, time } = localOf(new Date(instant), timezone)
  return `${date} ${time}`
}

const postRows = ({ posts, timezone }: ReportContent): Cells[] => [
  [
    ...['Network', 'Published', 'Text', 'Address', 'Reach', 'Impressions', 'Likes', 'Comments', 'Shares'],
    ...['Clicks', 'Best or weakest'],
  ],
  ...posts.map(
    (post): Cells => [
      ...[networkNames[post.social_network], timeIn(post.published_at, timezone), post.message],
      post.permalink ?? '',
      ...[post.reach, post.impressions, post.likes, post.comments, post.shares, post.clicks].map(known),
      post.rank === null ? '' : post.rank === 'best' ? 'Best' : 'Weakest',
    ],
  ),
]

const campaignRows = ({ campaigns = [] }: ReportContent): Cells[] => [
  [
    ...['Campaign', 'Posts', 'Reach', 'Reach per post', 'Impressions', 'Impressions per post'],
    ...['Engagement', 'Engagement per post', 'Clicks', 'Clicks per post'],
  ],
  ...campaigns.map(
    ({ name, posts, reach, impressions, engagement, clicks }): Cells => [
      ...[name ?? noCampaignText, posts],
      ...[reach, impressions, engagement, clicks]
        .flatMap(({ total, per_post }) => [total, per_post])
        .map(known),
    ],
  ),
]

const sideRows = ({ approvals }: ReportContent): Cells[] => [
  [
    ...['Side', 'Decisions', 'Median minutes', '9 of 10 within minutes', 'Rounds per post', 'Late'],
    'Waiting past a deadline',
  ],
  ...reportSides.map(([side, name]): Cells => {
    const { decisions, median_minutes, p90_minutes, rounds_per_post, late, overdue } = approvals[side]
    const times = [median_minutes, p90_minutes, rounds_per_post].map(known)
    return [name, decisions, ...times, late, overdue]
  }),
]

const notOutRows = ({ approvals, timezone }: ReportContent): Cells[] => [
  ['Network', 'Planned for', 'Text', 'Why'],
  ...approvals.not_out.map(
    (post): Cells => [
      ...[networkNames[post.social_network], timeIn(post.scheduled_at, timezone)],
      ...[post.message, notOutWords[post.reason]],
    ],
  ),
]

const comingRows = ({ approvals, timezone }: ReportContent): Cells[] => [
  ['Network', 'Planned for', 'Text'],
  ...approvals.coming.map(
    (post): Cells => [
      ...[networkNames[post.social_network], timeIn(post.scheduled_at, timezone), post.message],
    ],
  ),
]

export const csvAnswer = (report: ReportText): FileAnswer =>
  new FileAnswer({
    name: `report-${report.from}.csv`,
    contentType: 'text/csv; charset=utf-8',
    isDownload: true,
    content: reportCsv(report),
  })
