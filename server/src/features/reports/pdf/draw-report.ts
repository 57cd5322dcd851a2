import { accentTones } from '#domain/agencies/accent.ts'
import type { Words } from '#domain/kernel/languages/words.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ReportVoice } from '#domain/reports/languages.ts'
import type { ReportContent, ReportPaper, ReportText } from '#domain/reports/model.ts'
import { notOutWords } from '#domain/reports/not-out.ts'
import {
  campaignCells,
  NOTHING_PUBLISHED,
  POSTS_NOTE,
  type ReportWords,
  rankNames,
  reportColumns,
  reportLists,
  reportParts,
  reportSides,
  UNSEEN_POST,
  wordsIn,
} from '#domain/reports/words.ts'
import { writeHead } from '#server/platform/pdf/head.ts'
import {
  beginSection,
  colours,
  finishSheet,
  keepTogether,
  makeSheet,
  type Sheet,
  tagged,
  write,
  writeParagraph,
} from '#server/platform/pdf/sheet.ts'
import { writeTable } from '#server/platform/pdf/table.ts'
import { wordsOf } from '#server/platform/words.ts'
import { FIRST_FIGURES, writeFigures } from './figure-cards.ts'
import { type Pictures, POST_CARDS, textOf, writePostCards } from './post-cards.ts'

/** A report with all that its PDF shows. `sent_at` null: a draft, of `at`. */
export type PrintedReport = {
  readonly report: ReportText & { readonly sent_at: string | null }
  readonly pictures: Pictures
  readonly paper: ReportPaper
  readonly at: Date
  readonly voice: ReportVoice
}

type Drawing = PrintedReport & { readonly sheet: Sheet; readonly words: ReportWords }

/** The report as a PDF (docs/product/reports.md "As a PDF"). */
export const drawReport = (
  printed: PrintedReport,
  spoken: Words = wordsOf(printed.voice.words),
): Promise<Buffer> => {
  const { report, paper, at, voice } = printed
  const { content } = report
  const words = wordsIn(voice.locale, spoken)
  const days = words.days(report.from, report.to)
  const sheet = makeSheet({
    paper,
    title: `${content.project_name}, ${days}`,
    author: content.agency_name,
    words: spoken,
    accent: accentTones(content.look?.accent ?? null),
    at: report.sent_at === null ? at : new Date(report.sent_at),
  })
  const drawing = { ...printed, sheet, words }
  writeTop(drawing, days)
  writeText(drawing, reportParts.goal, report.goal)
  writeNetworks(drawing)
  writeText(drawing, reportParts.reasons, report.reasons)
  writePosts(drawing)
  writeApprovals(drawing)
  writeComing(drawing)
  writeLoss(sheet)
  // First, since the names may be too long for the line.
  const draft = report.sent_at === null ? [words.say('Draft')] : []
  return finishSheet(sheet, [...draft, content.agency_name, content.project_name, days].join(' · '))
}

const writeTop = ({ sheet, report, words, at }: Drawing, days: string): void => {
  const { content, sent_at } = report
  const { agency_name, project_name, look } = content
  const state =
    sent_at === null
      ? words.say('Draft: figures as of {day}', { day: words.day(at.toISOString(), content.timezone) })
      : words.say('Figures as of {day}', { day: words.day(sent_at, content.timezone) })
  writeHead(sheet, {
    agency: { name: agency_name, logo: look?.agency_logo },
    client: { name: project_name, logo: look?.project_logo },
    title: project_name,
    lines: [
      [days, { size: 13 }],
      [state, { size: 9, colour: colours.muted }],
    ],
  })
}

const TEXT = { size: 10.5, lineGap: 3 }

/** A text that nobody wrote is left out. */
const writeText = ({ sheet, words }: Drawing, title: string, text: string): void => {
  if (isEmptyText(text)) return
  const section = beginSection(sheet, words.say(title), 40)
  for (const paragraph of text.trim().split(/\n+/)) {
    writeParagraph(sheet, section, paragraph, TEXT)
    sheet.doc.y += 4
  }
  section.end()
}

const writeNetworks = ({ sheet, report, words }: Drawing): void => {
  const section = beginSection(sheet, words.say(reportParts.figures), FIRST_FIGURES)
  for (const network of report.content.networks) writeFigures(sheet, section, network, words)
  section.end()
}

/** How wide the columns of a list are; from `numbers` on they stand on the right. */
const shapes = {
  posts: { shares: [0.37, 0.12, 0.14, 0.085, 0.075, 0.12, 0.09], numbers: 3 },
  campaigns: { shares: [0.28, 0.09, 0.24, 0.21, 0.18], numbers: 1 },
  times: { shares: [0.2, 0.14, 0.15, 0.18, 0.2, 0.13], numbers: 1 },
  not_out: { shares: [0.5, 0.14, 0.14, 0.22], numbers: 4 },
  coming: { shares: [0.66, 0.17, 0.17], numbers: 3 },
} as const

