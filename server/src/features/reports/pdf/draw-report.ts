import { accentTones } from '#domain/agencies/accent.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ReportContent, ReportPaper, SharedReport } from '#domain/reports/model.ts'
import { notOutWords } from '#domain/reports/not-out.ts'
import {
  campaignCells,
  campaignColumns,
  durationText,
  NOTHING_PUBLISHED,
  POSTS_NOTE,
  type ReportWords,
  rankNames,
  reportLists,
  reportParts,
  reportSides,
  UNSEEN_POST,
  wordsIn,
} from '#domain/reports/words.ts'
import { drawLogo } from '#server/platform/pdf/logo.ts'
import {
  beginSection,
  colours,
  decorate,
  finishSheet,
  keepTogether,
  makeSheet,
  type Sheet,
  type Style,
  tagged,
  write,
  writeParagraph,
} from '#server/platform/pdf/sheet.ts'
import { writeTable } from '#server/platform/pdf/table.ts'
import { FIRST_FIGURES, writeFigures } from './figure-cards.ts'
import { type Pictures, POST_CARDS, textOf, writePostCards } from './post-cards.ts'

/** A report with all that its PDF shows. `sent_at` null: a draft, of `at`. */
export type PrintedReport = {
  readonly report: Omit<SharedReport, 'sent_at'> & { readonly sent_at: string | null }
  readonly pictures: Pictures
  readonly paper: ReportPaper
  readonly at: Date
}

type Drawing = PrintedReport & { readonly sheet: Sheet; readonly words: ReportWords }

/** The report as a PDF (docs/product/reports.md "As a PDF"). */
export const drawReport = (printed: PrintedReport): Promise<Buffer> => {
  const { report, paper, at } = printed
  const { content } = report
  const words = wordsIn(report.language)
  const days = words.days(report.from, report.to)
  const sheet = makeSheet({
    paper,
    title: `${content.project_name}, ${days}`,
    author: content.agency_name,
    language: 'en',
    accent: accentTones(content.look?.accent ?? null),
    at: report.sent_at === null ? at : new Date(report.sent_at),
  })
  const drawing = { ...printed, sheet, words }
  writeTop(drawing, days)
  writeText(sheet, reportParts.goal, report.goal)
  writeNetworks(drawing)
  writeText(sheet, reportParts.reasons, report.reasons)
  writePosts(drawing)
  writeApprovals(drawing)
  writeComing(drawing)
  writeLoss(sheet)
  // First, since the names may be too long for the line.
  const draft = report.sent_at === null ? 'Draft · ' : ''
  return finishSheet(sheet, `${draft}${content.agency_name} · ${content.project_name} · ${days}`)
}

const AGENCY_LOGO = 24
const PROJECT_LOGO = 56

const writeTop = ({ sheet, report, words, at }: Drawing, days: string): void => {
  const { doc, accent, body, left, width } = sheet
  const { content, sent_at } = report
  const { agency_name, project_name, look } = content
  decorate(sheet, () => doc.rect(0, 0, doc.page.width, 8).fill(accent.surface))
  const { y } = doc
  const logo = { name: agency_name, x: left, y: y - 5, side: AGENCY_LOGO }
  const indent = drawLogo(sheet, look?.agency_logo, logo) ? AGENCY_LOGO + 10 : 0
  const client = { name: project_name, x: left + width - PROJECT_LOGO, y: y - 5, side: PROJECT_LOGO }
  const inner = width - (drawLogo(sheet, look?.project_logo, client) ? PROJECT_LOGO + 16 : 0)
  const line = (type: string, text: string, style: Style, x = left) =>
    body.add(tagged(sheet, type, () => write(sheet, text, style, { x, y: doc.y, width: inner - x + left })))
  doc.y = y
  line('P', agency_name, { size: 11, colour: colours.muted }, left + indent)
  doc.y += 14
  line('H1', project_name, { size: 26, weight: 'semibold' })
  doc.y += 2
  line('P', days, { size: 13 })
  const state =
    sent_at === null
      ? `Draft: figures as of ${words.day(at.toISOString(), content.timezone)}`
      : `Figures as of ${words.day(sent_at, content.timezone)}`
  line('P', state, { size: 9, colour: colours.muted })
}

const TEXT = { size: 10.5, lineGap: 3 }

/** A text that nobody wrote is left out. */
const writeText = (sheet: Sheet, title: string, text: string): void => {
  if (text.trim() === '') return
  const section = beginSection(sheet, title, 40)
  for (const paragraph of text.trim().split(/\n+/)) {
    writeParagraph(sheet, section, paragraph, TEXT)
    sheet.doc.y += 4
  }
  section.end()
}

const writeNetworks = ({ sheet, report, words }: Drawing): void => {
  const section = beginSection(sheet, reportParts.figures, FIRST_FIGURES)
  for (const network of report.content.networks) writeFigures(sheet, section, network, words)
  section.end()
}

const postColumns = [
  { head: 'Post', share: 0.37 },
  { head: 'Network', share: 0.12 },
  { head: 'Date', share: 0.14 },
  { head: 'Reach', share: 0.085, align: 'right' },
  { head: 'Likes', share: 0.075, align: 'right' },
  { head: 'Comments', share: 0.12, align: 'right' },
  { head: 'Shares', share: 0.09, align: 'right' },
] as const

