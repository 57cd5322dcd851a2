import { Button, Group, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { ALT_TEXT_MAX } from '#domain/posts/field-limits.ts'
import { Lightbox } from '#web/features/media/lightbox.tsx'
import { mediaWords, type ShownMedia } from '#web/features/media/shown-media.ts'

/** Our own limit: the server takes at most 1000 characters. */

type Props = {
  readonly media: readonly ShownMedia[]
  readonly start: number
  readonly onClose: () => void
  readonly onAltText: (index: number, text: string) => void
  readonly onRemove: (index: number) => void
}

/** An image of the post, large, with its alternative text. */
export function MediaLightbox({ media, start, onClose, onAltText, onRemove }: Props) {
  return (
    <Lightbox
      images={media.map(({ kind, original, poster, alt, name }) => ({
        ...{ src: original, alt: mediaWords({ alt, kind }), name, poster, isVideo: kind === 'video' },
      }))}
      start={start}
      onClose={onClose}
    >
      {index => (
        <Group mt="md" align="flex-end" gap="md">
          {media[index]?.kind !== 'video' && (
            <Textarea
              key={media[index]?.key}
              label="Alternative text"
              description="Describes the picture to people who cannot see it."
              autosize
              minRows={1}
              maxLength={ALT_TEXT_MAX}
              flex="1 1 320px"
              defaultValue={media[index]?.alt}
              onChange={event => onAltText(index, event.currentTarget.value)}
            />
          )}
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => {
              if (media.length === 1) onClose()
              onRemove(index)
            }}
          >
            Remove
          </Button>
        </Group>
      )}
    </Lightbox>
  )
}
