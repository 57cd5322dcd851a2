import { accentTones } from '#domain/agencies/accent.ts'
import type { Certificate, CertifiedPost, CertifiedVersion } from '#domain/certificates/model.ts'
import { lastApproval } from '#domain/certificates/standing.ts'
import { actionWords, roundWords, sentWords, stateWords, whoWords } from '#domain/certificates/words.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { ReportContent, ReportPaper } from '#domain/reports/model.ts'
import { wordsIn } from '#domain/reports/words.ts'
import { writeHead } from '#server/platform/pdf/head.ts'
import {
  beginSection,
  colours,
  finishSheet,
  keepTogether,
  makeSheet,
  type Sheet,
  type Style,
  type Tag,
  tagged,
  write,
  writeParagraph,
} from '#server/platform/pdf/sheet.ts'
import { drawPicture, writeTable } from '#server/platform/pdf/table.ts'
import { DATA_NAME, EMPTY_SEAL, SEAL_NAME } from './seal.ts'

/** All that the PDF of a certificate is made of. */
export type PrintedCertificate = {
  readonly certificate: Certificate
  /** The data with its signature, as the PDF carries it. */
  readonly data: string
  readonly look: NonNullable<ReportContent['look']>
  /** Small squares as JPEG: those of each version, in order. */
  readonly pictures: ReadonlyMap<number, readonly { readonly file: number; readonly picture: Uint8Array }[]>
  readonly paper: ReportPaper
}

type Drawing = PrintedCertificate & { readonly sheet: Sheet; readonly time: (instant: string) => string }

/** To the second, with the zone: a certificate says when. */
const timeIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'long' })
  return (instant: string) => format.format(new Date(instant))
}

/** A certificate as a PDF, with an empty seal (docs/product/certificates.md "What it says"). */
export const drawCertificate = (printed: PrintedCertificate): Promise<Buffer> => {
  const { certificate, data, look, paper } = printed
  const title = `Approval certificate, ${certificate.project_name}`
  const at = new Date(certificate.made_at)
  const sheet = makeSheet({
    paper,
    title,
    at,
    author: certificate.agency_name,
    accent: accentTones(look.accent),
  })
  Object.assign(sheet.doc.info, { [SEAL_NAME]: EMPTY_SEAL })
  sheet.doc.file(Buffer.from(data), embedded(at))
  const drawing = { ...printed, sheet, time: timeIn(certificate.timezone) }
  drawHead(drawing)
  writeSummary(drawing)
  for (const post of certificate.posts) writePost(drawing, post)
  writeCheck(drawing)
  return finishSheet(sheet, `Approval certificate · ${certificate.agency_name} · ${certificate.project_name}`)
}

/** The agency, the project and what it is about. */
const drawHead = ({ sheet, certificate, look }: Drawing): void => {
  const { agency_name, project_name, period } = certificate
  writeHead(sheet, {
    agency: { name: agency_name, logo: look.agency_logo },
    title: 'Approval certificate',
    lines: [
      [project_name, { size: 13 }],
      ...(period
        ? ([[wordsIn('en-GB').days(period.from, period.to), { size: 11, colour: colours.muted }]] as const)
        : []),
    ],
  })
}

/** Types of PDFKit that lack `relationship`. */
const embedded = (at: Date): PDFKit.Mixins.PDFAttachmentOptions & { relationship: 'Data' } => ({
  name: DATA_NAME,
  description: 'What this certificate says, for programs',
  type: 'application/json',
  relationship: 'Data',
  creationDate: at,
  modifiedDate: at,
})

const TEXT: Style = { size: 10, lineGap: 2 }
const SMALL: Style = { size: 8.5, colour: colours.muted, lineGap: 1.5 }

const writeSummary = ({ sheet, certificate, time }: Drawing): void => {
  const { posts, made_at, made_by, made_for } = certificate
  const versions = posts.flatMap(post => post.versions)
  const approved = versions.filter(({ state }) => state === 'approved').length
  const published = versions.flatMap(version => version.published ?? [])
  const count = (sent: boolean | null) => published.filter(each => each.is_as_approved === sent).length
  const sent = [
    ...(count(true) > 0 ? [`${count(true)} byte for byte as approved`] : []),
    ...(count(false) > 0 ? [`${count(false)} otherwise than approved last`] : []),
    ...(count(null) > 0 ? [`${count(null)} whose content is not known here`] : []),
  ]
  const lines = [
    `${countText(posts.length, 'post')} in ${countText(versions.length, 'version')}; ${approved} approved.`,
    ...(published.length > 0 ? [`${published.length} published: ${sent.join(', ')}.`] : []),
    `Made by ${made_by} on ${time(made_at)}.`,
    ...(made_for === 'client' ? ['It has the client’s rounds, and none inside the agency.'] : []),
  ]
  sheet.doc.y += 12
  for (const line of lines) writeParagraph(sheet, sheet.body, line, TEXT)
}

const writePost = (drawing: Drawing, post: CertifiedPost): void => {
  const { sheet, time } = drawing
  const when = post.scheduled_at === null ? 'No date' : time(post.scheduled_at)
  const section = beginSection(sheet, `${when} · post ${post.post_id}`, 120)
  for (const version of post.versions) writeVersion(drawing, section, version)
  section.end()
}

