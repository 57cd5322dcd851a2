import { readSequence, type Sequence } from './sequence-parameters.ts'

/** What a network's decoder finds out about a video. `undefined`: not said. */
export type VideoFacts = {
  codec: string
  chroma?: number | undefined
  bits?: number | undefined
  interlaced: boolean
  /** Of ITU-T H.273: 16 is PQ, 18 HLG. */
  transfer?: number | undefined
  /** Frames a second. */
  rate?: number | undefined
  steady: boolean
  openGroups: boolean
  squarePixels: boolean
  sound?: { codec: string; channels: number; hertz: number } | undefined
  editList: boolean
  indexFirst: boolean
  /** Pictures that the index names and the file does not hold. */
  cutOff: boolean
}

/** A piece of an ISO file: its kind, and its content as a view of the file's bytes. */
class Piece {
  readonly kind: string
  readonly at: number
  readonly body: Buffer
  constructor(kind: string, at: number, body: Buffer) {
    this.kind = kind
    this.at = at
    this.body = body
  }

  all(skip = 0): Piece[] {
    return splitPieces(this.body.subarray(skip), this.at + skip)
  }

  get(...path: string[]): Piece | undefined {
    const [kind, ...rest] = path
    if (kind === undefined) return this
    return this.all()
      .find(piece => piece.kind === kind)
      ?.get(...rest)
  }
}

function splitPieces(bytes: Buffer, base = 0): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    let size = bytes.readUInt32BE(at)
    let head = 8
    if (size === 1 && at + 16 <= bytes.length) {
      size = Number(bytes.readBigUInt64BE(at + 8))
      head = 16
    } else if (size === 0) size = bytes.length - at
    if (size < head) return pieces
    const kind = bytes.toString('latin1', at + 4, at + 8)
    pieces.push(new Piece(kind, base + at + head, bytes.subarray(at + head, at + size)))
    at += size
  }
  return pieces
}

/** Reads a file's tracks; undefined if it is no ISO file with an index. @throws RangeError where tables end too early */
export function readFacts(bytes: Buffer): VideoFacts | undefined {
  const top = splitPieces(bytes)
  const moov = top.find(({ kind }) => kind === 'moov')
  if (!moov) return undefined
  const tracks = moov.all().filter(({ kind }) => kind === 'trak')
  const kindOf = (track: Piece) => track.get('mdia', 'hdlr')?.body.toString('latin1', 8, 12)
  const picture = tracks.find(track => kindOf(track) === 'vide')
  if (!picture) return undefined
  const sound = tracks.find(track => kindOf(track) === 'soun')
  const order = top.map(({ kind }) => kind)
  return {
    ...readPicture(bytes, picture),
    sound: sound && readSound(sound),
    editList: tracks.some(track => track.get('edts', 'elst') !== undefined),
    indexFirst: order.indexOf('moov') < order.indexOf('mdat') || !order.includes('mdat'),
    cutOff: tracks.some(track => placesOf(track).some(({ end }) => end > bytes.length)),
  }
}

const tableOf = (track: Piece, kind: string): Buffer | undefined =>
  track.get('mdia', 'minf', 'stbl', kind)?.body

/** Where each sample is. */
function placesOf(track: Piece): { at: number; end: number }[] {
  const [sizes, runs] = [tableOf(track, 'stsz'), tableOf(track, 'stsc')]
  const [near, far] = [tableOf(track, 'stco'), tableOf(track, 'co64')]
  const starts = near ?? far
  if (!sizes || !runs || !starts) return []
  const list = Array.from({ length: runs.readUInt32BE(4) }, (_, index) => ({
    first: runs.readUInt32BE(8 + index * 12),
    each: runs.readUInt32BE(12 + index * 12),
  }))
  const places: { at: number; end: number }[] = []
  const total = sizes.readUInt32BE(8)
  for (let chunk = 1; chunk <= starts.readUInt32BE(4); chunk++) {
    const each = list.findLast(({ first }) => first <= chunk)?.each ?? 0
    let at = near ? near.readUInt32BE(4 + chunk * 4) : Number(starts.readBigUInt64BE(chunk * 8))
    for (let index = 0; index < each && places.length < total; index++) {
      const size = sizes.readUInt32BE(4) || sizes.readUInt32BE(12 + places.length * 4)
      places.push({ at, end: at + size })
      at += size
    }
  }
  return places
}

const visualEntryBytes = 78

