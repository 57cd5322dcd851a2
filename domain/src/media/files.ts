import type { MediaFile, MediaKind, Size, SocialNetwork } from '#domain/networks/model.ts'
import type { ObjectData, VideoConversion } from './model.ts'

/**
 * The longest side of a preview in pixels. `small` fills a thumbnail of
 * up to 160 px on a screen of double density, `medium` a phone's whole width (390 px) at nearly triple and the
 * editor's 438 px at double.
 */
export const previewLongestSide = { small: 320, medium: 1080 } as const

/** A preview's width and height: the picture's own shape, scaled down to fit, never up, never below a pixel. */
export function previewSize(original: Size, preview: keyof typeof previewLongestSide): Size {
  const longest = Math.max(original.width, original.height)
  const scale = Math.min(1, previewLongestSide[preview] / longest)
  return {
    width: Math.max(1, Math.round(original.width * scale)),
    height: Math.max(1, Math.round(original.height * scale)),
  }
}

const GRID_IMAGES_MAX = 5

/**
 * How the image grid shows that many images: up to five, `+N` over the last for the rest, and a count badge from five
 * images on. (docs/product/media.md "Pictures in a row")
 */
export function imageGrid(count: number): { shown: number; more: number; hasCountBadge: boolean } {
  const shown = Math.min(count, GRID_IMAGES_MAX)
  return { shown, more: count - shown, hasCountBadge: count >= GRID_IMAGES_MAX }
}

/**
 * The narrowest shape, as width by height, in which a network shows one picture alone; narrower ones are cropped.
 * (docs/product/previews.md "Pictures")
 */
export const narrowestShown: Readonly<Record<SocialNetwork, number>> = {
  facebook: 0.8,
  instagram: 0.8,
  linkedin: 0.8,
  twitter: 0.75,
}

/** The shape of a row to swipe through: that of its first file, from 4:5 to 1.91:1. */
export const rowRatio = (first: number): number => Math.min(1.91, Math.max(narrowestShown.instagram, first))

/** The kind of file of a content type; `null` for anything but pictures and videos. */
export function mediaKindOf(contentType: string): MediaKind | null {
  if (contentType === 'image/gif') return 'gif'
  if (contentType.startsWith('image/')) return 'image'
  return contentType.startsWith('video/') ? 'video' : null
}

/** A stored file as the networks' rules see it; `null` for a link, which is not a file. */
export function toMediaFile(data: ObjectData): MediaFile | null {
  const { type, width, height, duration, stream, frames } = data.options
  if (type === 'link') return null
  return {
    kind: type,
    contentType: data.content_type,
    bytes: data.file_size,
    width,
    height,
    seconds: duration,
    ...(stream && { stream }),
    ...(frames === undefined ? {} : { frames }),
  }
}

/** Whether a version has to wait for the conversion of its video. Here, apart from the networks' rules, so that no page loads those for it. */
export const isConverting = (conversion: Pick<VideoConversion, 'status'> | null | undefined): boolean =>
  conversion?.status === 'queued' || conversion?.status === 'running'

/** IPTC's names of what a machine made, wholly or in part. */
const madeByAi = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicMedia',
  'compositeSynthetic',
]

/** Whether networks show a file that says this of itself as "AI content" (docs/product/media.md "What is taken out"). */
export const isAiContent = (digitalSourceType: string | undefined): boolean =>
  digitalSourceType !== undefined && madeByAi.includes(digitalSourceType)
