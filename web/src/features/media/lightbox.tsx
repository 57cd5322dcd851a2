import { Group, Modal, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { say } from '#web/platform/words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './lightbox.module.css'

export type LightboxImage = {
  readonly src: string
  readonly alt: string
  readonly name: string
  /** Plays the video instead of showing its still. */
  readonly isVideo?: boolean
  readonly poster?: string | null
}

type Props = {
  readonly images: readonly LightboxImage[]
  /** The image it opens with, counted from 0. */
  readonly start: number
  readonly onClose: () => void
  /** Actions for the shown image: alternative text, remove. */
  readonly children?: (index: number) => ReactNode
}

/** Shows images large, one at a time, with arrow keys for the others. Mount it while it is open. */
export function Lightbox({ images, start, onClose, children }: Props) {
  const [wanted, setIndex] = useState(start)
  const index = Math.min(wanted, images.length - 1)
  const go = (step: number) => setIndex((index + step + images.length) % images.length)
  useHotkeys([
    ['ArrowLeft', () => go(-1)],
    ['ArrowRight', () => go(1)],
  ])
  const image = images[index]
  if (image === undefined) return null
  return (
    <Modal
      opened
      onClose={onClose}
      size={960}
      title={
        <Group gap="sm">
          <span className={classes.name}>{image.name}</span>
          {images.length > 1 && (
            <Text span size="sm" c="dimmed">
              {say('{place} of {count}', { place: index + 1, count: images.length })}
            </Text>
          )}
        </Group>
      }
      closeButtonProps={{ 'aria-label': say('Close') }}
    >
      <div className={classes.stage}>
        {image.isVideo ? (
          // biome-ignore lint/a11y/useMediaCaption: posts carry no captions of their own
          <video
            key={image.src}
            className={classes.image}
            src={image.src}
            poster={image.poster ?? undefined}
            controls
            aria-label={image.alt}
          />
        ) : (
          <img className={classes.image} src={image.src} alt={image.alt} />
        )}
        {images.length > 1 && (
          <>
            <IconButton
              className={classes.previous}
              variant="default"
              size={44}
              label={say('Previous image')}
              onClick={() => go(-1)}
            >
              <IconChevronLeft size={20} />
            </IconButton>
            <IconButton
              className={classes.next}
              variant="default"
              size={44}
              label={say('Next image')}
              onClick={() => go(1)}
            >
              <IconChevronRight size={20} />
            </IconButton>
          </>
        )}
      </div>
      {children?.(index)}
    </Modal>
  )
}
