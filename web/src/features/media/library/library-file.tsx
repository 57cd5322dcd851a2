import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { clockText } from '#domain/media/clock-text.ts'
import type { LibraryMedia } from '#domain/media/model.ts'
import { AiMark, MediaPicture, PlaySign } from '../media-picture.tsx'
import { toShownMedia } from '../shown-media.ts'
import classes from './library.module.css'

/** A file as the library shows it: its picture, name and facts, with more words below. */
export function LibraryFile({
  media,
  children,
}: {
  readonly media: LibraryMedia
  readonly children?: ReactNode
}) {
  const shown = toShownMedia(`media-${media.id}`, media.object_data)
  return (
    <>
      <span className={classes.thumb}>
        {shown && <MediaPicture media={shown} size="small" className={classes.picture} />}
        {shown?.kind === 'video' && <PlaySign size={24} />}
        {shown && <AiMark media={shown} />}
      </span>
      <span className={classes.words}>
        <Text span size="sm" fw={600} className={classes.name}>
          {media.object_data.original_name}
        </Text>
        <Text span size="xs" c="dimmed">
          {factsOf(media)}
        </Text>
        {children}
      </span>
    </>
  )
}

/** A size for people: `840 kB`, `12.4 MB`. A non-breaking space keeps the number and its unit on one line. */
const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))}\u00a0kB`
    : `${(bytes / 1_000_000).toFixed(bytes < 100_000_000 ? 1 : 0)}\u00a0MB`

const lengthText = (seconds: number): string => clockText(Math.round(seconds))

const sourceText = {
  uploaded: null,
  imported: 'Imported design',
  conversation: null,
  converted: null,
} as const

/** `12.4 MB · 1920×1080 · 0:24`. */
const factsOf = ({ object_data: data, source }: LibraryMedia): string => {
  const { width, height, duration } = data.options
  const facts = [
    sizeText(data.file_size),
    width !== null && height !== null ? `${width}×${height}` : null,
    duration === null ? null : lengthText(duration),
    sourceText[source],
  ]
  return facts.filter(fact => fact !== null).join(' · ')
}
