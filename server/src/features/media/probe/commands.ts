import sharp from 'sharp'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { previewSize } from '#domain/media/rules.ts'
import { MAX_PIXELS, type Probe } from './queries.ts'

/** Renders `small` and `medium` as WebP, upright; nothing for a video, whose poster a later issue makes. */
export const renderPreviews = async (
  path: string,
  probe: Probe,
): Promise<{ size: 'small' | 'medium'; bytes: Buffer }[] | Failure<'unsupported_media_type'>> => {
  if (probe.objectType === 'video' || probe.width === null || probe.height === null) return []
  const original = { width: probe.width, height: probe.height }
  try {
    return await Promise.all(
      (['small', 'medium'] as const).map(async size => ({
        size,
        bytes: await sharp(path, { limitInputPixels: MAX_PIXELS })
          .rotate()
          .resize(previewSize(original, size))
          .webp({ quality: 82 })
          .toBuffer(),
      })),
    )
  } catch {
    // The header was fine and the rest is not: a damaged picture is no picture.
    return fail('unsupported_media_type', { values: { list: 'jpg, jpeg, png, gif' } })
  }
}
