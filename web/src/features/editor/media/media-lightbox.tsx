import { Button, Group, Textarea } from '@mantine/core'
import { IconCrop, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { ALT_TEXT_MAX } from '#domain/posts/field-limits.ts'
import { Lightbox } from '#web/features/media/lightbox.tsx'
import { mediaWords, placeOf, type ShownMedia } from '#web/features/media/shown-media.ts'
import type { useMediaEditing } from './use-media-editing.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx').then(module => ({ default: module.CropDialog })))

type Props = {
  readonly projectId: number
  readonly network: SocialNetwork
  readonly type: PostType
  readonly media: readonly ShownMedia[]
  readonly start: number
  readonly editing: ReturnType<typeof useMediaEditing>
  readonly onClose: () => void
}

/** A file of the post, large, with its alternative text; a photo can be cropped, and each can be removed. */
export function MediaLightbox({ projectId, network, type, media, start, editing, onClose }: Props) {
  const [first, setFirst] = useState(start)
  const [cropped, setCropped] = useState<number | null>(null)
  const item = cropped === null ? undefined : editing.files[cropped]
  if (cropped !== null && item)
    return (
      <Suspense fallback={null}>
        <CropDialog
          {...{ projectId, network, type, item }}
          onClose={() => setCropped(null)}
          onCropped={made => {
            editing.replace(cropped, made)
            setCropped(null)
          }}
        />
      </Suspense>
    )
  return (
    <Lightbox
      images={media.map(({ kind, original, poster, alt, name }, index) => ({
        ...{ src: original, alt: mediaWords({ alt, kind }, placeOf(index, media.length)) },
        ...{ name, poster, isVideo: kind === 'video' },
      }))}
      start={first}
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
              onChange={event =>
                editing.describe(index, { extraFields: { alt_text: event.currentTarget.value } })
              }
            />
          )}
          {media[index]?.kind === 'image' && (
            <Button
              variant="default"
              leftSection={<IconCrop size={16} aria-hidden />}
              onClick={() => {
                setFirst(index)
                setCropped(index)
              }}
            >
              Crop
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => {
              if (media.length === 1) onClose()
              editing.remove(index)
            }}
          >
            Remove
          </Button>
        </Group>
      )}
    </Lightbox>
  )
}