const writeVersion = (drawing: Drawing, section: Tag, version: CertifiedVersion): void => {
  const { sheet, certificate, time } = drawing
  keepTogether(sheet, 90)
  sheet.doc.y += 8
  const title = `${networkNames[version.social_network]}: ${stateWords[version.state]}`
  const tone = version.state === 'approved' ? colours.rise : colours.ink
  writeParagraph(sheet, section, title, { size: 12, weight: 'semibold', colour: tone }, 'H3')
  const approval = version.state === 'approved' ? lastApproval(version.entries) : undefined
  if (approval)
    writeParagraph(
      sheet,
      section,
      `${whoWords(approval, certificate.made_for === 'client')}, on ${time(approval.at)}`,
      SMALL,
    )
  sheet.doc.y += 3
  writeContent(drawing, section, version)
  if (version.rounds.length > 0)
    writeParagraph(sheet, section, version.rounds.map(roundWords).join(' · '), SMALL)
  writeEntries(drawing, section, version)
  writePublished(drawing, section, version)
}

const SIDE = 56
const PICTURES_IN_ROW = 7

const writeContent = (drawing: Drawing, section: Tag, version: CertifiedVersion): void => {
  const { sheet } = drawing
  const { approved } = version
  if (!approved) return
  for (const part of [approved.message, approved.first_comment && `First comment: ${approved.first_comment}`])
    if (part) writeParagraph(sheet, section, part, TEXT)
  writePictures(drawing, section, version)
  const files = approved.files.map(({ name, sha256 }) => `${name || 'File'}: ${sha256 ?? 'not stored'}`)
  for (const line of [`Content: SHA-256 ${approved.digest}`, ...files])
    writeParagraph(sheet, section, line, { ...SMALL, size: 7.5 })
  sheet.doc.y += 3
}

const writePictures = (
  { sheet, pictures }: Drawing,
  section: Tag,
  { post_social_id: id, approved }: CertifiedVersion,
): void => {
  const shown = (pictures.get(id) ?? []).slice(0, PICTURES_IN_ROW)
  if (shown.length === 0) return
  sheet.doc.y += 4
  keepTogether(sheet, SIDE + 8)
  const { y } = sheet.doc
  for (const [index, { file, picture }] of shown.entries()) {
    const place = { x: sheet.left + index * (SIDE + 8), y, side: SIDE }
    const alt = approved?.files[file]?.alt_text || `Picture ${file + 1} of the approved version`
    section.add(tagged(sheet, 'Figure', () => drawPicture(sheet, picture, place), { alt: sheet.clean(alt) }))
  }
  sheet.doc.y = y + SIDE + 6
}

const entryColumns = [
  { head: 'When', share: 0.25 },
  { head: 'Who, and how', share: 0.28 },
  { head: 'What', share: 0.32 },
  { head: 'Content', share: 0.15 },
] as const

/** Enough of a digest to find it above; the data has all of it. */
const SHORT_DIGEST = 10

const writeEntries = (
  { sheet, certificate, time }: Drawing,
  section: Tag,
  { entries }: CertifiedVersion,
): void => {
  if (entries.length === 0) return
  sheet.doc.y += 5
  const isForClient = certificate.made_for === 'client'
  const rows = entries.map(entry =>
    [
      time(entry.at),
      whoWords(entry, isForClient),
      entry.message ? `${actionWords(entry)}: ${entry.message}` : actionWords(entry),
      entry.digest?.slice(0, SHORT_DIGEST) ?? '–',
    ].map(text => ({ text })),
  )
  writeTable(sheet, section, { name: 'Decisions', columns: entryColumns, rows })
}

const writePublished = ({ sheet, time }: Drawing, section: Tag, { published }: CertifiedVersion): void => {
  if (!published) return
  const { external_id, permalink, published_at, digest } = published
  const id = external_id === null ? '' : `, as ${external_id}`
  keepTogether(sheet, 44)
  writeParagraph(sheet, section, `Published on ${time(published_at)}${id}. ${sentWords(published)}`, TEXT)
  if (permalink !== null) {
    const { left, width, doc } = sheet
    const style = { ...SMALL, colour: sheet.accent.text }
    const draw = () => write(sheet, permalink, style, { x: left, y: doc.y, width, link: permalink })
    section.add(tagged(sheet, 'P', [tagged(sheet, 'Link', draw)]))
  }
  if (digest !== null) writeParagraph(sheet, section, `Sent: SHA-256 ${digest}`, { ...SMALL, size: 7.5 })
}

const checkLines = [
  'This file is sealed: whoever runs the Galley that made it can tell whether a single byte of it was changed, with “npm run galley -- verify” and the name of the file.',
  `It carries its data as ${DATA_NAME}. There the canonical text of each approved content is given, whose SHA-256 is the digest above.`,
]

const writeCheck = ({ sheet }: Drawing): void => {
  const section = beginSection(sheet, 'How to check it', 80)
  const lost = sheet.isIncomplete()
    ? ['Emoji and some writing cannot be printed here; the data has all of it.']
    : []
  for (const line of [...checkLines, ...lost]) writeParagraph(sheet, section, line, TEXT)
  section.end()
}
