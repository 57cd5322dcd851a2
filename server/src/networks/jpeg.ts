import sharp from 'sharp'
import { isDamagedPicture } from '#server/platform/pictures/damaged-picture.ts'
import { labelIn } from '#server/platform/pictures/digital-source-type.ts'
import { stripMetadata } from '#server/platform/pictures/strip-metadata.ts'

/**
 * A network's maximum width in pixels and size in bytes. `maxHeight` left out: any, in the picture's shape. `isCut`: it becomes exactly as
 * wide and high as that, and loses what goes beyond at its edges.
 */
export type JpegLimits = {
  readonly maxWidth: number
  readonly maxHeight?: number
  readonly maxBytes: number
  readonly isCut?: boolean
}

/**
 * Converts a picture to a JPEG in sRGB within the limits: rotated according to EXIF, without metadata (which may contain the location),
 * transparency on white. Null if the bytes are not a picture.
 */
export const toJpeg = async (
  bytes: Buffer,
  { maxWidth, maxHeight, maxBytes, isCut = false }: JpegLimits,
): Promise<Buffer | null> => {
  const label = labelIn(bytes)
  const fit = isCut ? 'cover' : 'inside'
  for (const quality of [90, 80, 70, 55]) {
    const jpeg = await render(bytes, { width: maxWidth, height: maxHeight, fit }, quality)
    if (!jpeg || jpeg.length <= maxBytes) return jpeg && labelled(jpeg, label)
  }
  // A shape that is cut would not stay exact, and is never that large.
  if (isCut) return null
  const small = await render(bytes, { width: Math.round(maxWidth / 2), height: maxHeight, fit }, 55)
  return small && labelled(small, label)
}

/** Made by AI is said by what is sent, too. */
const labelled = (jpeg: Buffer, label: string | null): Buffer =>
  label === null ? jpeg : (stripMetadata(jpeg, 'image/jpeg', 1, label) ?? jpeg)

const render = async (
  bytes: Buffer,
  within: { readonly width: number; readonly height: number | undefined; readonly fit: 'inside' | 'cover' },
  quality: number,
): Promise<Buffer | null> => {
  try {
    return await sharp(bytes)
      .autoOrient()
      .resize({ ...within, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality, mozjpeg: true })
      .toBuffer()
  } catch (error) {
    if (isDamagedPicture(error)) return null
    throw error
  }
}
