import sharp from 'sharp'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import { previewSize } from '#domain/media/files.ts'
import { isDamagedPicture } from '#server/platform/pictures/damaged-picture.ts'
import { decodeInTurn } from '#server/platform/pictures/decode-in-turn.ts'
import { PIXELS_MAX } from './file-probe.ts'
import type { Probe } from './probe.ts'
import { readFrame } from './video-frame.ts'

type Preview = { size: 'small' | 'medium'; bytes: Buffer }

/** Renders `small` and `medium` of a file, by its path, or of a picture in memory, as WebP, upright. Those of a video show one of its frames, and are left out if none can be read. */
export const renderPreviews = async (
  content: string | Buffer,
  probe: Probe,
): Promise<Preview[] | Failure<'unsupported_media_type'>> => {
  if (probe.width === null || probe.height === null) return []
  const original = { width: probe.width, height: probe.height }
  const isVideo = probe.objectType === 'video'
  const source = isVideo && typeof content === 'string' ? await readFrame(content, probe) : content
  if (source === null) return []
  try {
    return await decodeInTurn(() => renderBoth(source, original))
  } catch (error) {
    if (!isDamagedPicture(error)) throw error
    // Only the header was intact. A damaged picture is refused; a video is kept without a preview.
    return isVideo ? [] : fail('unsupported_media_type', { values: { list: 'jpg, jpeg, png, gif' } })
  }
}

const renderBoth = (source: string | Buffer, original: { width: number; height: number }) =>
  Promise.all(
    (['small', 'medium'] as const).map(async size => ({
      size,
      bytes: await sharp(source, { limitInputPixels: PIXELS_MAX })
        .rotate()
        .resize(previewSize(original, size))
        .webp({ quality: 82 })
        .toBuffer(),
    })),
  )
