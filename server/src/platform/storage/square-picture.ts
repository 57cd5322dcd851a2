import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { type Size, type Storage, sizeKey, sizes } from './storage.ts'

/** Sides in pixels. Shown at 24 to 130 px (document 1 section 9 "preview 130 px"), on screens with three pixels to one. */
const sides: Record<Size, number> = { small: 96, medium: 256, original: 512 }
const MAX_BYTES = 10_000_000
/** More than a telephone's picture of that size has; a small file that unpacks to more is meant to fill the memory. */
const MAX_PIXELS = 64_000_000
/** Document 1 section 5, to the letter. */
const typesText = "Allowed file types is 'jpeg', 'png'."

const isJpegOrPng = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).toString('hex') === 'ffd8ff' ||
  bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a'

const refuse = (code: 'too_large' | 'unsupported_media_type', field: string) => {
  const failure = fail(code, code === 'unsupported_media_type' ? { message: typesText } : {})
  return { ...failure, errors: { [field]: [failure.message] } }
}

const drawSquare = (bytes: Buffer, side: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize(side, side, { fit: 'cover' })
    .png()
    .toBuffer()

/**
 * Every size as a square PNG: what was drawn, and nothing else that the file carried. Unpacked once, for the largest, from which the
 * others are drawn. Null when it is no picture.
 */
const drawSquares = async (bytes: Buffer): Promise<[Size, Buffer][] | null> => {
  try {
    const largest = await drawSquare(bytes, Math.max(...Object.values(sides)))
    const squares: [Size, Buffer][] = []
    for (const size of sizes) squares.push([size, await drawSquare(largest, sides[size])])
    return squares
  } catch {
    // It begins like a picture and is none: as good as a wrong type.
    return null
  }
}

let before: Promise<unknown> = Promise.resolve()

/** One at a time in a process: a large one takes hundreds of megabytes while it is unpacked. */
const inTurn = <T>(draw: () => Promise<T>): Promise<T> => {
  const drawn = before.then(draw)
  before = drawn.catch(() => 'whoever waits for it is told')
  return drawn
}

/**
 * Keeps a logo or an avatar: jpeg or png by its content, drawn anew as square PNGs in three sizes.
 * @returns the storage key for `publicUrlOf`, or what is wrong with the file
 */
export const storeSquarePicture = async (
  storage: Storage,
  file: { readonly field: string; readonly path: string; readonly bytes: number },
): Promise<{ key: string } | Failure<'too_large' | 'unsupported_media_type'>> => {
  if (file.bytes > MAX_BYTES) return refuse('too_large', file.field)
  const bytes = await readFile(file.path)
  const squares = isJpegOrPng(bytes) ? await inTurn(() => drawSquares(bytes)) : null
  if (!squares) return refuse('unsupported_media_type', file.field)
  const key = randomBytes(16).toString('hex')
  for (const [size, png] of squares) await storage.put(sizeKey(key, size), { bytes: png }, 'image/png')
  return { key }
}

/** Removes a picture that nothing names any more. */
export const removeSquarePicture = async (storage: Storage, key: string): Promise<void> => {
  for (const size of sizes) await storage.remove(sizeKey(key, size))
}