function readPicture(bytes: Buffer, track: Piece) {
  const [entry] = track.get('mdia', 'minf', 'stbl', 'stsd')?.all(8) ?? []
  const parts = entry?.all(visualEntryBytes) ?? []
  const part = (kind: string) => parts.find(each => each.kind === kind)?.body
  const [avc, hevc] = [part('avcC'), part('hvcC')]
  const codec = avc ? 'avc' : hevc ? 'hevc' : (entry?.kind ?? 'none')
  const shape = part('pasp')
  const colours = part('colr')
  return {
    codec,
    ...(avc ? sequenceOfAvc(avc) : hevc ? sequenceOfHevc(hevc) : { interlaced: false }),
    ...(colours &&
      /^ncl[xc]/.test(colours.toString('latin1', 0, 4)) && { transfer: colours.readUInt16BE(6) }),
    ...readRate(track),
    openGroups: avc || hevc ? hasOpenGroups(bytes, track, codec) : false,
    squarePixels: !shape || shape.readUInt32BE(0) === shape.readUInt32BE(4),
  }
}

function sequenceOfAvc(record: Buffer): Sequence {
  return readSequence(record.subarray(8, 8 + record.readUInt16BE(6)))
}

/** The record of HEVC says it without its parameters. */
function sequenceOfHevc(record: Buffer): Sequence {
  return {
    chroma: record.readUInt8(16) & 0b11,
    bits: 8 + (record.readUInt8(17) & 0b111),
    interlaced: (record.readUInt8(6) & 0b1100_0000) === 0b0100_0000,
  }
}

function readRate(track: Piece): { rate?: number; steady: boolean } {
  const header = track.get('mdia', 'mdhd')?.body
  const times = tableOf(track, 'stts')
  if (!header || !times) return { steady: true }
  const scale = header.readUInt32BE(header.readUInt8(0) === 1 ? 20 : 12)
  const runs = Array.from({ length: times.readUInt32BE(4) }, (_, index) => ({
    count: times.readUInt32BE(8 + index * 8),
    ticks: times.readUInt32BE(12 + index * 8),
  }))
  const count = runs.reduce((sum, run) => sum + run.count, 0)
  const ticks = runs.reduce((sum, run) => sum + run.count * run.ticks, 0)
  if (count === 0 || ticks === 0) return { steady: true }
  const usual = ticks / count
  const unusual = runs.filter(run => Math.abs(run.ticks - usual) / scale > 0.003)
  const odd = unusual.reduce((sum, run) => sum + run.count, 0)
  return { rate: (count * scale) / ticks, steady: odd <= Math.max(2, count * 0.03) }
}

/** Whether a picture where playing can start is shown after pictures that need an earlier one. */
function hasOpenGroups(bytes: Buffer, track: Piece, codec: string): boolean {
  const keys = tableOf(track, 'stss')
  if (!keys || keys.readUInt32BE(4) < 2) return false
  const place = placesOf(track)[keys.readUInt32BE(12) - 1]
  if (!place || place.end > bytes.length) return false
  for (let at = place.at; at + 5 < place.end; at += 4 + bytes.readUInt32BE(at)) {
    const head = bytes.readUInt8(at + 4)
    const kind = codec === 'avc' ? head & 31 : (head >> 1) & 63
    if (codec === 'avc' && kind > 0 && kind < 6) return kind !== 5
    if (codec === 'hevc' && kind < 32) return kind === 21
  }
  return false
}

const soundEntryBytes = [28, 44, 64]
const lowComplexity = 2

function readSound(track: Piece) {
  const [entry] = track.get('mdia', 'minf', 'stbl', 'stsd')?.all(8) ?? []
  if (!entry || entry.body.length < 28) return undefined
  const version = entry.body.readUInt16BE(8)
  const skip = soundEntryBytes[version] ?? 28
  // QuickTime's second version has other numbers in the usual places.
  const found =
    version === 2
      ? { channels: entry.body.readUInt32BE(40), hertz: entry.body.readDoubleBE(32) }
      : { channels: entry.body.readUInt16BE(16), hertz: entry.body.readUInt16BE(24) }
  if (entry.kind !== 'mp4a') return { codec: entry.kind.trim().replace('.mp3', 'mp3'), ...found }
  const parts = entry.all(skip)
  const wrapped = parts.find(({ kind }) => kind === 'wave')?.get('esds')
  const config = (parts.find(({ kind }) => kind === 'esds') ?? wrapped)?.body
  return { codec: config ? soundOf(config) : 'aac-lc', ...found }
}

/** Tags of descriptions in an elementary stream: tag 3 holds tag 4, which names the codec and holds tag 5, which begins with AAC's own number. */
const descriptionHeads: Record<number, number> = { 3: 3, 4: 13 }
const mp3s = [0x69, 0x6b]

function soundOf(config: Buffer): string {
  for (let at = 4; at + 2 < config.length; ) {
    const tag = config.readUInt8(at++)
    while (at < config.length - 1 && config.readUInt8(at) & 0x80) at++
    at++
    if (tag === 4 && mp3s.includes(config.readUInt8(at))) return 'mp3'
    if (tag === 5) return config.readUInt8(at) >> 3 === lowComplexity ? 'aac-lc' : 'aac-he'
    at += descriptionHeads[tag] ?? config.length
  }
  return 'aac-lc'
}
