import type { FileHandle } from 'node:fs/promises'

/** A box of an MP4, QuickTime or HEIF file by its places: where it starts, where its content starts, where it ends. */
export type Box = {
  readonly type: string
  readonly start: number
  readonly content: number
  readonly end: number
}

const HEADER_BYTES = 8
const LARGE_HEADER_BYTES = 16

/** The header at the start of these bytes; null: none. `room`: how many bytes are left for the box. */
const headerOf = (bytes: Buffer, room: number): { type: string; header: number; size: number } | null => {
  if (bytes.length < HEADER_BYTES) return null
  const type = bytes.toString('latin1', 4, 8)
  const short = bytes.readUInt32BE(0)
  if (short !== 1) return { type, header: HEADER_BYTES, size: short === 0 ? room : short }
  if (bytes.length < LARGE_HEADER_BYTES) return null
  return { type, header: LARGE_HEADER_BYTES, size: Number(bytes.readBigUInt64BE(8)) }
}

/** The boxes in a row from `from` to `to`. One of an impossible length ends it: what follows is not looked at. */
export const boxesIn = (bytes: Buffer, from = 0, to = bytes.length): Box[] => {
  const found: Box[] = []
  let at = from
  while (at + HEADER_BYTES <= to) {
    const header = headerOf(bytes.subarray(at, to), to - at)
    if (header === null || header.size < header.header || at + header.size > to) return found
    found.push({ type: header.type, start: at, content: at + header.header, end: at + header.size })
    at += header.size
  }
  return found
}

/** Where boxes that contain boxes begin with something else. */
export const findBox = (bytes: Buffer, within: Box | null, ...path: readonly string[]): Box | null => {
  const [type, ...rest] = path
  if (type === undefined) return within
  const boxes = within ? boxesIn(bytes, within.content, within.end) : boxesIn(bytes)
  const found = boxes.find(box => box.type === type)
  return found ? findBox(bytes, found, ...rest) : null
}

/** The boxes of the file itself. `size`: its bytes. The last one may claim more than there is, in a file that was cut off. */
export const readTopBoxes = async (file: FileHandle, size: number): Promise<Box[]> => {
  const found: Box[] = []
  let at = 0
  while (at + HEADER_BYTES <= size) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LARGE_HEADER_BYTES), 0, LARGE_HEADER_BYTES, at)
    const header = headerOf(buffer.subarray(0, bytesRead), size - at)
    if (header === null || header.size < header.header || !/^[ -~\u00a9]{4}$/.test(header.type)) return found
    found.push({ type: header.type, start: at, content: at + header.header, end: at + header.size })
    at += header.size
  }
  return found
}

/** Larger indexes are of films, not of posts. */
const INDEX_BYTES_MAX = 64_000_000

/** The bytes of a box of the file; null: more than belongs into memory, or not all there. */
export const readBox = async (
  file: FileHandle,
  { start, end }: Box,
  most = INDEX_BYTES_MAX,
): Promise<Buffer | null> => {
  if (end - start > most) return null
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
  return bytesRead === end - start ? buffer : null
}

/** A track as the index describes it. */
export type Mp4Track = { readonly box: Box; readonly handler: string; readonly samples: Box | null }

/** `moov`: the whole box. */
export const tracksOf = (moov: Buffer): Mp4Track[] => {
  const root = boxesIn(moov)[0] ?? null
  if (root?.type !== 'moov') return []
  return boxesIn(moov, root.content, root.end)
    .filter(({ type }) => type === 'trak')
    .map(box => {
      const handler = findBox(moov, box, 'mdia', 'hdlr')
      return {
        box,
        handler: handler ? moov.toString('latin1', handler.content + 8, handler.content + 12) : '',
        samples: findBox(moov, box, 'mdia', 'minf', 'stbl'),
      }
    })
}

export type ByteRange = { readonly start: number; readonly end: number }

/** Where a track's pictures or sounds are in the file, chunk by chunk; null: the table is broken. */
export const chunksOf = (moov: Buffer, { samples: table }: Mp4Track): ByteRange[] | null => {
  const tables = ['stsz', 'stz2', 'stsc', 'stco', 'co64'].map(type => findBox(moov, table, type))
  const [sizes, , runs, short, long] = tables
  const places = short ?? long
  if (table === null || !sizes || !runs || !places) return null
  try {
    return readChunks(moov, { sizes, runs, places, isLong: short === null })
  } catch (error) {
    // A table that claims more rows than it has.
    if (error instanceof RangeError) return null
    throw error
  }
}

type Tables = { readonly sizes: Box; readonly runs: Box; readonly places: Box; readonly isLong: boolean }

const readChunks = (moov: Buffer, { sizes, runs, places, isLong }: Tables): ByteRange[] => {
  const same = moov.readUInt32BE(sizes.content + 4)
  const count = moov.readUInt32BE(sizes.content + 8)
  const sizeOf = (sample: number) => same || moov.readUInt32BE(sizes.content + 12 + sample * 4)
  const runCount = moov.readUInt32BE(runs.content + 4)
  const chunkCount = moov.readUInt32BE(places.content + 4)
  const placeOf = (chunk: number) =>
    isLong
      ? Number(moov.readBigUInt64BE(places.content + 8 + chunk * 8))
      : moov.readUInt32BE(places.content + 8 + chunk * 4)
  const found: ByteRange[] = []
  let [run, sample] = [0, 0]
  for (let chunk = 0; chunk < chunkCount && sample < count; chunk++) {
    while (run + 1 < runCount && moov.readUInt32BE(runs.content + 8 + (run + 1) * 12) <= chunk + 1) run++
    const inChunk = moov.readUInt32BE(runs.content + 8 + run * 12 + 4)
    const start = placeOf(chunk)
    let end = start
    for (let index = 0; index < inChunk && sample < count; index++) end += sizeOf(sample++)
    found.push({ start, end })
  }
  return found
}

/** Whether an MP4 or QuickTime file lacks its index, or pictures and sounds that its index names: it was cut off. */
export const isCutOff = async (file: FileHandle, size: number): Promise<boolean> => {
  const top = await readTopBoxes(file, size)
  const index = top.find(({ type }) => type === 'moov')
  if (!index || index.end > size) return true
  const moov = await readBox(file, index)
  if (moov === null) return false
  return tracksOf(moov).some(track => chunksOf(moov, track)?.some(({ end }) => end > size))
}
