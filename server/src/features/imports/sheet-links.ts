import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import {
  followLinks,
  isWebAddress,
  type LinkSources,
  type Place,
  placeOf,
  shiftFormula,
} from '#domain/imports/cell-formula.ts'

/** The addresses behind the cells of a sheet, by the number of the line and the index of the cell. */
export type SheetLinks = ReadonlyMap<number, Readonly<Record<number, string>>>

const element = (name: string): RegExp => new RegExp(`<(?:\\w+:)?${name}\\b([^>]*?)/?>`, 'g')
const cellWithFormula = /<(?:\w+:)?c\b([^>]*)>\s*<(?:\w+:)?f\b([^>]*?)(?:\/>|>([^<]*)<)/g

/**
 * Reads where the cells of a sheet lead, which what reads their texts does not tell: links of cells, and the formulas that show a link or
 * a picture. `name`: of the sheet; `textAt` says what its cells show.
 */
export const readSheetLinks = (
  files: WorkbookFiles,
  name: string,
  textAt: LinkSources['textAt'],
): SheetLinks => {
  const path = sheetPath(files, name)
  if (path === null) return new Map()
  const xml = files.get(path) ?? ''
  const linked = linksIn(xml, targetsIn(files.get(path.replace(/([^/]+)$/, '_rels/$1.rels')) ?? ''))
  const formulas = formulasIn(xml)
  const linkAt = (place: Place) => linked.get(keyOf(place))?.address
  const follow = followLinks({ textAt, linkAt, formulaAt: place => formulas.get(keyOf(place))?.formula })
  const lines = new Map<number, Record<number, string>>()
  for (const { place } of [...linked.values(), ...formulas.values()]) {
    const { address } = follow(place)
    if (address !== null) lines.set(place.line, { ...lines.get(place.line), [place.index]: address })
  }
  return lines
}

const keyOf = ({ line, index }: Place): string => `${line} ${index}`

const linksIn = (xml: string, targets: ReadonlyMap<string, string>) => {
  const found = new Map<string, { place: Place; address: string }>()
  for (const link of elementsIn(xml, 'hyperlink')) {
    // One link may cover several cells: the first of them is the one that a merged cell is read as.
    const place = placeOf(link.get('ref')?.split(':')[0] ?? '')
    const address = targets.get(link.get('r:id') ?? '') ?? ''
    if (place && isWebAddress(address)) found.set(keyOf(place), { place, address })
  }
  return found
}

/** One that was filled in to further cells is written once, and the others name it by its number. */
const formulasIn = (xml: string) => {
  const found = new Map<string, { place: Place; formula: string }>()
  const shared = new Map<string, { place: Place; formula: string }>()
  for (const [, cell = '', about = '', written = ''] of xml.matchAll(cellWithFormula)) {
    const place = placeOf(attributesOf(cell).get('r') ?? '')
    if (!place) continue
    const number = attributesOf(about).get('si') ?? ''
    const formula = decodeEntities(written)
    if (number !== '' && formula !== '') shared.set(number, { place, formula })
    const first = shared.get(number)
    const own =
      formula === '' && first
        ? shiftFormula(first.formula, place.line - first.place.line, place.index - first.place.index)
        : formula
    found.set(keyOf(place), { place, formula: own })
  }
  return found
}

export type WorkbookFiles = ReadonlyMap<string, string>

/** The files of a workbook that say what its sheets are and have, by their names. The bytes are those of a workbook that was read. */
export const readWorkbookFiles = async (bytes: Buffer): Promise<WorkbookFiles> => {
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

/** Its sheets with their attributes, in their order. */
export const sheetsIn = (files: WorkbookFiles): Map<string, string>[] =>
  elementsIn(files.get('xl/workbook.xml') ?? '', 'sheet')

/** Which of the files a sheet is; null: none. */
export const sheetPath = (files: WorkbookFiles, name: string): string | null => {
  const id =
    sheetsIn(files)
      .find(each => each.get('name') === name)
      ?.get('r:id') ?? ''
  const path = targetsIn(files.get('xl/_rels/workbook.xml.rels') ?? '').get(id)
  if (path === undefined) return null
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`
}

/** The attributes of all elements of this name. */
export const elementsIn = (xml: string, name: string): Map<string, string>[] =>
  [...xml.matchAll(element(name))].map(([, attributes = '']) => attributesOf(attributes))

const attributesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', one, other = '']) => [
      name,
      decodeEntities(one ?? other),
    ]),
  )

const targetsIn = (relations: string): Map<string, string> =>
  new Map(elementsIn(relations, 'Relationship').map(each => [each.get('Id') ?? '', each.get('Target') ?? '']))

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
