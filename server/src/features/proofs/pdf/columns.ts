import {
  addUprightPage,
  bottomOf,
  colours,
  decorate,
  heightOf,
  type Sheet,
  type Style,
  type Tag,
  tagged,
} from '#server/platform/pdf/sheet.ts'
import { writeWhole } from './whole-text.ts'

/** What stands below the one before it, in the same column or the next. */
export type Block = {
  readonly height: number
  /** Within the frame of a preview. */
  readonly isFramed: boolean
  readonly draw: (x: number, y: number) => void
  /** Not needed at the end of a column. */
  readonly isSpace?: boolean
  /** In two, the first at most so high; null: it cannot be cut there. Missing: nowhere. */
  readonly cut?: (room: number) => readonly [Block, Block] | null
}

/** Two columns a page, filled one after the other. */
export type Columns = {
  readonly sheet: Sheet
  readonly width: number
  readonly left: () => number
  /** What is left of the column. */
  readonly room: () => number
  readonly next: () => void
}

const GAP = 20
/** Between a line and the edge of the frame where it goes on. */
const INSIDE = 7
/** With less than this left, what does not fit whole begins in the next column. */
const ROOM_LEAST = 120

/** From where the sheet's writing is. */
export const makeColumns = (sheet: Sheet): Columns => {
  const { doc } = sheet
  const width = (sheet.width - GAP) / 2
  let column = 0
  let top = doc.y
  return {
    sheet,
    width,
    left: () => sheet.left + column * (width + GAP),
    room: () => bottomOf(sheet) - doc.y,
    next: () => {
      column = 1 - column
      if (column === 0) addUprightPage(sheet)
      if (column === 0) top = doc.y
      doc.y = top
    },
  }
}

/** Draws them where they are kept together, if a column holds them; else they are cut at its end. */
export const place = (columns: Columns, blocks: readonly Block[]): void => {
  const { doc } = columns.sheet
  const total = blocks.reduce((sum, { height }) => sum + height, 0)
  const frame = makeFrame(columns)
  let isFresh = false
  if (total > columns.room() && (columns.room() < ROOM_LEAST || total <= wholeColumn(columns))) {
    columns.next()
    isFresh = true
  }
  const queue = [...blocks]
  for (let block = queue.shift(); block; block = queue.shift()) {
    const room = columns.room()
    const cut = block.height > room ? block.cut?.(room - INSIDE) : null
    if (cut) queue.unshift(...cut)
    else if (block.height <= room || isFresh) {
      frame.reach(block.isFramed)
      const { y } = doc
      block.draw(columns.left(), y)
      doc.y = y + block.height
      isFresh = false
    } else if (!block.isSpace) {
      queue.unshift(block)
      frame.end()
      columns.next()
      if (block.isFramed) frame.goOn()
      isFresh = true
    }
  }
  frame.end()
}

/** A column of a page that has nothing else. */
const wholeColumn = ({ sheet }: Columns): number => bottomOf(sheet) - sheet.doc.page.margins.top

/** Around those blocks that are framed, in each column that they reach. */
const makeFrame = (columns: Columns) => {
  const { sheet, width } = columns
  const { doc } = sheet
  let from: number | null = null
  const end = () => {
    if (from === null) return
    const [y, to] = [from, doc.y]
    from = null
    decorate(sheet, () =>
      doc
        .roundedRect(columns.left(), y, width, to - y, 6)
        .lineWidth(0.75)
        .stroke(colours.rule),
    )
    doc.y = to
  }
  const reach = (isFramed: boolean) => {
    if (!isFramed) end()
    else from ??= doc.y
  }
  /** In the next column, where the first line is not at the edge. */
  const goOn = () => {
    from = doc.y
    doc.y += INSIDE
  }
  return { reach, end, goOn }
}

export const space = (height: number, isFramed: boolean): Block => ({
  height,
  isFramed,
  draw: () => undefined,
  isSpace: true,
})

type Paragraph = {
  readonly parent: Tag
  readonly width: number
  /** From the left edge of the column. */
  readonly inset: number
  readonly isFramed: boolean
  readonly type?: string
}

/** A text as blocks, one for each of its lines that the writer ended. */
export const paragraphs = (sheet: Sheet, text: string, style: Style, given: Paragraph): Block[] =>
  text
    .trim()
    .split(/\r?\n/)
    .map(line =>
      line.trim() === '' ? space(style.size / 2, given.isFramed) : paragraph(sheet, line, style, given),
    )

/** One line as its writer ended it, which may be cut between words. */
const paragraph = (sheet: Sheet, text: string, style: Style, given: Paragraph): Block => {
  const { parent, width, inset, isFramed, type = 'P' } = given
  return {
    height: heightOf(sheet, text, style, width),
    isFramed,
    draw: (x, y) =>
      parent.add(tagged(sheet, type, () => writeWhole(sheet, text, style, { x: x + inset, y, width }))),
    cut: room => {
      const at = fittingLength(sheet, text, style, { width, room })
      if (at === 0 || at === text.length) return null
      const [head, rest] = [text.slice(0, at), text.slice(at).trimStart()]
      return [paragraph(sheet, head, style, given), paragraph(sheet, rest, style, given)]
    },
  }
}

/** More than a column of the smallest text holds. */
const COLUMN_SIGNS_MAX = 8_000

/** How much of a text fits, at most so high, without a word or a sign in two unless a word alone is longer. */
const fittingLength = (
  sheet: Sheet,
  text: string,
  style: Style,
  { width, room }: { readonly width: number; readonly room: number },
): number => {
  const fits = (length: number) => heightOf(sheet, text.slice(0, length), style, width) <= room
  let [least, most] = [0, Math.min(text.length, COLUMN_SIGNS_MAX)]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(middle)) least = middle
    else most = middle - 1
  }
  if (least === text.length) return least
  const space = text.lastIndexOf(' ', least)
  if (space > least / 2) return space
  // Not between the halves of a pair.
  return /[\uD800-\uDBFF]/.test(text[least - 1] ?? '') ? least - 1 : least
}
