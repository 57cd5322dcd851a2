import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { Say, Words } from '#domain/kernel/languages/words.ts'
import { wordsOf } from '../words.ts'
import { printableText } from './printable-text.ts'

/** An element of the structure that screen readers follow. */
export type Tag = PDFKit.PDFStructureElement

export const colours = {
  ink: '#161c1a',
  muted: '#5d6965',
  rule: '#d4dbd8',
  sunken: '#f6f8f7',
  paper: '#ffffff',
  rise: '#136a48',
  fall: '#b3261e',
} as const

/** A PDF that is being written, from the top to the bottom of each page. */
export type Sheet = {
  readonly doc: PDFKit.PDFDocument
  readonly body: Tag
  readonly left: number
  readonly width: number
  /** As it was chosen, for surfaces and curves, and dark enough for texts. */
  readonly accent: { readonly surface: string; readonly text: string }
  /** The text in signs that can be printed. */
  readonly clean: (text: string) => string
  /** Whether something of a text could not be printed so far. */
  readonly isIncomplete: () => boolean
  /** In the document’s language. */
  readonly say: Say
}

const SIDE = 48
const TOP = 54
const BOTTOM = 60

const fontAt = (name: string): string => fileURLToPath(new URL(`../../../fonts/${name}.ttf`, import.meta.url))

/** By their files: under a registered name, PDFKit reads a font again each time that the document has it already under its own. */
const fonts = { regular: fontAt('inter-regular'), semibold: fontAt('inter-semibold') } as const

type About = {
  readonly paper: 'a4' | 'letter'
  readonly title: string
  readonly author: string
  /** English if nothing else is said. */
  readonly words?: Words
  readonly at: Date
  readonly accent: Sheet['accent']
  /** The first page, and those that begin by themselves. */
  readonly isLandscape?: boolean
}

export const makeSheet = (about: About): Sheet => {
  const { paper, title, author, words, at, accent, isLandscape } = about
  const { language, say } = words ?? wordsOf('en')
  const doc = new PDFDocument({
    size: paper === 'a4' ? 'A4' : 'LETTER',
    layout: isLandscape ? 'landscape' : 'portrait',
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at },
    margins: { top: TOP, bottom: BOTTOM, left: SIDE, right: SIDE },
    font: fonts.regular,
  })
  const body = doc.struct('Document')
  doc.addStructure(body)
  let isIncomplete = false
  const has = signsOf(doc)
  const onLost = () => {
    isIncomplete = true
  }
  return {
    doc,
    body,
    left: SIDE,
    width: doc.page.width - 2 * SIDE,
    accent,
    clean: text => breakable(printableText(text, { has, onLost })),
    isIncomplete: () => isIncomplete,
    say,
  }
}

/** Longer than addresses that somebody copies. */
const WORD_MAX = 300
const endless = new RegExp(`\\S{${WORD_MAX}}(?=\\S)`, 'gu')

/** PDFKit measures the rest of a word again for each of its lines, and keeps what it has measured: 16,000 letters in a row were too many. */
const breakable = (text: string): string => text.replace(endless, '$&\u200b')

/** The types of PDFKit do not tell the font that it has loaded. */
const signsOf = (doc: PDFKit.PDFDocument): ((codePoint: number) => boolean) => {
  const { font } = (
    doc as unknown as { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } }
  )._font
  return codePoint => font.hasGlyphForCodePoint(codePoint)
}

/** Begins an upright page in a document of landscapes. @returns the sheet for what is written there */
export const addUprightPage = (sheet: Sheet): Sheet => {
  const { size, margins } = sheet.doc.options
  sheet.doc.addPage({ ...(size ? { size } : {}), ...(margins ? { margins } : {}), layout: 'portrait' })
  return { ...sheet, width: sheet.doc.page.width - 2 * SIDE }
}

/** Where the texts of a page end. */
export const bottomOf = ({ doc }: Sheet): number => doc.page.height - BOTTOM

/** Begins a page if so much does not fit on this one any more. Says whether it did. */
export const keepTogether = (sheet: Sheet, height: number): boolean => {
  if (sheet.doc.y + height <= bottomOf(sheet)) return false
  sheet.doc.addPage()
  return true
}

type TagOptions = { readonly alt?: string; readonly scope?: 'Row' | 'Column' }

/** An element with what is drawn, or with other elements. */
export const tagged = (
  { doc }: Sheet,
  type: string,
  content: (() => void) | readonly (Tag | (() => void))[],
  options: TagOptions = {},
): Tag =>
  doc.struct(type as never, options as never, typeof content === 'function' ? [content] : [...content])

