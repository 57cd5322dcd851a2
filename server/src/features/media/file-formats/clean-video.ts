import { type FileHandle, open } from 'node:fs/promises'
import { labelIn, labelPacket } from '#server/platform/pictures/digital-source-type.ts'
import { cleanMatroska } from './clean-matroska.ts'
import {
  type Box,
  type ByteRange,
  boxesIn,
  chunksOf,
  type Mp4Track,
  readBox,
  readTopBoxes,
  tracksOf,
} from './mp4-boxes.ts'

/** What each box may hold. What is not named here is overwritten: makers add boxes of their own, and each is a place for a place. */
const kept: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'pdin', 'wide'],
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'edts', 'mdia', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'nmhd', 'gmhd', 'hdlr', 'dinf', 'stbl'],
}
const foreign = ['udta', 'meta', 'uuid']
const watched = ['vide', 'soun']
/** C2PA's and XMP's boxes; larger ones hold pictures. */
const LABELLED_BYTES_MAX = 4_000_000
const ZEROS = Buffer.alloc(1_048_576)

/** In the index: the box stays where it is, empty, so that no place that the index names moves. */
const empty = (bytes: Buffer, box: Box): void => {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.content, box.end)
}

const cleanTree = (bytes: Buffer, within: Box): void => {
  const list = kept[within.type]
  for (const box of boxesIn(bytes, within.content, within.end)) {
    if (list ? !list.includes(box.type) : foreign.includes(box.type)) empty(bytes, box)
    else if (box.type === 'hdlr') bytes.fill(0, box.content + 12, box.end)
    else if (['mvhd', 'tkhd', 'mdhd'].includes(box.type)) forgetTimes(bytes, box)
    else if (box.type === 'stsd') cleanDescriptions(bytes, box)
    else if (kept[box.type] || box.type === 'stbl') cleanTree(bytes, box)
  }
}

/** When it was made and changed, in seconds: two numbers of four bytes, or of eight. */
const forgetTimes = (bytes: Buffer, { content }: Box): void => {
  bytes.fill(0, content + 4, content + (bytes.readUInt8(content) === 1 ? 20 : 12))
}

const FIRST_DESCRIPTION = 8
const PICTURE_FIELDS = 78
/** Where the name of the encoder is, of 32 bytes; cameras write theirs. */
const ENCODER_NAME = { start: 42, end: 74 }
const pictureCodecs = /^(avc|hvc|hev|vp0|av01|mp4v|dvh|ap|jpeg|mjp)/

const cleanDescriptions = (bytes: Buffer, box: Box): void => {
  for (const entry of boxesIn(bytes, box.content + FIRST_DESCRIPTION, box.end)) {
    if (!pictureCodecs.test(entry.type) || entry.end - entry.content < PICTURE_FIELDS) continue
    bytes.fill(0, entry.content + ENCODER_NAME.start, entry.content + ENCODER_NAME.end)
    for (const part of boxesIn(bytes, entry.content + PICTURE_FIELDS, entry.end))
      if (foreign.includes(part.type)) empty(bytes, part)
  }
}

/** Overwrites with zeros. */
const wipe = async (file: FileHandle, { start, end }: ByteRange): Promise<void> => {
  for (let at = start; at < end; at += ZEROS.length)
    await file.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at)
}

/** What of a range none of the others covers. */
const gapsIn = (range: ByteRange, covered: readonly ByteRange[]): ByteRange[] => {
  const gaps: ByteRange[] = []
  let at = range.start
  for (const { start, end } of covered.toSorted((a, b) => a.start - b.start)) {
    if (start > at && start < range.end) gaps.push({ start: at, end: start })
    at = Math.max(at, end)
  }
  return at < range.end ? [...gaps, { start: at, end: range.end }] : gaps
}

/** Tracks of places, sensors and times of day are emptied, with their samples: whatever pictures and sounds do not need. */
const wipeOthers = async (file: FileHandle, top: readonly Box[], moov: Buffer): Promise<void> => {
  const tracks = tracksOf(moov)
  const isWatched = ({ handler }: Mp4Track) => watched.includes(handler)
  const chunks = tracks.filter(isWatched).map(track => chunksOf(moov, track))
  for (const track of tracks) if (!isWatched(track)) empty(moov, track.box)
  // Fragments have tables of their own, and a broken table does not say what is needed.
  if (top.some(({ type }) => type === 'moof') || chunks.includes(null)) return
  const needed = chunks.flatMap(each => each ?? [])
  for (const { type, content, end } of top)
    if (type === 'mdat') for (const gap of gapsIn({ start: content, end }, needed)) await wipe(file, gap)
}

const cleanMp4 = async (file: FileHandle): Promise<string | null> => {
  const { size } = await file.stat()
  const found = await readTopBoxes(file, size)
  // What claims to end behind the file is no box, unless it is one of ours that was cut off.
  const top = found.filter(({ type, end }) => end <= size || kept.file?.includes(type))
  let label: string | null = null
  for (const box of top) {
    const bytes = box.type === 'mdat' || box.end > size ? null : await readBox(file, box, LABELLED_BYTES_MAX)
    label ??= bytes && labelIn(bytes)
    if (kept.file?.includes(box.type)) continue
    await file.write(Buffer.from('free'), 0, 4, box.start + 4)
    await wipe(file, { start: box.content, end: box.end })
  }
  const index = top.find(({ type }) => type === 'moov')
  const moov = index && (await readBox(file, index))
  const [root] = moov ? boxesIn(moov) : []
  if (index && moov && root) {
    await wipeOthers(file, top, moov)
    cleanTree(moov, root)
    await file.write(moov, 0, moov.length, index.start)
  }
  // What follows the last box belongs to nothing.
  await file.truncate(Math.min(size, top.at(-1)?.end ?? size))
  if (label !== null) await appendLabel(file, label)
  return label
}

const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

const appendLabel = async (file: FileHandle, label: string): Promise<void> => {
  const content = Buffer.concat([XMP_BOX, Buffer.from(labelPacket(label))])
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + head.length)
  head.write('uuid', 4, 'latin1')
  const { size } = await file.stat()
  await file.write(Buffer.concat([head, content]), 0, head.length + content.length, size)
}

/** Says in an MP4 how it came to be. */
export const labelVideo = async (path: string, label: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await appendLabel(file, label)
  } finally {
    await file.close()
  }
}

/**
 * Overwrites, in the file itself, whatever says where, when, with what and by whom a video was made. Pictures and sounds stay as they are,
 * byte by byte. (docs/product/media.md "What is taken out")
 * @returns the digital source type that it named, which stays; null: none
 */
export const cleanVideo = async (path: string, contentType: string): Promise<string | null> => {
  const file = await open(path, 'r+')
  try {
    return contentType === 'video/mp4' || contentType === 'video/quicktime'
      ? await cleanMp4(file)
      : await cleanMatroska(file)
  } finally {
    await file.close()
  }
}
