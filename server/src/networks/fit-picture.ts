import sharp, { type Metadata } from 'sharp'
import { isDamagedPicture } from '#server/platform/pictures/damaged-picture.ts'
import { labelIn } from '#server/platform/pictures/digital-source-type.ts'
import { stripMetadata } from '#server/platform/pictures/strip-metadata.ts'
import { toJpeg } from './jpeg.ts'

/** What a network takes of pictures. Formats as sharp names them. */
export type PictureLimits = {
  readonly formats: readonly string[]
  readonly maxBytes: number
  /** In pixels; left out: any. */
  readonly maxSide?: number
  /** Width times height, exclusive. */
  readonly maxPixels?: number
  /** How wide a picture is made that has to be encoded anew. */
  readonly encodedWidth?: number
}

export type FittingPicture = { readonly bytes: Buffer; readonly contentType: string }

/** Whether its colours are read as sRGB by those who read no profile: no profile, or one of sRGB itself. */
export const hasPlainColours = ({ space, depth, icc }: Metadata): boolean => {
  const isPlainSpace = (space === 'srgb' || space === 'b-w') && depth === 'uchar'
  return isPlainSpace && (icc === undefined || isSrgbProfile(icc))
}

/** Profiles say their name in one byte a letter, or in two. */
const isSrgbProfile = (icc: Buffer): boolean => /s\0?R\0?G\0?B/.test(icc.toString('latin1'))

/** The widest that it may be, in its own shape. */
const widthWithin = (width: number, height: number, limits: PictureLimits): number => {
  const { maxSide = Number.POSITIVE_INFINITY, maxPixels = Number.POSITIVE_INFINITY } = limits
  const scale = Math.min(
    1,
    maxSide / Math.max(width, height),
    // One pixel less on each side, because sides are rounded.
    width * height < maxPixels ? 1 : Math.sqrt(maxPixels / (width * height)) - 1 / Math.min(width, height),
  )
  return Math.max(1, Math.floor(width * scale))
}

/**
 * The picture as a network takes it: unchanged if it does, else in sRGB with 8 bits, scaled down, as a PNG if it is transparent and small enough
 * so, or as a JPEG. The stored file stays as it is. Null: the bytes are no picture. (docs/product/media.md "For each network", decision 113)
 */
export const fitPicture = async (bytes: Buffer, limits: PictureLimits): Promise<FittingPicture | null> => {
  try {
    const facts = await sharp(bytes).metadata()
    const { width, height } = facts.autoOrient
    const most = widthWithin(width, height, limits)
    const isTaken =
      limits.formats.includes(facts.format) &&
      bytes.length <= limits.maxBytes &&
      most === width &&
      // Which side of a JPEG is up, the networks read; of a PNG they promise nothing.
      (facts.format !== 'png' || (facts.orientation ?? 1) === 1) &&
      (hasPlainColours(facts) || facts.format === 'gif')
    if (isTaken) return { bytes, contentType: `image/${facts.format}` }
    const maxWidth = Math.min(most, limits.encodedWidth ?? most)
    // Decoders that shrink while they read round a narrow picture by more than a pixel.
    const maxHeight = Math.max(1, Math.ceil((maxWidth * height) / width))
    const isTransparent = facts.hasAlpha && !(await sharp(bytes).stats()).isOpaque
    const png =
      isTransparent && limits.formats.includes('png')
        ? await sharp(bytes)
            .autoOrient()
            .resize({ width: maxWidth, height: maxHeight, fit: 'inside' })
            .toColourspace('srgb')
            .png()
            .toBuffer()
        : null
    if (png && png.length <= limits.maxBytes) {
      const labelled = stripMetadata(png, 'image/png', 1, labelIn(bytes)) ?? png
      return { bytes: labelled, contentType: 'image/png' }
    }
    const jpeg = await toJpeg(bytes, { maxWidth, maxHeight, maxBytes: limits.maxBytes })
    return jpeg && { bytes: jpeg, contentType: 'image/jpeg' }
  } catch (error) {
    if (isDamagedPicture(error)) return null
    throw error
  }
}