/** What only decorates: screen readers leave it out. */
export const decorate = ({ doc }: Sheet, draw: () => void): void => {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.save()
  draw()
  doc.restore()
  doc.endMarkedContent()
}

export type Style = {
  readonly size: number
  readonly weight?: 'regular' | 'semibold'
  readonly colour?: string
  readonly lineGap?: number
}

export const setStyle = ({ doc }: Sheet, { size, weight, colour }: Style): void => {
  doc
    .font(fonts[weight ?? 'regular'])
    .fontSize(size)
    .fillColor(colour ?? colours.ink)
}

type Place = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly align?: 'left' | 'center' | 'right'
  /** What does not fit ends with an ellipsis. */
  readonly lines?: number
  readonly link?: string | null
}

/** Writes at the given place. Leaves the place for what comes next below the text. */
export const write = (sheet: Sheet, text: string, style: Style, place: Place): void => {
  const { x, y, width, align, lines, link } = place
  setStyle(sheet, style)
  const lineGap = style.lineGap ?? 1
  const options = {
    width,
    lineGap,
    align: align ?? 'left',
    ...(lines ? { height: lines * (sheet.doc.currentLineHeight(true) + lineGap), ellipsis: true } : {}),
    ...(link ? { link } : {}),
  }
  sheet.doc.text(sheet.clean(text), x, y, options)
}

/** How high the text would be. */
export const heightOf = (sheet: Sheet, text: string, style: Style, width: number, lines?: number): number => {
  setStyle(sheet, style)
  const lineGap = style.lineGap ?? 1
  const whole = sheet.doc.heightOfString(sheet.clean(text) || ' ', { width, lineGap })
  return lines ? Math.min(whole, lines * (sheet.doc.currentLineHeight(true) + lineGap)) : whole
}

/** How wide the longest word of the text would be. */
export const longestWord = (sheet: Sheet, text: string, style: Style): number => {
  setStyle(sheet, style)
  // A little more, since what just fits may be broken for a rounding.
  return Math.max(...text.split(/[ \u00a0-]/).map(word => sheet.doc.widthOfString(sheet.clean(word)))) + 0.5
}

/** The style, in a size in which the text fits on one line of this width, down to two thirds. */
export const fitted = (sheet: Sheet, text: string, style: Style, width: number): Style => {
  setStyle(sheet, style)
  const wide = sheet.doc.widthOfString(sheet.clean(text)) + 0.5
  return { ...style, size: style.size * Math.max(2 / 3, Math.min(1, width / wide)) }
}

/** A paragraph over the whole width, over as many pages as it needs. */
export const writeParagraph = (sheet: Sheet, parent: Tag, text: string, style: Style, type = 'P'): void => {
  const { doc, left, width } = sheet
  parent.add(tagged(sheet, type, () => write(sheet, text, style, { x: left, y: doc.y, width })))
}

const HEADING = { size: 15, weight: 'semibold' } as const

/** A section with its heading, which stays with at least `least` points of what follows. */
export const beginSection = (sheet: Sheet, title: string, least: number): Tag => {
  const { doc, body, left } = sheet
  if (doc.y > TOP) doc.y += 22
  keepTogether(sheet, 30 + least)
  const section = doc.struct('Sect')
  body.add(section)
  decorate(sheet, () => doc.roundedRect(left, doc.y + 2, 3, 15, 1.5).fill(sheet.accent.surface))
  section.add(
    tagged(sheet, 'H2', () =>
      write(sheet, title, HEADING, { x: left + 11, y: doc.y, width: sheet.width - 11 }),
    ),
  )
  doc.y += 8
  return section
}

/** Page numbers and what the document is, at the foot of every page; then the file. */
export const finishSheet = (sheet: Sheet, foot: string): Promise<Buffer> => {
  const { doc, left } = sheet
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    // Below the margin PDFKit would begin another page.
    doc.page.margins.bottom = 0
    const y = doc.page.height - 36
    const width = doc.page.width - 2 * left
    const style = { size: 8, colour: colours.muted }
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    doc.moveTo(left, y - 8).lineTo(left + width, y - 8)
    doc.lineWidth(0.5).stroke(colours.rule)
    write(sheet, foot, style, { x: left, y, width: width - 90, lines: 1 })
    write(sheet, sheet.say('Page {page} of {count}', { page: page + 1, count }), style, {
      x: left + width - 80,
      y,
      width: 80,
      align: 'right',
    })
    doc.endMarkedContent()
  }
  sheet.body.end()
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
    doc.end()
  })
}
