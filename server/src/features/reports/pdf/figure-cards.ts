import { networkNames } from '#domain/networks/names.ts'
import { isLoss } from '#domain/reports/figures.ts'
import type { ReportContent } from '#domain/reports/model.ts'
import { type ReportWords, usualText } from '#domain/reports/words.ts'
import {
  colours,
  decorate,
  fitted,
  keepTogether,
  type Sheet,
  type Style,
  type Tag,
  tagged,
  write,
  writeParagraph,
} from '#server/platform/pdf/sheet.ts'
import { drawCurve } from './curve.ts'

type Network = ReportContent['networks'][number]
type Figure = Network['figures'][number]

const COLUMNS = 3
const GAP = 12
const HEIGHT = 104
const PAD = 10
const HEAD = 22

/** What the heading of a network and its first cards need. */
export const FIRST_FIGURES = HEAD + HEIGHT

type Card = { readonly x: number; readonly y: number; readonly width: number }

const toneOf = ({ change, label }: Figure): string => {
  if (change === null || change === 0) return colours.muted
  return change > 0 === !isLoss(label) ? colours.rise : colours.fall
}

/** Label, value and change; what was before, and what is usual. */
const textsOf = (sheet: Sheet, figure: Figure, words: ReportWords, card: Card): Tag[] => {
  const { label, value, change } = figure
  const [x, width] = [card.x + PAD, card.width - 2 * PAD]
  const text = (words: string, style: Style, down: number, align: 'left' | 'right' = 'left') => {
    const place = { x, width, align, y: card.y + down, lines: 1 }
    return tagged(sheet, 'P', () => write(sheet, words, fitted(sheet, words, style, width), place))
  }
  const small = { size: 8.5, colour: colours.muted }
  const changed: Style = { size: 9, weight: 'semibold', colour: toneOf(figure) }
  return [
    text(words.say(label), small, PAD),
    text(words.number(value), { size: 17, weight: 'semibold' }, 22),
    ...(change === null ? [] : [text(words.change(change), changed, 29, 'right')]),
    text(usualText(figure, words), { ...small, size: 7.5 }, HEIGHT - 18),
  ]
}

const makeCard = (sheet: Sheet, figure: Figure, words: ReportWords, card: Card): Tag => {
  const { x, y, width } = card
  const values = figure.daily ?? []
  const known = values.filter(value => value !== null)
  const texts = textsOf(sheet, figure, words, card)
  const box = { x: x + PAD, y: y + 48, width: width - 2 * PAD, height: 32 }
  const alt = words.say('{figure} by day: from {least} to {most}', {
    figure: words.say(figure.label),
    least: words.number(Math.min(...known)),
    most: words.number(Math.max(...known)),
  })
  const curve = () => drawCurve(sheet, values, box)
  const parts = known.length > 1 ? [...texts, tagged(sheet, 'Figure', curve, { alt })] : texts
  return tagged(sheet, 'LI', [tagged(sheet, 'LBody', parts)])
}

/** The figures of a network as cards, three in a row; no row is cut in two. */
export const writeFigures = (sheet: Sheet, section: Tag, network: Network, words: ReportWords): void => {
  const { doc, left } = sheet
  const name = networkNames[network.social_network]
  const known = network.figures.filter(({ value }) => value !== null)
  keepTogether(sheet, FIRST_FIGURES)
  writeParagraph(sheet, section, name, { size: 11, weight: 'semibold' }, 'H3')
  doc.y += 6
  if (known.length === 0) {
    writeParagraph(sheet, section, words.say('No figures of {network} in this period.', { network: name }), {
      size: 10,
      colour: colours.muted,
    })
    doc.y += 10
    return
  }
  const list = doc.struct('L')
  section.add(list)
  const width = (sheet.width - (COLUMNS - 1) * GAP) / COLUMNS
  for (let first = 0; first < known.length; first += COLUMNS) {
    keepTogether(sheet, HEIGHT)
    const { y } = doc
    for (const [index, figure] of known.slice(first, first + COLUMNS).entries()) {
      const card = { x: left + index * (width + GAP), y, width }
      decorate(sheet, () => doc.roundedRect(card.x, y, width, HEIGHT, 6).lineWidth(0.75).stroke(colours.rule))
      list.add(makeCard(sheet, figure, words, card))
    }
    doc.y = y + HEIGHT + GAP
  }
  list.end()
  doc.y += 4
}
