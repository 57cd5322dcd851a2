import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { LibraryMedia } from '#domain/media/model.ts'
import { AiMark, MediaPicture, PlaySign } from '../media-picture.tsx'
import { toShownMedia } from '../shown-media.ts'
import { factsOf } from './file-facts.ts'
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
