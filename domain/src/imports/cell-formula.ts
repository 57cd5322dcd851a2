/** A cell of a sheet: `C12` is the one with index 2 in line 12. */
export type Place = { readonly line: number; readonly index: number }

/** What a cell shows, and where it leads; `label` null: it shows a picture, or says nothing of its own; `address` null: it leads nowhere. */
export type LinkedCell = { readonly label: string | null; readonly address: string | null }

const textPart = '"((?:[^"]|"")*)"'
const cellPart = String.raw`(\$?[A-Z]{1,3}\$?\d{1,7})`

/** Texts in quotation marks, which are doubled within them. Excel writes commas; Google Sheets of many countries semicolons. */
const linking = new RegExp(
  String.raw`^\s*(?:_xlfn\.)?(HYPERLINK|IMAGE)\s*\(\s*(?:${textPart}|${cellPart})\s*(?:[,;]\s*(?:${textPart}|${cellPart})?[^)]*)?\)\s*$`,
  'i',
)
/** A cell that shows another one. */
const showing = new RegExp(String.raw`^\s*${cellPart}\s*$`, 'i')

/** The only addresses that a row can have; a mail address or a place within the workbook is none. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

export const placeOf = (ref: string): Place | null => {
  const [, letters, line] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(ref) ?? []
  if (letters === undefined) return null
  const index =
    [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { line: Number(line), index }
}

const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const quotedOrCell = /"(?:[^"]|"")*"|(\$?)\b([A-Z]{1,3})(\$?)(\d{1,7})\b/gi

/** A formula as it is where it was filled in to, lines further down and columns further right. What follows a dollar sign stays. */
export const shiftFormula = (formula: string, lines: number, columns: number): string =>
  formula.replace(quotedOrCell, (whole, keepColumn, letters, keepLine, line) => {
    const place = letters === undefined ? null : placeOf(letters + line)
    if (!place) return whole
    const index = keepColumn ? place.index : place.index + columns
    return index < 0
      ? whole
      : keepColumn + lettersOf(index) + keepLine + (keepLine ? place.line : place.line + lines)
  })

type CellAt = (place: Place) => LinkedCell | null

/**
 * Reads `HYPERLINK("…","…")`, `IMAGE("…")` and a single cell without their equals sign; each may take its parts from other cells. Null:
 * another formula, or one whose address is none.
 */
export const readLinkFormula = (formula: string, cellAt: CellAt = () => null): LinkedCell | null => {
  const find = (ref: string | undefined) => {
    const place = ref === undefined ? null : placeOf(ref)
    return place && cellAt(place)
  }
  const shown = showing.exec(formula)
  if (shown) return find(shown[1])
  const [, name = '', target, targetCell, label, labelCell] = linking.exec(formula) ?? []
  const address = target?.replaceAll('""', '"').trim() ?? addressOf(find(targetCell))
  if (address === null || !isWebAddress(address)) return null
  const isLink = name.toUpperCase() === 'HYPERLINK'
  return { label: isLink ? (label?.replaceAll('""', '"') ?? find(labelCell)?.label ?? null) : null, address }
}

/** Where a link leads that takes its address from a cell: what the cell shows, or else where it leads itself. */
const addressOf = (cell: LinkedCell | null): string | null => {
  const text = cell?.label?.trim() ?? ''
  return isWebAddress(text) ? text : (cell?.address ?? null)
}

/** Cells that take from each other what they show: more than people make, and an end to a circle. */
const FOLLOWED_MAX = 5

export type LinkSources = {
  /** What the table has of a cell: for a workbook what the cell showed when it was saved. */
  readonly textAt: (place: Place) => string
  readonly formulaAt: (place: Place) => string | undefined
  /** Where a cell leads that was linked by hand. */
  readonly linkAt: (place: Place) => string | undefined
}

/** What cells show and where they lead. */
export const followLinks = ({ textAt, formulaAt, linkAt }: LinkSources): ((place: Place) => LinkedCell) => {
  const follow = (place: Place, steps: number): LinkedCell => {
    const formula = formulaAt(place)
    const read =
      formula === undefined || steps === FOLLOWED_MAX
        ? null
        : readLinkFormula(formula, next => follow(next, steps + 1))
    const text = textAt(place)
    const label = text === '' || text.startsWith('=') ? (read?.label ?? read?.address ?? text) : text
    return { label, address: read?.address ?? linkAt(place) ?? null }
  }
  return place => follow(place, 0)
}