const columnsOf = (list: keyof typeof shapes, { say }: ReportWords) => {
  const { shares, numbers } = shapes[list]
  return reportColumns[list].map((head, index) => ({
    head: say(head),
    share: shares[index] ?? 0,
    ...(index >= numbers ? { align: 'right' as const } : {}),
  }))
}

const cellsOfPost = ({ pictures, words, report }: Drawing, post: ReportContent['posts'][number]) => [
  {
    text: textOf(post, words),
    link: post.permalink,
    mark: post.rank ? words.say(rankNames[post.rank]) : null,
    picture: pictures.get(post.post_social_id) ?? null,
  },
  { text: networkNames[post.social_network] },
  { text: words.shortDay(post.published_at, report.content.timezone) },
  ...[post.reach, post.likes, post.comments, post.shares].map(value => ({ text: words.number(value) })),
]

const writeCampaigns = (
  { report, sheet, words }: Drawing,
  section: Parameters<typeof writeTable>[1],
): void => {
  const { campaigns = [] } = report.content
  if (campaigns.length === 0) return
  writeTable(sheet, section, {
    name: words.say(reportLists.campaigns),
    columns: columnsOf('campaigns', words),
    rows: campaigns.map(each => campaignCells(each, words).map(text => ({ text }))),
  })
}

/** How high the note is above the posts, in points. */
const NOTE = 18

const writePosts = (drawing: Drawing): void => {
  const { sheet, report, words, pictures } = drawing
  const { posts, timezone } = report.content
  const section = beginSection(sheet, words.say(reportParts.posts), POST_CARDS + NOTE)
  writeParagraph(sheet, section, words.say(POSTS_NOTE), { size: 8.5, colour: colours.muted })
  sheet.doc.y += 6
  if (posts.length === 0) writeParagraph(sheet, section, words.say(NOTHING_PUBLISHED), { size: 10 })
  else {
    writePostCards(sheet, section, posts, { words, timezone, pictures })
    const rows = posts.map(post => cellsOfPost(drawing, post))
    const name = words.say('{count} published', { count: posts.length })
    writeTable(sheet, section, { name, columns: columnsOf('posts', words), rows })
    writeCampaigns(drawing, section)
  }
  section.end()
}

const writeApprovals = ({ sheet, report, words }: Drawing): void => {
  const { approvals, timezone } = report.content
  const section = beginSection(sheet, words.say(reportParts.approvals), 110)
  const rows = reportSides.map(([side, label]) => {
    const { decisions, median_minutes, p90_minutes, rounds_per_post, late } = approvals[side]
    return [
      ...[words.say(label), words.number(decisions)],
      ...[words.duration(median_minutes), words.duration(p90_minutes)],
      ...[words.number(rounds_per_post), words.number(late)],
    ].map(text => ({ text }))
  })
  writeTable(sheet, section, { name: words.say(reportLists.times), columns: columnsOf('times', words), rows })
  if (approvals.not_out.length > 0)
    writeTable(sheet, section, {
      name: words.say(reportLists.not_out),
      columns: columnsOf('not_out', words),
      rows: approvals.not_out.map(post =>
        [
          post.message === '' ? words.say(UNSEEN_POST) : textOf(post, words),
          networkNames[post.social_network],
          ...[words.shortDay(post.scheduled_at, timezone), words.say(notOutWords[post.reason])],
        ].map(text => ({ text })),
      ),
    })
  section.end()
}

const writeComing = ({ sheet, report, words }: Drawing): void => {
  const { approvals, timezone } = report.content
  if (approvals.coming.length === 0) return
  const section = beginSection(sheet, words.say(reportParts.coming), 90)
  const rows = approvals.coming.map(post =>
    [textOf(post, words), networkNames[post.social_network], words.shortDay(post.scheduled_at, timezone)].map(
      text => ({ text }),
    ),
  )
  writeTable(sheet, section, {
    name: words.say(reportLists.coming),
    columns: columnsOf('coming', words),
    rows,
  })
  section.end()
}

/** Tells the reader about characters that the font lacks, rather than printing boxes. */
const writeLoss = (sheet: Sheet): void => {
  const { doc, body, left, width } = sheet
  if (!sheet.isIncomplete()) return
  keepTogether(sheet, 24)
  const text = sheet.say('Emoji and some writing cannot be printed here. The report online shows them.')
  const style = { size: 8, colour: colours.muted }
  body.add(tagged(sheet, 'P', () => write(sheet, text, style, { x: left, y: doc.y + 6, width })))
}
