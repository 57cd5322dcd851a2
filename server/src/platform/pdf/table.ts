import {
  colours,
  decorate,
  heightOf,
  keepTogether,
  longestWord,
  type Sheet,
  type Style,
  type Tag,
  tagged,
  write,
} from './sheet.ts'

type Column = {
  readonly head: string
  /** Of the width; those of a table add up to 1. */
  readonly share: number
  readonly align?: 'right'
}

export type Cell = {
  readonly text: string
  readonly link?: string | null
  /** Square, before the text. Undefined: the cell has no place for one; null: it has, and the post has no picture. */
  readonly picture?: Uint8Array | null
  /** Before the text, in the accent. */
  readonly mark?: string | null
}

type Table = {
  /** Above it; what it is about. */
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
}

const PAD = 6
const PICTURE = 34
const LINES = 3
const headStyle: Style = { size: 8, colour: colours.muted, weight: 'semibold' }
const cellStyle: Style = { size: 9 }
const markStyle = (sheet: Sheet): Style => ({ size: 8, weight: 'semibold', colour: sheet.accent.text })

type Placed = Column & { readonly x: number; readonly width: number }

const placeColumns = (sheet: Sheet, columns: readonly Column[]): readonly Placed[] => {
  const { left } = sheet
  let x = left
  const widths = widthsOf(sheet, columns)
  return columns.map((column, index) => {
    const whole = widths[index] ?? 0
    const placed = { ...column, x: x + PAD, width: whole - 2 * PAD }
    x += whole
    return placed
  })
}

/** No word of a heading is broken, in whatever language: what a column lacks for that is taken from the widest one. */
const widthsOf = (sheet: Sheet, columns: readonly Column[]): readonly number[] => {
  const wanted = columns.map(({ share }) => share * sheet.width)
  const widths = wanted.map((width, index) =>
    Math.max(width, longestWord(sheet, columns[index]?.head ?? '', headStyle) + 2 * PAD),
  )
  const lacking = widths.reduce((sum, width) => sum + width, 0) - sheet.width
  const widest = widths.indexOf(Math.max(...widths))
  return widths.map((width, index) => (index === widest ? width - lacking : width))
}

const indentOf = ({ picture }: Cell): number => (picture === undefined ? 0 : PICTURE + 8)

const heightOfCell = (sheet: Sheet, cell: Cell, { width }: Placed): number => {
  const own = width - indentOf(cell)
  const mark = cell.mark ? heightOf(sheet, cell.mark, markStyle(sheet), own) : 0
  const text = heightOf(sheet, cell.text, cellStyle, own, LINES)
  return Math.max(mark + text, cell.picture === undefined ? 0 : PICTURE)
}

/** A picture with round corners, or the quiet square of a post that has none. */
export const drawPicture = (
  sheet: Sheet,
  picture: Uint8Array | null,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): void => {
  const { doc } = sheet
  doc.save()
  doc.roundedRect(x, y, side, side, 4).clip()
  if (picture) doc.image(Buffer.from(picture), x, y, { width: side, height: side })
  else doc.rect(x, y, side, side).fill(colours.sunken)
  doc.restore()
}

const writeCell = (sheet: Sheet, cell: Cell, column: Placed, y: number): readonly (Tag | (() => void))[] => {
  const x = column.x + indentOf(cell)
  const width = column.width - indentOf(cell)
  const { picture, mark, link } = cell
  let top = y
  const parts: (Tag | (() => void))[] = []
  if (picture) {
    const draw = () => drawPicture(sheet, picture, { x: column.x, y, side: PICTURE })
    parts.push(tagged(sheet, 'Figure', draw, { alt: sheet.say('Picture of the post') }))
  }
  if (mark) {
    const own = top
    parts.push(() => write(sheet, mark, markStyle(sheet), { x, y: own, width }))
    top += heightOf(sheet, mark, markStyle(sheet), width)
  }
  const place = { x, y: top, width, lines: LINES, ...(column.align ? { align: column.align } : {}) }
  const style = link ? { ...cellStyle, colour: sheet.accent.text } : cellStyle
  const draw = () => write(sheet, cell.text, style, { ...place, link: link ?? null })
  parts.push(link ? tagged(sheet, 'Link', draw) : draw)
  return parts
}

const drawRule = (sheet: Sheet, y: number): void =>
  decorate(sheet, () =>
    sheet.doc
      .moveTo(sheet.left, y)
      .lineTo(sheet.left + sheet.width, y)
      .lineWidth(0.5)
      .stroke(colours.rule),
  )

const headHeight = (sheet: Sheet, columns: readonly Placed[]): number =>
  Math.max(...columns.map(({ head, width }) => heightOf(sheet, head, headStyle, width))) + 2 * PAD

const drawHeads = (sheet: Sheet, height: number): void => {
  const { doc, left, width } = sheet
  const { y } = doc
  decorate(sheet, () => doc.roundedRect(left, y, width, height, 4).fill(colours.sunken))
}

const writeHead = (sheet: Sheet, { head, x, width, align }: Placed, y: number): void =>
  write(sheet, head, headStyle, { x, y: y + PAD, width, ...(align ? { align } : {}) })

/** The line of the columns' names; it is repeated on every page, and read out once. */
const writeHeads = (sheet: Sheet, columns: readonly Placed[], table: Tag | null): void => {
  const { doc } = sheet
  const height = headHeight(sheet, columns)
  const { y } = doc
  drawHeads(sheet, height)
  if (table)
    table.add(
      tagged(
        sheet,
        'TR',
        columns.map(column => tagged(sheet, 'TH', () => writeHead(sheet, column, y), { scope: 'Column' })),
      ),
    )
  else
    decorate(sheet, () => {
      for (const column of columns) writeHead(sheet, column, y)
    })
  doc.y = y + height
}

const writeRow = (sheet: Sheet, cells: readonly Cell[], columns: readonly Placed[], table: Tag): void => {
  const { doc } = sheet
  const height = Math.max(
    ...cells.map((cell, index) => {
      const column = columns[index]
      return column ? heightOfCell(sheet, cell, column) : 0
    }),
  )
  const full = height + 2 * PAD
  if (keepTogether(sheet, full)) writeHeads(sheet, columns, null)
  const { y } = doc
  for (const [index, cell] of cells.entries()) {
    const column = columns[index]
    if (cell.picture === null && column)
      decorate(sheet, () => drawPicture(sheet, null, { x: column.x, y: y + PAD, side: PICTURE }))
  }
  const elements = columns.map((column, index) => {
    const cell = cells[index] ?? { text: '' }
    const content = writeCell(sheet, cell, column, y + PAD)
    return index === 0 ? tagged(sheet, 'TH', content, { scope: 'Row' }) : tagged(sheet, 'TD', content)
  })
  table.add(tagged(sheet, 'TR', elements))
  drawRule(sheet, y + full)
  doc.y = y + full
}

/** A table in which no line is cut in two, and whose columns are named again on every page. */
export const writeTable = (sheet: Sheet, parent: Tag, { name, columns, rows }: Table): void => {
  const { doc, left, width } = sheet
  const placed = placeColumns(sheet, columns)
  const table = doc.struct('Table')
  keepTogether(sheet, 20 + headHeight(sheet, placed) + PICTURE + 2 * PAD)
  parent.add(
    tagged(sheet, 'H3', () =>
      write(sheet, name, { size: 10.5, weight: 'semibold' }, { x: left, y: doc.y, width }),
    ),
  )
  doc.y += 5
  parent.add(table)
  writeHeads(sheet, placed, table)
  for (const row of rows) writeRow(sheet, row, placed, table)
  table.end()
  doc.y += 14
}
