import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { MediaPicture } from '#web/features/media/media-picture.tsx'
import type { ShownMedia } from '#web/features/media/shown-media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './media-strip.module.css'

type Props = {
  readonly media: readonly ShownMedia[]
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (index: number) => void
  readonly onOpen: (index: number) => void
}

/** The files of a post in their order. Moved by dragging or with the arrows. */
export function MediaStrip({ media, onMove, onRemove, onOpen }: Props) {
  const [dragged, setDragged] = useState<number | null>(null)
  const last = media.length - 1
  return (
    <ol className={classes.strip} aria-label="Media in order">
      {media.map((item, index) => (
        <li
          key={item.key}
          className={classes.item}
          data-dragged={dragged === index}
          draggable={last > 0}
          onDragStart={event => {
            event.dataTransfer.effectAllowed = 'move'
            setDragged(index)
          }}
          onDragEnd={() => setDragged(null)}
          onDragOver={event => {
            if (dragged !== null) event.preventDefault()
          }}
          onDrop={event => {
            if (dragged === null) return
            event.preventDefault()
            event.stopPropagation()
            onMove(dragged, index)
            setDragged(null)
          }}
        >
          <button
            type="button"
            className={classes.open}
            aria-label={`Edit ${item.name}`}
            onClick={() => onOpen(index)}
          >
            <MediaPicture media={item} size="small" className={classes.picture} />
          </button>
          <div className={classes.tools}>
            {last > 0 && (
              <IconButton
                size={28}
                label={`Move ${item.name} forward`}
                disabled={index === 0}
                onClick={() => onMove(index, index - 1)}
              >
                <IconArrowLeft size={14} />
              </IconButton>
            )}
            <IconButton size={28} label={`Remove ${item.name}`} onClick={() => onRemove(index)}>
              <IconX size={14} />
            </IconButton>
            {last > 0 && (
              <IconButton
                size={28}
                label={`Move ${item.name} back`}
                disabled={index === last}
                onClick={() => onMove(index, index + 1)}
              >
                <IconArrowRight size={14} />
              </IconButton>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
