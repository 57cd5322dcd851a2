import { accentTones } from '#domain/agencies/accent.ts'
import {
  colours,
  decorate,
  finishSheet,
  makeSheet,
  type Sheet,
  type Style,
  tagged,
  write,
  writeParagraph,
} from '#server/platform/pdf/sheet.ts'
import { writeTable } from '#server/platform/pdf/table.ts'
import type { InvoiceWords } from './invoice-words.ts'

/** `at`: when the file is made. */
export type PrintedInvoice = { readonly words: InvoiceWords; readonly at: Date }

/** An invoice as a PDF of usually one page (docs/product/billing.md "Invoices"). */
export const drawInvoice = ({ words, at }: PrintedInvoice): Promise<Buffer> => {
  const sheet = makeSheet({
    paper: 'a4',
    title: words.title,
    author: words.from[0] ?? '',
    accent: accentTones(null),
    at,
  })
  const { doc, body } = sheet
  decorate(sheet, () => doc.rect(0, 0, doc.page.width, 8).fill(sheet.accent.surface))
  writeParagraph(sheet, body, words.title, { size: 22, weight: 'semibold' }, 'H1')
  doc.y += 4
  writeParagraph(sheet, body, words.state, { size: 10, colour: colours.muted })
  doc.y += 20
  writeParties(sheet, words)
  const table = doc.struct('Sect')
  body.add(table)
  const [description, quantity, amount] = words.heads
  writeTable(sheet, table, {
    name: words.period,
    columns: [
      { head: description, share: 0.6 },
      { head: quantity, share: 0.16, align: 'right' },
      { head: amount, share: 0.24, align: 'right' },
    ],
    rows: words.lines.map(cells => cells.map(text => ({ text }))),
  })
  table.end()
  writeTotals(sheet, words)
  return finishSheet(sheet, words.title)
}

const headStyle: Style = { size: 9, colour: colours.muted }
const textStyle: Style = { size: 10.5, lineGap: 2 }

/** Side by side: who sells, and to whom. */
const writeParties = (sheet: Sheet, { from, to }: InvoiceWords): void => {
  const { doc, body, left } = sheet
  const { y } = doc
  const width = sheet.width / 2 - 12
  const ends = [
    { head: 'From', lines: from, x: left },
    { head: 'To', lines: to, x: left + sheet.width / 2 },
  ].map(({ head, lines, x }) => {
    body.add(tagged(sheet, 'P', () => write(sheet, head, headStyle, { x, y, width })))
    doc.y += 2
    for (const line of lines)
      body.add(tagged(sheet, 'P', () => write(sheet, line, textStyle, { x, y: doc.y, width })))
    return doc.y
  })
  doc.y = Math.max(...ends) + 24
}

/** Below the amounts of the table; the last one is what is to be paid. */
const writeTotals = (sheet: Sheet, { totals }: InvoiceWords): void => {
  const { doc, body, left, width } = sheet
  for (const [index, [label, amount]] of totals.entries()) {
    const style: Style =
      index === totals.length - 1 ? { size: 12, weight: 'semibold' } : { size: 10, colour: colours.muted }
    const { y } = doc
    const half = width / 2
    const draw = () => {
      write(sheet, label, style, { x: left, y, width: half })
      write(sheet, amount, style, { x: left + half, y, width: half - 6, align: 'right' })
    }
    body.add(tagged(sheet, 'P', draw))
    doc.y += 5
  }
}
