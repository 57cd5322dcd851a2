import type { ObjectData } from '#domain/media/model.ts'
import type { MediaKind } from '#domain/networks/model.ts'

/** An image or video as it is shown: addresses by size, and its alternative text. */
export type ShownMedia = {
  readonly key: string
  readonly kind: MediaKind
  readonly small: string
  readonly medium: string
  readonly original: string
  readonly alt: string
  readonly name: string
  /** Width by height; null if unknown. */
  readonly ratio: number | null
  /** The chosen still of a video; null if its own first frame is shown. */
  readonly poster: string | null
}

/** What belongs to a file but is not part of it. */
export type FileExtras = {
  readonly altText?: string | undefined
  readonly thumbnail?: ObjectData | null | undefined
}

/** A stored file as it is shown; null for a link, which is not an image. */
export const toShownMedia = (key: string, data: ObjectData, beside: FileExtras = {}): ShownMedia | null => {
  const { type, ratio } = data.options
  if (type === 'link') return null
  const { previews, public_url: original, original_name: name } = data
  const { thumbnail } = beside
  const framed = type === 'video' ? previews?.medium : null
  return {
    key,
    kind: type,
    small: previews?.small ?? original,
    medium: previews?.medium ?? original,
    original: previews?.original ?? original,
    alt: beside.altText ?? '',
    name,
    ratio,
    poster: thumbnail ? (thumbnail.previews?.medium ?? thumbnail.public_url) : (framed ?? null),
  }
}
