import { VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { AiMark, MediaPicture } from '#web/features/media/media-picture.tsx'
import type { ShownMedia } from '#web/features/media/shown-media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './media-strip.module.css'
import { useDragOrder } from './use-drag-order.ts'
import { moved } from './use-media-editing.ts'

type Props = {
  readonly media: readonly ShownMedia[]
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: (index: number) => void
  readonly onOpen: (index: number) => void
  /** One file, which is shown large: only its tools, over it. */
  readonly isOverPicture?: boolean
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The files of a post in their order. Moved by dragging, with the arrows, or with Alt and an arrow key. */
export function MediaStrip({ media, onMove, onRemove, onOpen, isOverPicture = false }: Props) {
  const [announcement, setAnnouncement] = useState('')
  const last = media.length - 1
  const move = (from: number, to: number) => {
    if (to < 0 || to > last) return
    onMove(from, to)
    setAnnouncement(`${media[from]?.name} is now ${to + 1} of ${media.length}`)
  }
  const { drag, onPointerDown } = useDragOrder(move)
  const shown = drag ? moved(media, drag.from, drag.to) : media
  return (
    <>
      <ol className={classes.strip} aria-label="Media in order" data-over={isOverPicture}>
        {shown.map((item, index) => (
          <li key={item.key} className={classes.item} data-position={index} data-dragged={drag?.to === index}>
            <button
              type="button"
              className={classes.open}
              data-movable={last > 0}
              aria-label={`Edit ${item.name}${item.isAiContent ? ', AI content' : ''}`}
              aria-keyshortcuts={last > 0 ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
              onClick={() => onOpen(index)}
              onPointerDown={event => {
                if (last > 0) onPointerDown(index, event)
              }}
              onKeyDown={event => {
                const step = steps[event.key]
                if (!event.altKey || step === undefined) return
                // Otherwise the browser goes back a page.
                event.preventDefault()
                move(index, index + step)
              }}
            >
              {isOverPicture ? (
                'Edit'
              ) : (
                <>
                  <MediaPicture media={item} size="small" className={classes.picture} />
                  <AiMark media={item} />
                </>
              )}
            </button>
            <div className={classes.tools}>
              {last > 0 && (
                <IconButton
                  size={28}
                  label={`Move ${item.name} forward`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
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
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowRight size={14} />
                </IconButton>
              )}
            </div>
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}
