import { boxesIn } from './mp4-boxes.ts'

/** What the container of a HEIF picture states about it, before anything is decoded. */
export type HeifFacts = {
  /** Of the largest picture in it; 0 if none states a size. */
  readonly pixels: number
  /** How its colours are to be read; null: not stated, which means sRGB. */
  readonly colours: { readonly icc: Buffer } | 'p3' | null
}

const PRIMARIES_P3 = 12
/** A full box starts with its version and flags. */
const VERSION_BYTES = 4

type Content = { readonly type: string; readonly content: Buffer }

const contentsIn = (bytes: Buffer): Content[] =>
  boxesIn(bytes).map(({ type, content, end }) => ({ type, content: bytes.subarray(content, end) }))

const find = (bytes: Buffer, name: string): Buffer =>
  contentsIn(bytes).find(box => box.type === name)?.content ?? Buffer.alloc(0)

const coloursOf = (content: Buffer): HeifFacts['colours'] => {
  const type = content.toString('latin1', 0, 4)
  if (type === 'prof' || type === 'rICC') return { icc: content.subarray(4) }
  return type === 'nclx' && content.length >= 6 && content.readUInt16BE(4) === PRIMARIES_P3 ? 'p3' : null
}

/** Reads a HEIF file's own description of its pictures. Of several colour descriptions the first counts; it is the main picture's. */
export const readHeifFacts = (bytes: Buffer): HeifFacts => {
  const meta = find(bytes, 'meta').subarray(VERSION_BYTES)
  const properties = contentsIn(find(find(meta, 'iprp'), 'ipco'))
  const sizes = properties
    .filter(({ type, content }) => type === 'ispe' && content.length >= VERSION_BYTES + 8)
    .map(({ content }) => content.readUInt32BE(VERSION_BYTES) * content.readUInt32BE(VERSION_BYTES + 4))
  const described = properties.filter(({ type }) => type === 'colr').map(({ content }) => coloursOf(content))
  return { pixels: Math.max(0, ...sizes), colours: described.find(colours => colours !== null) ?? null }
}
