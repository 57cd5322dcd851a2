import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMovie } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { videoExtras } from '#domain/networks/video-extras.ts'
import { SHORT_TEXT_MAX } from '#domain/posts/field-limits.ts'
import type { Upload } from '#web/features/media/use-uploads.ts'
import classes from '../cards/link-editor.module.css'
import type { DraftMedia } from '../draft/draft-media.ts'
import { PictureSlot } from '../media/picture-slot.tsx'
import { KeywordSelect } from './keyword-select.tsx'

const FrameChooser = lazy(async () => ({ default: (await import('./frame-chooser.tsx')).FrameChooser }))

type Props = {
  readonly network: SocialNetwork
  readonly video: DraftMedia
  readonly upload: Upload | null
  readonly onChange: (part: Partial<Pick<DraftMedia, 'extraFields' | 'thumbnail'>>) => void
  readonly onThumbnail: (file: File) => void
  readonly onDismiss: (uploadId: string) => void
}

/** What belongs to a video: its thumbnail, title and keywords. */
export function VideoDetails({ network, video, upload, onChange, onThumbnail, onDismiss }: Props) {
  const { data, thumbnail, extraFields } = video
  const name = data?.original_name ?? 'video'
  const takes = videoExtras[network]
  const [isChoosing, setChoosing] = useState(false)
  const still = thumbnail && (thumbnail.data.previews?.small ?? thumbnail.data.public_url)
  return (
    <section className={classes.editor} aria-label={`Details of ${name}`}>
      <h2 className={classes.title}>
        <IconMovie size={16} aria-hidden /> Video
        <Text span size="xs" c="dimmed" fw={400} truncate>
          {name}
        </Text>
      </h2>
      <Stack gap="sm">
        {takes.thumbnail && (
          <PictureSlot
            label="Thumbnail"
            hint="Shown before the video plays. Without one, the network picks a frame of the video."
            picture={still}
            upload={upload}
            onPicture={onThumbnail}
            onRemove={() => onChange({ thumbnail: null })}
            onDismiss={onDismiss}
          />
        )}
        {takes.thumbnail && data && (
          <Button
            size="xs"
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            disabled={upload?.failure === null}
            onClick={() => setChoosing(true)}
          >
            Choose a frame
          </Button>
        )}
        {isChoosing && data && (
          <Suspense fallback={null}>
            <FrameChooser
              address={data.public_url}
              name={name}
              onFrame={onThumbnail}
              onClose={() => setChoosing(false)}
            />
          </Suspense>
        )}
        {takes.title && (
          <TextInput
            label="Title"
            maxLength={SHORT_TEXT_MAX}
            value={extraFields.title ?? ''}
            onChange={event => onChange({ extraFields: { title: event.currentTarget.value } })}
          />
        )}
        {takes.keywords && (
          <KeywordSelect
            network={network}
            value={extraFields.content_tags ?? []}
            onChange={tags => onChange({ extraFields: { content_tags: tags } })}
          />
        )}
      </Stack>
    </section>
  )
}
