import { crc32 } from 'node:zlib'

export type Entry = {
  readonly name: string
  readonly content: string | Buffer
  /** What the directory says is unpacked of it. */
  readonly claims?: number
  /** Of the format: 1 is a password. */
  readonly flags?: number
  /** How it is packed: 8 is deflated. */
  readonly method?: number
  /** What kind of file it is for Unix, as it is in the upper half: a link for instance. */
  readonly mode?: number
}

/**
 * A zip file without compression. `counts`: how many entries its end says that
 * there are, in the second of the two places.
 */
export const zip = (entries: readonly Entry[], counts = entries.length): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, claims, flags = 0, method = 0, mode = 0 } of entries) {
    const bytes = Buffer.from(content as string)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    // The names are UTF-8.
    common.writeUInt16LE(flags | 0x800, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(claims ?? bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), bytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt16LE(mode, 8)
    tail.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name)]),
    )
    files.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(counts, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, list, end])
}

/** Cells as the sheet's XML has them: a text, or XML of its own for formulas and dates (`<v>`). */
const cellXml = (place: string, cell: string): string =>
  cell.startsWith('<')
    ? cell.replace('<c', `<c r="${place}"`)
    : `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelation = 'http://schemas.openxmlformats.org/package/2006/relationships'

type Unusual = {
  readonly merged?: readonly string[]
  /** The size that its directory says the sheet has. */
  readonly claims?: number
  /** How many entries its end says that there are. */
  readonly counts?: number
  /** The name of a sheet before it, whose only cell says the same. */
  readonly cover?: string
  /** Counts its days from 1904, as Excel on a Mac once did. */
  readonly from1904?: '1' | 'true'
  /** Where cells lead, by their places. */
  readonly links?: Readonly<Record<string, string>>
  /** More attributes of rows, by their numbers: ` hidden="1"`. */
  readonly rowAttributes?: Readonly<Record<number, string>>
  /** The XML of its columns. */
  readonly columns?: string
  /** Whether the sheet "Posts" is hidden, and how. */
  readonly state?: 'hidden' | 'veryHidden'
  /** The place of one more cell, for instance `XFD1048576`. */
  readonly last?: string
}

/** A workbook with the sheet "Posts". Style 1 is a date, style 2 a time. */
export const workbook = (
  rows: readonly (readonly string[])[],
  { merged = [], claims, counts, last, cover, from1904, links = {}, ...unusual }: Unusual = {},
): Buffer => {
  const sheet = rows
    .map((cells, row) => {
      const xml = cells.map((cell, column) => cellXml(`${String.fromCharCode(65 + column)}${row + 1}`, cell))
      return `<row r="${row + 1}"${unusual.rowAttributes?.[row + 1] ?? ''}>${xml.join('')}</row>`
    })
    .join('')
  const end = last ? `<row r="${last.replace(/\D/g, '')}">${cellXml(last, 'End')}</row>` : ''
  const merges = merged.map(range => `<mergeCell ref="${range}"/>`).join('')
  const linked = Object.entries(links).map(([place, address], at) => ({ place, address, id: `rId${at + 1}` }))
  const hyperlinks = linked.map(({ place, id }) => `<hyperlink ref="${place}" r:id="${id}"/>`).join('')
  const entries: Entry[] = [
    {
      name: '[Content_Types].xml',
      content: `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    },
    {
      name: '_rels/.rels',
      content: `${head}<Relationships xmlns="${packageRelation}"><Relationship Id="rId1" Type="${officeRelation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${head}<workbook ${main} xmlns:r="${officeRelation}">${from1904 ? `<workbookPr date1904="${from1904}"/>` : ''}<sheets>${cover ? `<sheet name="${cover}" sheetId="2" r:id="rId3"/>` : ''}<sheet name="Posts" sheetId="1"${unusual.state ? ` state="${unusual.state}"` : ''} r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${head}<Relationships xmlns="${packageRelation}"><Relationship Id="rId1" Type="${officeRelation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRelation}/styles" Target="styles.xml"/>${cover ? `<Relationship Id="rId3" Type="${officeRelation}/worksheet" Target="worksheets/sheet2.xml"/>` : ''}</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `${head}<styleSheet ${main}><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${head}<worksheet ${main} xmlns:r="${officeRelation}">${unusual.columns ? `<cols>${unusual.columns}</cols>` : ''}<sheetData>${sheet}${end}</sheetData>${merges ? `<mergeCells>${merges}</mergeCells>` : ''}${hyperlinks ? `<hyperlinks>${hyperlinks}</hyperlinks>` : ''}</worksheet>`,
      ...(claims === undefined ? {} : { claims }),
    },
    {
      name: 'xl/worksheets/_rels/sheet1.xml.rels',
      content: `${head}<Relationships xmlns="${packageRelation}">${linked
        .map(
          ({ address, id }) =>
            `<Relationship Id="${id}" Type="${officeRelation}/hyperlink" Target="${address.replaceAll('&', '&amp;')}" TargetMode="External"/>`,
        )
        .join('')}</Relationships>`,
    },
    ...(cover
      ? [
          {
            name: 'xl/worksheets/sheet2.xml',
            content: `${head}<worksheet ${main}><sheetData><row r="1">${cellXml('A1', cover)}</row></sheetData></worksheet>`,
          },
        ]
      : []),
  ]
  return zip(entries, counts)
}
