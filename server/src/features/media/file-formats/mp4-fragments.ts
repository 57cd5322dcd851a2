import { type Box, type ByteRange, boxesIn, findBox, type Mp4Track } from './mp4-boxes.ts'

/** What the tables of fragments do not repeat: the bytes of a sample, by the number of its track. `tracks`: those that count. */
export const watchedTracks = (moov: Buffer, tracks: readonly Mp4Track[]): Map<number, number> => {
  const root = boxesIn(moov)[0] ?? null
  const added = findBox(moov, root, 'mvex')
  const defaults = added ? boxesIn(moov, added.content, added.end).filter(({ type }) => type === 'trex') : []
  return new Map(
    tracks.flatMap(({ box }) => {
      const header = findBox(moov, box, 'tkhd')
      if (!header) return []
      const number = moov.readUInt32BE(header.content + (moov.readUInt8(header.content) === 1 ? 20 : 12))
      const own = defaults.find(({ content }) => moov.readUInt32BE(content + 4) === number)
      return [[number, own ? moov.readUInt32BE(own.content + 16) : 0] as const]
    }),
  )
}

type Fragment = { readonly box: Box; readonly header: Box; readonly track: number }

/** The parts of a fragment, one for each track. `bytes`: the whole `moof`. */
export const fragmentsOf = (bytes: Buffer): Fragment[] => {
  const [root] = boxesIn(bytes)
  if (!root) return []
  return boxesIn(bytes, root.content, root.end).flatMap(box => {
    const header = box.type === 'traf' ? findBox(bytes, box, 'tfhd') : null
    return header ? [{ box, header, track: bytes.readUInt32BE(header.content + 4) }] : []
  })
}

/** Of `tfhd`: which numbers follow, and from where places are counted. */
const [HAS_BASE, HAS_DESCRIPTION, HAS_DURATION, HAS_SIZE, FROM_FRAGMENT] = [1, 2, 8, 0x10, 0x20000]
/** Of `trun`. */
const [HAS_PLACE, HAS_FIRST_FLAGS, EACH_DURATION, EACH_SIZE, EACH_FLAGS, EACH_OFFSET] = [
  1, 4, 0x100, 0x200, 0x400, 0x800,
]
const flagsOf = (bytes: Buffer, { content }: Box): number => bytes.readUIntBE(content + 1, 3)

/**
 * Where in the file the pictures and sounds of a fragment are, run by run; null: its tables claim more than they have. `start`: where the fragment is.
 */
export const rangesOfFragment = (
  bytes: Buffer,
  start: number,
  sampleBytes: ReadonlyMap<number, number>,
): ByteRange[] | null => {
  try {
    const found: ByteRange[] = []
    let before = start
    for (const part of fragmentsOf(bytes)) {
      const runs = runsOf(bytes, part, { start, before, usual: sampleBytes.get(part.track) ?? 0 })
      before = runs.at(-1)?.end ?? before
      if (sampleBytes.has(part.track)) found.push(...runs)
    }
    return found
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

type Counted = { readonly start: number; readonly before: number; readonly usual: number }

const runsOf = (bytes: Buffer, { box, header }: Fragment, { start, before, usual }: Counted): ByteRange[] => {
  const flags = flagsOf(bytes, header)
  let at = header.content + 8
  const base = flags & HAS_BASE ? Number(bytes.readBigUInt64BE(at)) : flags & FROM_FRAGMENT ? start : before
  at += flags & HAS_BASE ? 8 : 0
  at += (flags & HAS_DESCRIPTION ? 4 : 0) + (flags & HAS_DURATION ? 4 : 0)
  const size = flags & HAS_SIZE ? bytes.readUInt32BE(at) : usual
  const found: ByteRange[] = []
  for (const run of boxesIn(bytes, box.content, box.end).filter(({ type }) => type === 'trun'))
    found.push(rangeOfRun(bytes, run, { base, from: found.at(-1)?.end ?? base, size }))
  return found
}

const rangeOfRun = (
  bytes: Buffer,
  run: Box,
  { base, from, size }: { readonly base: number; readonly from: number; readonly size: number },
): ByteRange => {
  const flags = flagsOf(bytes, run)
  const count = bytes.readUInt32BE(run.content + 4)
  const first = run.content + 8
  const place = flags & HAS_PLACE ? base + bytes.readInt32BE(first) : from
  if (!(flags & EACH_SIZE)) return { start: place, end: place + count * size }
  const rows = first + (flags & HAS_PLACE ? 4 : 0) + (flags & HAS_FIRST_FLAGS ? 4 : 0)
  const rowBytes = [EACH_DURATION, EACH_SIZE, EACH_FLAGS, EACH_OFFSET].filter(flag => flags & flag).length * 4
  let end = place
  for (let row = 0; row < count; row++)
    end += bytes.readUInt32BE(rows + row * rowBytes + (flags & EACH_DURATION ? 4 : 0))
  return { start: place, end }
}
