import sharp from 'sharp'
import type { ImageShape, PostType } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { hasPlainColours } from '#server/networks/fit-picture.ts'
import { toJpeg } from '#server/networks/jpeg.ts'
import type { PostMedia, Rejected } from '#server/networks/network-adapter.ts'
import { rejected } from '#server/networks/outcomes.ts'
import { StoredFileMissing } from '#server/platform/storage/storage.ts'

/** JPEG only, up to 8 MB, and no wider than Instagram shows it (docs/product/media.md "For each network"). */
const limits = { maxWidth: 1440, maxBytes: 8_000_000 }
/** What the feed takes, exactly: 4:5 to 1.91:1. While writing a photo may be outside by a little. */
const heightsOf = (width: number) => ({
  least: Math.ceil((width * 100) / 191),
  most: Math.floor((width * 5) / 4),
})
const widestVideo = networks.instagram.video.maxWidth ?? Number.POSITIVE_INFINITY

/**
 * The URL where Instagram can fetch a photo or video: the original if Instagram accepts it, else a JPEG made from the photo.
 * The feed's aspect ratios do not apply to stories.
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
    const cut = shape ? cutTo(width, height) : null
    const isTaken =
      cut === null &&
      original.format === 'jpeg' &&
      hasPlainColours(original) &&
      (original.orientation ?? 1) === 1 &&
      width <= limits.maxWidth &&
      bytes.length <= limits.maxBytes
    if (isTaken) return photo.url
    const jpeg = await toJpeg(bytes, { ...limits, ...cut })
    return jpeg ? await photo.host(jpeg) : unreadable
  } catch (error) {
    if (error instanceof StoredFileMissing || /unsupported image format/.test(String(error)))
      return unreadable
    throw error
  }
}

/** The exact size that the feed takes of a photo that is wider than that, or whose shape is just outside; null: its own. */
const cutTo = (width: number, height: number) => {
  const sent = Math.min(width, limits.maxWidth)
  const rounded = Math.round((height * sent) / width)
  const { least, most } = heightsOf(sent)
  if (sent === width && rounded >= least && rounded <= most) return null
  const maxWidth = rounded < least ? Math.floor((rounded * 191) / 100) : sent
  return { maxWidth, maxHeight: Math.min(rounded, most), isCut: true }
}

/** The URL where Instagram can fetch a video's cover; null if there is none or it cannot be used. */
export const coverUrlOf = async (video: PostMedia): Promise<string | null> => {
  const { thumbnail } = video
  if (!thumbnail) return null
  try {
    const bytes = await thumbnail.read()
    if (thumbnail.contentType === 'image/jpeg' && bytes.length <= limits.maxBytes) return thumbnail.url
    const jpeg = await toJpeg(bytes, limits)
    return jpeg && (await video.host(jpeg))
  } catch (error) {
    // Better to publish the reel without its cover than not at all.
    if (error instanceof StoredFileMissing) return null
    throw error
  }
}

const refused = (words: string): Rejected => rejected(words, { reason: 'media_refused' })
const unreadable = rejected('The photo could not be read.', { reason: 'media_missing' })