const cellsOfPost = ({ pictures, words, report }: Drawing, post: ReportContent['posts'][number]) => [
  {
    text: textOf(post),
    link: post.permalink,
    mark: post.rank ? rankNames[post.rank] : null,
    picture: pictures.get(post.post_social_id) ?? null,
  },
  { text: networkNames[post.social_network] },
  { text: words.shortDay(post.published_at, report.content.timezone) },
  ...[post.reach, post.likes, post.comments, post.shares].map(value => ({ text: words.number(value) })),
]

const campaignShares = [0.28, 0.09, 0.24, 0.21, 0.18] as const

const writeCampaigns = (
  { report, sheet, words }: Drawing,
  section: Parameters<typeof writeTable>[1],
): void => {
  const { campaigns = [] } = report.content
  if (campaigns.length === 0) return
  writeTable(sheet, section, {
    name: reportLists.campaigns,
    columns: campaignColumns.map((head, index) => ({
      head,
      share: campaignShares[index] ?? 0,
      ...(index > 0 ? { align: 'right' as const } : {}),
    })),
    rows: campaigns.map(each => campaignCells(each, words).map(text => ({ text }))),
  })
}

/** How high the note is above the posts, in points. */
const NOTE = 18

const writePosts = (drawing: Drawing): void => {
  const { sheet, report, words, pictures } = drawing
  const { posts, timezone } = report.content
  const section = beginSection(sheet, reportParts.posts, POST_CARDS + NOTE)
  writeParagraph(sheet, section, POSTS_NOTE, { size: 8.5, colour: colours.muted })
  sheet.doc.y += 6
  if (posts.length === 0) writeParagraph(sheet, section, NOTHING_PUBLISHED, { size: 10 })
  else {
    writePostCards(sheet, section, posts, { words, timezone, pictures })
    const rows = posts.map(post => cellsOfPost(drawing, post))
    writeTable(sheet, section, { name: `${posts.length} published`, columns: postColumns, rows })
    writeCampaigns(drawing, section)
  }
  section.end()
}

const timeColumns = [
  { head: 'Side', share: 0.2 },
  { head: 'Decisions', share: 0.14, align: 'right' },
  { head: 'Median', share: 0.15, align: 'right' },
  { head: '9 of 10 within', share: 0.18, align: 'right' },
  { head: 'Rounds per post', share: 0.2, align: 'right' },
  { head: 'Late', share: 0.13, align: 'right' },
] as const

const plannedColumns = [
  { head: 'Post', share: 0.5 },
  { head: 'Network', share: 0.14 },
  { head: 'Planned for', share: 0.14 },
  { head: 'Why', share: 0.22 },
] as const

const writeApprovals = ({ sheet, report, words }: Drawing): void => {
  const { approvals, timezone } = report.content
  const section = beginSection(sheet, reportParts.approvals, 110)
  const rows = reportSides.map(([side, label]) => {
    const { decisions, median_minutes, p90_minutes, rounds_per_post, late } = approvals[side]
    return [
      ...[label, words.number(decisions), durationText(median_minutes), durationText(p90_minutes)],
      ...[words.number(rounds_per_post), words.number(late)],
    ].map(text => ({ text }))
  })
  writeTable(sheet, section, { name: reportLists.times, columns: timeColumns, rows })
  if (approvals.not_out.length > 0)
    writeTable(sheet, section, {
      name: reportLists.not_out,
      columns: plannedColumns,
      rows: approvals.not_out.map(post =>
        [
          post.message === '' ? UNSEEN_POST : textOf(post),
          networkNames[post.social_network],
          ...[words.shortDay(post.scheduled_at, timezone), notOutWords[post.reason]],
        ].map(text => ({ text })),
      ),
    })
  section.end()
}

const comingColumns = [
  { head: 'Post', share: 0.66 },
  { head: 'Network', share: 0.17 },
  { head: 'Date', share: 0.17 },
] as const

const writeComing = ({ sheet, report, words }: Drawing): void => {
  const { approvals, timezone } = report.content
  if (approvals.coming.length === 0) return
  const section = beginSection(sheet, reportParts.coming, 90)
  const rows = approvals.coming.map(post =>
    [textOf(post), networkNames[post.social_network], words.shortDay(post.scheduled_at, timezone)].map(
      text => ({ text }),
    ),
  )
  writeTable(sheet, section, { name: reportLists.coming, columns: comingColumns, rows })
  section.end()
}

/** Tells the reader about characters that the font lacks, rather than printing boxes. */
const writeLoss = (sheet: Sheet): void => {
  const { doc, body, left, width } = sheet
  if (!sheet.isIncomplete()) return
  keepTogether(sheet, 24)
  const text = 'Emoji and some writing cannot be printed here. The report online shows them.'
  const style = { size: 8, colour: colours.muted }
  body.add(tagged(sheet, 'P', () => write(sheet, text, style, { x: left, y: doc.y + 6, width })))
}
