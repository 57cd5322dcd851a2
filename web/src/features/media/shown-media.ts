import { isAiContent } from '#domain/media/files.ts'
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
  /** The title of a video; empty where none was given. */
  readonly title: string
  /** Its file says that AI made it, and networks show that. */
  readonly isAiContent: boolean
}

const kindNames: Readonly<Record<MediaKind, string>> = { image: 'Photo', gif: 'Animated GIF', video: 'Video' }

/**
 * What a picture is called for people who do not see it: its alternative text, else what it is and its place (`2 of 5`). Its file name
 * says nothing about it.
 */
export const mediaWords = (
  { alt, kind, isAiContent: isMade }: Pick<ShownMedia, 'alt' | 'kind'> & { readonly isAiContent?: boolean },
  place?: string,
): string => `${alt || `${kindNames[kind]}${place ? ` ${place}` : ''}`}${isMade ? ', AI content' : ''}`

/** The place of one of several; nothing for one alone. */
export const placeOf = (index: number, count: number): string | undefined =>
  count > 1 ? `${index + 1} of ${count}` : undefined

/** What is shown of a stored file. */
export type FileToShow = Pick<
  ObjectData,
  'public_url' | 'previews' | 'original_name' | 'digital_source_type'
> & {
  readonly options: Pick<ObjectData['options'], 'type' | 'ratio'>
}

/** What belongs to a file but is not part of it. */
export type FileExtras = {
  readonly altText?: string | undefined
  readonly title?: string | undefined
  readonly thumbnail?: Pick<ObjectData, 'public_url' | 'previews'> | null | undefined
}

/** A stored file as it is shown; null for a link, which is not an image. */
export const toShownMedia = (key: string, data: FileToShow, beside: FileExtras = {}): ShownMedia | null => {
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
    title: beside.title ?? '',
    name,
    ratio,
    isAiContent: isAiContent(data.digital_source_type),
    poster: thumbnail ? (thumbnail.previews?.medium ?? thumbnail.public_url) : (framed ?? null),
  }
}
