/**
 * Converts one picture to a JPEG or PNG: `node picture-converter.ts <heic|other> <from> <to> <most bytes>`. A process of its own, because
 * decoding takes hundreds of megabytes, keeps a core busy for seconds, and reads what strangers made. It prints the type that it wrote
 * and ends with 2 if the picture cannot be read.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import decodeHeic from 'heic-decode'
import sharp, { type JpegOptions, type Sharp } from 'sharp'
import { isDamagedPicture } from '#server/platform/pictures/damaged-picture.ts'
import { type HeifFacts, readHeifFacts } from './heif-boxes.ts'

/** Slightly more than the 48 megapixels of phones. Decoding HEIC takes ten bytes for each, in memory that libvips does not limit. */
const HEIC_PIXELS_MAX = 50_000_000
const OTHER_PIXELS_MAX = 100_000_000
/** What the decoder may take, whatever sizes a file states. */
const DECODER_BYTES_MAX = 800_000_000
/** Pixels on the longest side: what a phone's usual photo has, and more than any network shows. */
const LONGEST_SIDE = 4096
const PAGE_BYTES = 65_536
const UNREADABLE = 2

class Unreadable extends Error {}

/** A file whose container states a small size can still hold an enormous picture. The decoder then finds no memory and gives up. */
const limitDecoderMemory = (): void => {
  const { prototype } = WebAssembly.Memory
  const { grow } = prototype
  prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > DECODER_BYTES_MAX)
      throw new RangeError('The picture takes too much memory')
    return grow.call(this, pages)
  }
}

const decode = async (bytes: Buffer) => {
  limitDecoderMemory()
  try {
    return await decodeHeic({ buffer: bytes })
  } catch (error) {
    throw new Unreadable('not a HEIC picture', { cause: error })
  }
}

/** The profile of Display P3, for files that only name it. */
const p3Profile = async (): Promise<Buffer | null> => {
  const create = { width: 1, height: 1, channels: 3 as const, background: '#ffffff' }
  const named = await sharp({ create }).withIccProfile('p3').png().toBuffer()
  return (await sharp(named).metadata()).icc ?? null
}

const profileOf = async ({ colours }: HeifFacts): Promise<Buffer | null> =>
  colours === 'p3' ? p3Profile() : (colours?.icc ?? null)

const PNG_HEADER_BYTES = 33

/** The PNG with a colour profile, which sharp cannot add to raw pixels without changing them. */
const withProfile = (png: Buffer, icc: Buffer): Buffer => {
  const chunk = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(chunk.length - 4)
  sum.writeUInt32BE(crc32(chunk))
  return Buffer.concat([
    png.subarray(0, PNG_HEADER_BYTES),
    ...[length, chunk, sum],
    png.subarray(PNG_HEADER_BYTES),
  ])
}

const openHeic = async (bytes: Buffer): Promise<Sharp> => {
  const facts = readHeifFacts(bytes)
  if (facts.pixels > HEIC_PIXELS_MAX) throw new Unreadable('too many pixels')
  const { data, width, height } = await decode(bytes)
  const raw = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: HEIC_PIXELS_MAX })
  const icc = await profileOf(facts)
  if (icc === null) return raw.removeAlpha()
  const png = await raw.removeAlpha().png({ compressionLevel: 0 }).toBuffer()
  return sharp(withProfile(png, icc), { limitInputPixels: HEIC_PIXELS_MAX })
}

const openOther = async (bytes: Buffer): Promise<Opened> => {
  const picture = sharp(bytes, { limitInputPixels: OTHER_PIXELS_MAX })
  return { picture, isOpaque: !(await picture.metadata()).hasAlpha || (await picture.stats()).isOpaque }
}

type Opened = { readonly picture: Sharp; readonly isOpaque: boolean }

/** Upright, in sRGB, without metadata. A picture that is transparent stays so, unless that makes it too large. */
const render = async (
  { picture, isOpaque }: Opened,
  mostBytes: number,
): Promise<{ type: string; bytes: Buffer }> => {
  const scaled = picture
    .clone()
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  if (!isOpaque) {
    const bytes = await scaled.clone().png().toBuffer()
    if (bytes.length <= mostBytes) return { type: 'png', bytes }
  }
  const jpeg = (options: JpegOptions) =>
    scaled.clone().flatten({ background: '#ffffff' }).jpeg(options).toBuffer()
  // The usual photo fits at once; the slower encoder is for the others.
  for (const options of [{ quality: 90 }, { quality: 80, mozjpeg: true }]) {
    const bytes = await jpeg(options)
    if (bytes.length <= mostBytes) return { type: 'jpg', bytes }
  }
  return { type: 'jpg', bytes: await jpeg({ quality: 55, mozjpeg: true }) }
}

const [format, from = '', to = '', mostBytes] = process.argv.slice(2)
try {
  const bytes = await readFile(from)
  const opened =
    format === 'heic' ? { picture: await openHeic(bytes), isOpaque: true } : await openOther(bytes)
  const made = await render(opened, Number(mostBytes))
  await writeFile(to, made.bytes)
  process.stdout.write(made.type)
} catch (error) {
  if (!(error instanceof Unreadable) && !isDamagedPicture(error)) throw error
  process.exitCode = UNREADABLE
}
