import { crc32 } from 'node:zlib'
import { labelIn, labelPacket } from './digital-source-type.ts'

/**
 * The picture without its metadata and with every pixel unchanged; null: its structure is not one that can be followed. Uploads are published and
 * can be read by anyone with the address, and the place where a photo was taken is private. Only what is named here is kept: makers add
 * segments of their own, and pictures behind the picture. Which side is up (`orientation`, EXIF's 1 to 8), the colour profile and how the
 * picture came to be stay. (docs/product/media.md "What is taken out")
 */
export const stripMetadata = (
  bytes: Buffer,
  contentType: string,
  orientation: number,
  label = labelIn(bytes),
): Buffer | null => {
  if (contentType === 'image/jpeg') return cleanJpeg(bytes, orientation, label)
  if (contentType === 'image/png') return cleanPng(bytes, orientation, label)
  return contentType === 'image/gif' ? cleanGif(bytes) : null
}

const [START, SCAN, END] = [0xd8, 0xda, 0xd9]
const APP0 = 0xe0
const APP2 = 0xe2
const APP14 = 0xee
/** Of Adobe's segment; what follows is somebody else's. */
const ADOBE_BYTES = 12
/** Frames and tables, scans, and how many rows there are; the others are reserved, so anybody may use them. */
const isOfPixels = (marker: number): boolean => marker >= 0xc0 && marker <= 0xdf && marker !== 0xc8

/** Colours: JFIF's units, a profile, and Adobe's word on how they are stored. Null: it goes. */
const keptSegment = (marker: number, content: Buffer): Buffer | null => {
  const startsWith = (name: string) => content.subarray(0, name.length).toString('latin1') === name
  if (marker === APP0 && startsWith('JFIF\0')) return segment(APP0, withoutThumbnail(content))
  if (marker === APP2 && startsWith('ICC_PROFILE\0')) return segment(APP2, content)
  if (marker === APP14 && startsWith('Adobe')) return segment(APP14, content.subarray(0, ADOBE_BYTES))
  return null
}

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** JFIF may carry a small picture of its own. */
const withoutThumbnail = (content: Buffer): Buffer =>
  Buffer.concat([content.subarray(0, 12), Buffer.from([0, 0])])

/** Where the compressed pixels end: at a marker that is neither a stuffed byte nor a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  return bytes.length
}

const cleanJpeg = (bytes: Buffer, orientation: number, label: string | null): Buffer | null => {
  const kept: Buffer[] = []
  let at = 2
  let hasPixels = false
  while (at + 4 <= bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === END) break
    // A byte that fills up, or a marker without content.
    if (marker === 0xff || marker === START || (marker >= 0xd0 && marker <= 0xd7)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return hasPixels ? wholeJpeg(kept, orientation, label) : null
    const content = bytes.subarray(at + 4, end)
    const isScan = marker === SCAN
    const until = isScan ? endOfScan(bytes, end) : end
    const cleaned = isOfPixels(marker) ? bytes.subarray(at, until) : keptSegment(marker, content)
    if (cleaned) kept.push(cleaned)
    hasPixels ||= isScan
    at = until
  }
  return hasPixels ? wholeJpeg(kept, orientation, label) : null
}

/** JFIF's segment has to be the first. */
const wholeJpeg = (kept: readonly Buffer[], orientation: number, label: string | null): Buffer => {
  const isFirst = kept[0]?.readUInt8(1) === APP0
  const packet = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${labelPacket(label ?? '')}`)
  return Buffer.concat([
    Buffer.from([0xff, START]),
    ...kept.slice(0, isFirst ? 1 : 0),
    ...(orientation === 1 ? [] : [segment(0xe1, exifOf(orientation))]),
    ...(label === null ? [] : [segment(0xe1, packet)]),
    ...kept.slice(isFirst ? 1 : 0),
    Buffer.from([0xff, END]),
  ])
}

/** The start of EXIF, as JPEG has it and PNG has not. */
const EXIF_START = Buffer.from('Exif\0\0', 'latin1')

/** EXIF whose only entry is 0x0112, Orientation. */
const exifOf = (orientation: number): Buffer =>
  Buffer.concat([
    EXIF_START,
    Buffer.from('MM\0*', 'latin1'),
    Buffer.from(
      `00000008000101120003000000010${orientation.toString(16).padStart(3, '0')}000000000000`,
      'hex',
    ),
  ])

const PNG_SIGNATURE_BYTES = 8
/** With the most bytes that they may have: what is longer holds something else. */
const keptChunks: Readonly<Record<string, number>> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Number.POSITIVE_INFINITY,
  IEND: 0,
  tRNS: 256,
  cHRM: 32,
  gAMA: 4,
  iCCP: Number.POSITIVE_INFINITY,
  sBIT: 4,
  sRGB: 1,
  cICP: 4,
  mDCV: 24,
  mDCv: 24,
  cLLI: 8,
  cLLi: 8,
  bKGD: 6,
  hIST: 512,
  pHYs: 9,
  acTL: 8,
  fcTL: 26,
  fdAT: Number.POSITIVE_INFINITY,
}

const chunk = (name: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const cleanPng = (bytes: Buffer, orientation: number, label: string | null): Buffer | null => {
  const kept: Buffer[] = [bytes.subarray(0, PNG_SIGNATURE_BYTES)]
  let at = PNG_SIGNATURE_BYTES
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (end - at - 12 <= (keptChunks[name] ?? -1)) kept.push(bytes.subarray(at, end))
    else if (name === 'IEND') kept.push(chunk('IEND', Buffer.alloc(0)))
    if (name === 'IHDR' && orientation !== 1)
      kept.push(chunk('eXIf', exifOf(orientation).subarray(EXIF_START.length)))
    if (name === 'IHDR' && label !== null)
      kept.push(chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${labelPacket(label)}`)))
    if (name === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return null
}

