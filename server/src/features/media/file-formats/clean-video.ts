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
import { fragmentsOf, rangesOfFragment, watchedTracks } from './mp4-fragments.ts'

const words = (text: string): readonly string[] => text.split(' ')

/** What each box may hold. What is not named here is overwritten: makers add boxes of their own, and each is a place for a place. */
const kept: Readonly<Record<string, readonly string[]>> = {
  file: words('ftyp styp moov mdat moof mfra sidx'),
  moov: words('mvhd trak mvex'),
  trak: words('tkhd edts mdia tapt'),
  edts: words('elst'),
  tapt: words('clef prof enof'),
  mdia: words('mdhd hdlr minf'),
  minf: words('vmhd smhd nmhd gmhd hdlr dinf stbl'),
  gmhd: words('gmin'),
  dinf: words('dref'),
  stbl: words('stsd stts ctts cslg stsc stsz stz2 stco co64 stss stsh stps stdp padb sdtp sbgp sgpd subs'),
  mvex: words('mehd trex'),
  moof: words('mfhd traf'),
  traf: words('tfhd tfdt trun sdtp sbgp sgpd subs'),
  mfra: words('tfra mfro'),
}
/** How long they are, by their version: what follows is somebody else's. */
const fixedBytes: Readonly<Record<string, readonly [number, number]>> = {
  mvhd: [100, 112],
  tkhd: [84, 96],
  mdhd: [24, 36],
  vmhd: [12, 12],
  smhd: [8, 8],
}
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
  const list = kept[within.type] ?? []
  const boxes = boxesIn(bytes, within.content, within.end)
  for (const box of boxes) {
    if (!list.includes(box.type)) empty(bytes, box)
    else if (box.type === 'hdlr') bytes.fill(0, box.content + 12, box.end)
    else if (fixedBytes[box.type]) cleanHeader(bytes, box)
    else if (box.type === 'stsd') cleanDescriptions(bytes, box)
    else if (box.type === 'dref') forgetFiles(bytes, box)
    else if (kept[box.type]) cleanTree(bytes, box)
  }
  // What follows the last one is none.
  bytes.fill(0, boxes.at(-1)?.end ?? within.content, within.end)
}

/** Without when it was made and changed, in seconds: two numbers of four bytes, or of eight. */
const cleanHeader = (bytes: Buffer, { type, content, end }: Box): void => {
  const version = bytes.readUInt8(content) === 1 ? 1 : 0
  if (/^(mv|tk|md)hd$/.test(type)) bytes.fill(0, content + 4, content + (version === 1 ? 20 : 12))
  const length = fixedBytes[type]?.[version] ?? 0
  if (content + length < end) bytes.fill(0, content + length, end)
}

/** Where its pictures were on the disk of who made it: they are in the file itself (1). */
const forgetFiles = (bytes: Buffer, { content, end }: Box): void => {
  for (const file of boxesIn(bytes, content + 8, end)) {
    bytes.fill(0, file.content, file.end)
    if (file.end - file.content >= 4) bytes.writeUInt32BE(1, file.content)
  }
}

const FIRST_DESCRIPTION = 8
const PICTURE_FIELDS = 78
/** Where the name of the encoder is, of 32 bytes; cameras write theirs. */
const ENCODER_NAME = { start: 42, end: 74 }
const pictureCodecs = /^(avc|hvc|hev|vp0|av01|mp4v|dvh|ap|jpeg|mjp)/

const pictureParts = words(
  'avcC hvcC lhvC vpcC av1C dvcC dvvC esds glbl colr pasp clap fiel btrt gama mdcv clli SmDm CoLL',
)
const soundParts = words('esds wave chan chnl btrt srat dOps dac3 dec3 dac4 dfLa alac pcmC frma mp4a enda')
/** By the version of QuickTime's description of a sound. */
const soundFields = [28, 44, 64]

const cleanDescriptions = (bytes: Buffer, box: Box): void => {
  for (const entry of boxesIn(bytes, box.content + FIRST_DESCRIPTION, box.end)) {
    const isPicture = pictureCodecs.test(entry.type)
    const room = entry.end - entry.content
    const version = !isPicture && room >= 10 ? bytes.readUInt16BE(entry.content + 8) : 0
    const fields = isPicture ? PICTURE_FIELDS : (soundFields[version] ?? room)
    if (room < fields) continue
    if (isPicture) bytes.fill(0, entry.content + ENCODER_NAME.start, entry.content + ENCODER_NAME.end)
    cleanParts(bytes, { from: entry.content + fields, to: entry.end }, isPicture ? pictureParts : soundParts)
  }
}

const cleanParts = (
  bytes: Buffer,
  { from, to }: { readonly from: number; readonly to: number },
  list: readonly string[],
): void => {
  for (const part of boxesIn(bytes, from, to)) {
    if (!list.includes(part.type)) empty(bytes, part)
    // QuickTime wraps what describes its AAC.
    else if (part.type === 'wave') cleanParts(bytes, { from: part.content, to: part.end }, list)
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

/** @returns where the pictures and sounds of all fragments are; null: one of them cannot be followed */
const cleanFragments = async (
  file: FileHandle,
  top: readonly Box[],
  sampleBytes: ReadonlyMap<number, number>,
): Promise<ByteRange[] | null> => {
  let ranges: ByteRange[] | null = []
  for (const place of top.filter(({ type }) => type === 'moof' || type === 'mfra')) {
    const bytes = await readBox(file, place)
    const [root] = bytes ? boxesIn(bytes) : []
    if (!bytes || !root) continue
    if (root.type === 'moof') {
      const found = rangesOfFragment(bytes, place.start, sampleBytes)
      ranges = ranges && found && [...ranges, ...found]
    }
    for (const part of fragmentsOf(bytes)) if (!sampleBytes.has(part.track)) empty(bytes, part.box)
    cleanTree(bytes, root)
    await file.write(bytes, 0, bytes.length, place.start)
  }
  return ranges
}

/** Tracks of places, sensors and times of day are emptied, with their samples: whatever pictures and sounds do not need. */
const wipeOthers = async (file: FileHandle, top: readonly Box[], moov: Buffer): Promise<void> => {
  const tracks = tracksOf(moov)
  const isWatched = ({ handler }: Mp4Track) => watched.includes(handler)
  const chunks = tracks.filter(isWatched).map(track => chunksOf(moov, track))
  const fragments = await cleanFragments(file, top, watchedTracks(moov, tracks.filter(isWatched)))
  for (const track of tracks) if (!isWatched(track)) empty(moov, track.box)
  // A broken table does not say what is needed.
  if (fragments === null || chunks.includes(null)) return
  const needed = [...fragments, ...chunks.flatMap(each => each ?? [])]
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
