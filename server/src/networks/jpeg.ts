import sharp from 'sharp'

/** What a network takes at most: pixels across, bytes. */
export type JpegLimits = { readonly maxWidth: number; readonly maxBytes: number }

/**
 * The picture as a JPEG in sRGB that keeps to the limits: turned as its EXIF says, without its metadata (where it was taken is nobody's
 * business), transparency on white. Null when the bytes are no picture.
 */
export const toJpeg = async (bytes: Buffer, { maxWidth, maxBytes }: JpegLimits): Promise<Buffer | null> => {
  for (const quality of [90, 80, 70, 55]) {
    const jpeg = await render(bytes, maxWidth, quality)
    if (!jpeg || jpeg.length <= maxBytes) return jpeg
  }
  return render(bytes, Math.round(maxWidth / 2), 55)
}

const render = async (bytes: Buffer, maxWidth: number, quality: number): Promise<Buffer | null> => {
  try {
    return await sharp(bytes)
      .autoOrient()
      .resize({ width: maxWidth, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality, mozjpeg: true })
      .toBuffer()
  } catch {
    // What sharp cannot read is no picture, whatever its reason.
    return null
  }
}