const GIF_HEAD_BYTES = 13
const [EXTENSION, PICTURE, TRAILER] = [0x21, 0x2c, 0x3b]
const APPLICATION = 0xff
/** Before each picture: how long it stays. */
const CONTROL = 0xf9
const loops = ['NETSCAPE2.0', 'ANIMEXTS1.0']
const PROFILE = 'ICCRGBG1012'
/** Their first block is all that they have; further ones would be somebody's words. */
const [CONTROL_BYTES, LOOP_BYTES] = [7, 18]

const colourTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Behind the blocks of up to 255 bytes, of which the last is empty. */
const endOfBlocks = (bytes: Buffer, from: number): number => {
  let at = from
  while (at < bytes.length) {
    const size = bytes.readUInt8(at)
    at += 1 + size
    if (size === 0) return at
  }
  return bytes.length
}

const keptExtension = (extension: Buffer): Buffer => {
  const type = extension.readUInt8(1)
  const name = type === APPLICATION ? extension.toString('latin1', 3, 14) : ''
  const bytes = type === CONTROL ? CONTROL_BYTES : loops.includes(name) ? LOOP_BYTES : 0
  if (name === PROFILE) return extension
  // The first block is as long as it says, and ends with the empty one.
  const isUsual = bytes > 0 && extension.length > bytes && extension.readUInt8(2) === (name ? 11 : 4)
  return isUsual ? Buffer.concat([extension.subarray(0, bytes), Buffer.from([0])]) : Buffer.alloc(0)
}

const cleanGif = (bytes: Buffer): Buffer | null => {
  if (bytes.length < GIF_HEAD_BYTES) return null
  let at = GIF_HEAD_BYTES + colourTableBytes(bytes.readUInt8(10))
  const kept: Buffer[] = [bytes.subarray(0, at)]
  while (at + 2 < bytes.length) {
    const kind = bytes.readUInt8(at)
    if (kind === TRAILER) break
    if (kind === PICTURE && at + 11 < bytes.length) {
      const end = endOfBlocks(bytes, at + 11 + colourTableBytes(bytes.readUInt8(at + 9)))
      kept.push(bytes.subarray(at, end))
      at = end
    } else if (kind === EXTENSION) {
      const end = endOfBlocks(bytes, at + 2)
      kept.push(keptExtension(bytes.subarray(at, end)))
      at = end
    } else return null
  }
  return kept.length > 1 ? Buffer.concat([...kept, Buffer.from([TRAILER])]) : null
}
