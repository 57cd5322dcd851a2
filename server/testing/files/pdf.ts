import { inflateSync } from 'node:zlib'

/** What a reader finds in a PDF of ours. */
type ReadPdf = {
  /** The text of each page that can be selected, a line for each piece. */
  readonly pages: readonly string[]
  readonly pictures: number
  readonly links: readonly string[]
  readonly fonts: readonly string[]
  /** Everything outside of streams. */
  readonly structure: string
}

const streamOf = (object: string): string => {
  const bytes = /stream\n([\s\S]*)\nendstream/.exec(object)?.[1] ?? ''
  return object.includes('/FlateDecode')
    ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
    : bytes
}

/** Which text each glyph of a font stands for. */
const signsOf = (table: string): string[] =>
  [...table.matchAll(/<[\da-f]+> <[\da-f]+> \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([\da-f]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').swap16().toString('utf16le'),
    ),
  )

export const readPdf = (pdf: Buffer): ReadPdf => {
  const text = pdf.toString('latin1')
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [
      Number(id),
      body ?? '',
    ]),
  )
  const all = [...objects.values()]
  const at = (body: string, name: string) =>
    objects.get(Number(new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1])) ?? ''
  const fonts = new Map<string, string[]>()
  for (const [, name = '', id] of text.matchAll(/\/(F\d+) (\d+) 0 R/g))
    fonts.set(name, signsOf(streamOf(at(objects.get(Number(id)) ?? '', 'ToUnicode'))))
  const pageText = (page: string) => {
    let signs: readonly string[] = []
    const lines: string[] = []
    for (const [, font, pieces] of streamOf(at(page, 'Contents')).matchAll(
      /\/(F\d+) [\d.]+ Tf|\[(.*)\] TJ/g,
    )) {
      if (font) signs = fonts.get(font) ?? []
      else
        lines.push(
          [...(pieces ?? '').matchAll(/<([\da-f]*)>/g)]
            .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
            .map(glyph => signs[Number.parseInt(glyph, 16)] ?? '�')
            .join(''),
        )
    }
    return lines.join('\n')
  }
  return {
    pages: all.filter(body => /\/Type \/Page\n/.test(body)).map(pageText),
    pictures: all.filter(body => body.includes('/Subtype /Image')).length,
    links: [...text.matchAll(/\/URI \((.*)\)/g)].map(([, address = '']) => address),
    fonts: [...text.matchAll(/\/FontName \/(\S+)/g)].map(([, name = '']) => name),
    structure: text.replace(/stream\n[\s\S]*?\nendstream/g, ''),
  }
}

/** All that could be read from the file in any way: what is printed, and every byte, of streams as they are unpacked, in both ways to write text. */
export const textsOf = (pdf: Buffer): string => {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/(?:^|\n)\d+ 0 obj\n([\s\S]*?)\nendobj/g)].map(([, body = '']) =>
    streamOf(body),
  )
  const bytes = Buffer.from([text, ...streams].join('\n'), 'latin1')
  // Text of two bytes a sign, wherever it begins. Swapping changes the bytes, so that each is a copy.
  const wide = [0, 1].map(from => {
    const copy = Buffer.from(bytes.subarray(from))
    return copy
      .subarray(0, copy.length & ~1)
      .swap16()
      .toString('utf16le')
  })
  return [...readPdf(pdf).pages, bytes.toString('latin1'), ...wide].join('\n')
}
