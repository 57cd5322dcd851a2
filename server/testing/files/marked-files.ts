import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { heicFile } from '#sandbox/testing/heic.ts'
import { mediaFile } from '#sandbox/testing/start.ts'
import { markedMatroska } from './marked-matroska.ts'

/** What must leave no file: in the letters of text, and in those of Windows. */
export const MARK = 'SECRETPLACE'
export const isMarked = (bytes: Buffer): boolean =>
  bytes.includes(MARK) || bytes.includes(Buffer.from(MARK, 'utf16le'))

const marked = Buffer.from(`${MARK} 52.5200 13.4050 ${MARK}`)
const wide = Buffer.from(MARK, 'utf16le')

const place = {
  IFD0: { Copyright: MARK, Make: MARK },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" owner="${MARK}"/></rdf:RDF></x:xmpmeta>`

/** A picture with EXIF and XMP, in a colour that no other test has. */
const picture = (format: 'jpeg' | 'png' | 'webp', colour: string): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 1000, channels: 3, background: colour } })
    .withExifMerge(place)
    .withXmp(xmp)
    .toFormat(format)
    .toBuffer()

const segment = (marker: number, ...content: readonly Buffer[]): Buffer => {
  const all = Buffer.concat(content)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(all.length + 2, 2)
  return Buffer.concat([head, all])
}

/** In every segment that a JPEG may have beside its pixels, behind Adobe's and JFIF's own words, and a film behind its end. */
const jpeg = async (): Promise<Buffer> => {
  const bytes = await picture('jpeg', '#3f5a7c')
  const makers = Array.from({ length: 16 }, (_, index) => segment(0xe0 + index, marked))
  const preview = segment(0xe2, Buffer.from('MPF\0'), marked)
  const photoshop = segment(0xed, Buffer.from('Photoshop 3.0\0'), marked)
  const adobe = segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01'), marked)
  const jfif = segment(0xe0, Buffer.from('JFXX\0'), marked)
  const comment = segment(0xfe, marked, wide)
  const parts = [...makers, preview, photoshop, adobe, jfif, comment]
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...parts,
    bytes.subarray(2),
    mediaFile('landscape.mp4'),
    marked,
  ])
}

const chunk = (name: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const png = async (): Promise<Buffer> => {
  const bytes = await picture('png', '#7c3f5a')
  const chunks = ['tEXt', 'iTXt', 'eXIf', 'tIME', 'sPLT', 'gAMA', 'vpAg', 'prVt'].map(name =>
    chunk(name, marked),
  )
  const end = bytes.length - 12
  return Buffer.concat([
    bytes.subarray(0, 33),
    ...chunks,
    bytes.subarray(33, end),
    chunk('prVt', marked),
    bytes.subarray(end),
    marked,
  ])
}

const block = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes])

/** The animation, with a comment, text, an application's block, and more behind the blocks that it needs. */
const gif = (): Buffer => {
  const bytes = mediaFile('moving.gif')
  const start = bytes.indexOf(Buffer.from([0x21, 0xf9, 4]))
  const extra = Buffer.concat([
    ...[Buffer.from([0x21, 0xfe]), block(marked), Buffer.from([0])],
    ...[Buffer.from([0x21, 0xff]), block(Buffer.from('XMP DataXMP')), block(marked), Buffer.from([0])],
    ...[Buffer.from([0x21, 0xff]), block(Buffer.from('NETSCAPE2.0')), block(Buffer.from([1, 0, 0]))],
    ...[block(marked), Buffer.from([0])],
  ])
  const control = Buffer.concat([bytes.subarray(start, start + 7), block(marked)])
  return Buffer.concat([bytes.subarray(0, start), extra, control, bytes.subarray(start + 7), marked])
}

const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const all = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(all.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, all])
}

/** Puts boxes at the end of every box of the path. */
const withBoxIn = (bytes: Buffer, [type, ...rest]: readonly string[], added: Buffer): Buffer => {
  if (type === undefined) return Buffer.concat([bytes, added])
  const parts: Buffer[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const whole = bytes.subarray(at, at + (bytes.readUInt32BE(at) || bytes.length - at))
    const isMeant = whole.toString('latin1', 4, 8) === type
    parts.push(isMeant ? box(type, withBoxIn(whole.subarray(8), rest, added)) : whole)
    at += whole.length
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

/** The index grew in front of the pictures that it names. */
const moveChunks = (bytes: Buffer, by: number): Buffer => {
  for (let at = bytes.indexOf('stco'); at > 0; at = bytes.indexOf('stco', at + 4))
    for (let row = 0; row < bytes.readUInt32BE(at + 8); row++) {
      const place = at + 12 + row * 4
      bytes.writeUInt32BE(bytes.readUInt32BE(place) + by, place)
    }
  return bytes
}

/** In each box that holds others, in what is named by QuickTime, and behind all. */
const film = (): Buffer => {
  const bytes = mediaFile('landscape.mp4')
  const alias = box(
    'dref',
    Buffer.from('0000000000000001', 'hex'),
    box('alis', Buffer.from([0, 0, 0, 1]), marked),
  )
  const user = box('udta', box('\xa9xyz', marked), box('meta', marked))
  const foreign = Buffer.concat([user, box('uuid', Buffer.alloc(16, 7), marked), box('priv', marked, wide)])
  const paths = [
    ['moov'],
    ['moov', 'trak'],
    ['moov', 'trak', 'mdia'],
    ['moov', 'trak', 'mdia', 'minf', 'stbl'],
  ]
  const inner = paths.reduce((grown, path) => withBoxIn(grown, path, foreign), bytes)
  const whole = withBoxIn(inner, ['moov', 'trak', 'mdia', 'minf', 'dinf'], alias)
  const behind = [box('uuid', Buffer.alloc(16, 9), marked), box('free', marked), box('mdat', marked)]
  return Buffer.concat([moveChunks(whole, whole.length - bytes.length), ...behind, marked])
}

/** A file of each type with marks in every place that its format has beside the pictures. */
export const markedFiles = async () => [
  { name: 'photo.jpg', bytes: await jpeg(), kind: 'image' as const },
  { name: 'graphic.png', bytes: await png(), kind: 'image' as const },
  { name: 'web.webp', bytes: await picture('webp', '#5a7c3f'), kind: 'image' as const },
  { name: 'IMG_1.HEIC', bytes: heicFile({ exif: marked }), kind: 'image' as const },
  { name: 'moving.gif', bytes: gif(), kind: 'gif' as const },
  { name: 'film.mp4', bytes: film(), kind: 'video' as const },
  { name: 'film.mkv', bytes: await markedMatroska('matroska', marked), kind: 'video' as const },
  { name: 'web.webm', bytes: await markedMatroska('webm', marked), kind: 'video' as const },
]
