import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { isWebAddress, readLinkFormula } from '#domain/imports/cell-formula.ts'

/** The addresses behind the cells of a sheet, by the number of the line and the index of the cell. */
export type SheetLinks = ReadonlyMap<number, Readonly<Record<number, string>>>

const element = (name: string): RegExp => new RegExp(`<(?:\\w+:)?${name}\\b([^>]*?)/?>`, 'g')
const cellWithFormula = /<(?:\w+:)?c\b([^>]*)>\s*<(?:\w+:)?f\b[^>]*>([^<]*)</g

/**
 * Reads where the cells of a sheet lead, which what reads their texts does not tell: links of cells, and the formulas that show a link or
 * a picture. `name`: of the sheet. The bytes are those of a workbook that was read.
 */
export const readSheetLinks = async (bytes: Buffer, name: string): Promise<SheetLinks> => {
  const entries = await readEntries(bytes)
  const read = (path: string) => entries.get(path) ?? ''
  const sheet = all(read('xl/workbook.xml'), 'sheet').find(each => each.get('name') === name)
  const path = targetsIn(read('xl/_rels/workbook.xml.rels')).get(sheet?.get('r:id') ?? '')
  if (path === undefined) return new Map()
  const file = path.startsWith('/') ? path.slice(1) : `xl/${path}`
  const xml = read(file)
  const targets = targetsIn(read(file.replace(/([^/]+)$/, '_rels/$1.rels')))
  const lines = new Map<number, Record<number, string>>()
  const add = (ref = '', address = '') => {
    const place = placeOf(ref)
    if (!place || !isWebAddress(address)) return
    lines.set(place.line, { ...lines.get(place.line), [place.index]: address })
  }
  // One link may cover several cells: the first of them is the one that a merged cell is read as.
  for (const link of all(xml, 'hyperlink'))
    add(link.get('ref')?.split(':')[0], targets.get(link.get('r:id') ?? ''))
  for (const [, attributes = '', formula = ''] of xml.matchAll(cellWithFormula))
    add(attributesOf(attributes).get('r'), readLinkFormula(decodeEntities(formula))?.address)
  return lines
}

/** The files of a workbook that say what its sheets are and have, by their names. */
const readEntries = async (bytes: Buffer): Promise<ReadonlyMap<string, string>> => {
  const contents = new Map<string, string>()
  const zip = await yauzl.fromBufferPromise(bytes)
  try {
    for await (const entry of zip.eachEntry())
      if (/^xl\/(workbook\.xml|_rels\/|worksheets\/)/.test(entry.fileName))
        contents.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'))
  } finally {
    zip.close()
  }
  return contents
}

const all = (xml: string, name: string): Map<string, string>[] =>
  [...xml.matchAll(element(name))].map(([, attributes = '']) => attributesOf(attributes))

const attributesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', one, other = '']) => [
      name,
      decodeEntities(one ?? other),
    ]),
  )

const targetsIn = (relations: string): Map<string, string> =>
  new Map(all(relations, 'Relationship').map(each => [each.get('Id') ?? '', each.get('Target') ?? '']))

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** `C12` is the cell with index 2 in line 12. */
const placeOf = (ref: string): { line: number; index: number } | null => {
  const [, letters, line] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(ref) ?? []
  if (letters === undefined) return null
  const index = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { line: Number(line), index }
}
