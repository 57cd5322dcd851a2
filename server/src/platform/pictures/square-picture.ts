import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { type Size, type Storage, sizeKey, sizes } from '../storage/storage.ts'
import { isDamagedPicture } from './damaged-picture.ts'
import { decodeInTurn } from './decode-in-turn.ts'

/** Sides in pixels. Shown at 24 to 130 px, on screens with up to three device pixels per pixel (docs/product/projects.md "Logos"). */
const sides: Record<Size, number> = { small: 96, medium: 256, original: 512 }
const BYTES_MAX = 10_000_000
/** More than a phone's photo of that size has. A small file that unpacks to more is meant to exhaust memory. */
const PIXELS_MAX = 64_000_000
/** Fixed wording (docs/product/projects.md "Logos"). */
const typesText = "Allowed file types is 'jpeg', 'png'."

const isJpegOrPng = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).toString('hex') === 'ffd8ff' ||
  bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a'

const refuse = (code: 'too_large' | 'unsupported_media_type', field: string) => {
  const failure = fail(code, code === 'unsupported_media_type' ? { message: typesText } : {})
  return { ...failure, errors: { [field]: [failure.message] } }
}

const drawSquare = (bytes: Buffer, side: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .rotate()
    .resize(side, side, { fit: 'cover' })
    .png()
    .toBuffer()

/**
 * Every size as a square PNG, without the file's metadata. The file is decoded once, for the largest size, and the others are drawn from
 * that. Null when it is not a picture.
 */
const drawSquares = async (bytes: Buffer): Promise<[Size, Buffer][] | null> => {
  try {
    const largest = await drawSquare(bytes, Math.max(...Object.values(sides)))
    const squares: [Size, Buffer][] = []
    for (const size of sizes) squares.push([size, await drawSquare(largest, sides[size])])
    return squares
  } catch (error) {
    // It starts like a picture but cannot be decoded: treated as a wrong type.
    if (isDamagedPicture(error)) return null
    throw error
  }
}

/**
 * Stores a logo or an avatar: a JPEG or PNG, judged by its content, redrawn as square PNGs in three sizes.
 * @returns the storage key for `publicUrlOf`, or what is wrong with the file
 */
export const storeSquarePicture = async (
  storage: Storage,
  file: { readonly field: string; readonly path: string; readonly bytes: number },
): Promise<{ key: string } | Failure<'too_large' | 'unsupported_media_type'>> => {
  if (file.bytes > BYTES_MAX) return refuse('too_large', file.field)
  const bytes = await readFile(file.path)
  const key = isJpegOrPng(bytes) ? await storeSquares(storage, bytes) : null
  return key === null ? refuse('unsupported_media_type', file.field) : { key }
}

/** The same for a picture in memory. Null if it cannot be decoded. */
export const storeSquares = async (storage: Storage, bytes: Buffer): Promise<string | null> => {
  const squares = await decodeInTurn(() => drawSquares(bytes))
  if (!squares) return null
  const key = randomBytes(16).toString('hex')
  for (const [size, png] of squares) await storage.put(sizeKey(key, size), { bytes: png }, 'image/png')
  return key
}

/** Removes a picture's files in every size. */
export const removeSquarePicture = async (storage: Storage, key: string): Promise<void> => {
  for (const size of sizes) await storage.remove(sizeKey(key, size))
}
