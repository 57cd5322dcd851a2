import sharp from 'sharp'
import type { ImageShape, PostType } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { toJpeg } from '#server/networks/jpeg.ts'
import type { PostMedia, Rejected } from '#server/networks/network-adapter.ts'
import { rejected } from '#server/networks/outcomes.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'

/** JPEG only, to 8 MB (networks.md part 8), and no wider than the product's own bound. */
const limits = { maxWidth: networks.instagram.image.scaledDownTo?.width ?? 1080, maxBytes: 8_000_000 }
const widestVideo = networks.instagram.video.maxWidth ?? Number.POSITIVE_INFINITY

/**
 * Where Instagram may fetch a photo or video of the post: as it is when that is what Instagram takes, a photo else as a JPEG made of it.
 * Stories are not held to the feed's shapes.
 */
export const mediaUrlOf = async (media: PostMedia, type: PostType): Promise<string | Rejected> => {
  if (media.kind !== 'video') return photoUrl(media, networks.instagram.types[type]?.imageShape)
  return (media.width ?? 0) > widestVideo
    ? refused(`Instagram takes videos up to ${widestVideo} pixels wide.`)
    : media.url
}

const photoUrl = async (photo: PostMedia, shape: ImageShape | undefined): Promise<string | Rejected> => {
  try {
    const bytes = await photo.read()
    const original = await sharp(bytes).metadata()
    const { width, height } = original.autoOrient
    if (shape && (width / height < shape.least || width / height > shape.most))
      return refused(`Instagram takes photos ${shape.text}.`)
    const isTaken =
      original.format === 'jpeg' &&
      original.space === 'srgb' &&
      (original.orientation ?? 1) === 1 &&
      width <= limits.maxWidth &&
      bytes.length <= limits.maxBytes
    if (isTaken) return photo.url
    const jpeg = await toJpeg(bytes, limits)
    return jpeg ? await photo.host(jpeg) : unreadable
  } catch (error) {
    if (error instanceof StoredFileMissing || /unsupported image format/.test(String(error)))
      return unreadable
    throw error
  }
}

/** Where Instagram may fetch the picture that stands for a video; null where there is none, or none that it takes. */
export const coverUrlOf = async (video: PostMedia): Promise<string | null> => {
  const { thumbnail } = video
  if (!thumbnail) return null
  try {
    const bytes = await thumbnail.read()
    if (thumbnail.contentType === 'image/jpeg' && bytes.length <= limits.maxBytes) return thumbnail.url
    const jpeg = await toJpeg(bytes, limits)
    return jpeg && (await video.host(jpeg))
  } catch (error) {
    // A reel without its chosen cover is better than none.
    if (error instanceof StoredFileMissing) return null
    throw error
  }
}

const refused = (words: string): Rejected => rejected(words, { reason: 'media_refused' })
const unreadable = rejected('The photo could not be read.', { reason: 'media_missing' })
