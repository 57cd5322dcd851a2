import type { ObjectData } from '#domain/media/model.ts'
import type { MediaKind } from '#domain/networks/model.ts'

/** A picture or a video as it is shown: addresses for the sizes, and the words for who does not see it. */
export type ShownMedia = {
  readonly key: string
  readonly kind: MediaKind
  readonly small: string
  readonly medium: string
  readonly original: string
  readonly alt: string
  readonly name: string
  /** Width by height; null where it is not known. */
  readonly ratio: number | null
  /** What stands for a video before it plays; null where its own first picture does. */
  readonly poster: string | null
}

/** What goes with a file and is not in it. */
export type Beside = {
  readonly altText?: string | undefined
  readonly thumbnail?: ObjectData | null | undefined
}

/** A stored file as it is shown; null for a link, which is no picture. */
export const toShownMedia = (key: string, data: ObjectData, beside: Beside = {}): ShownMedia | null => {
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
