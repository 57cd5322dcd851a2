import { Collapse, Text, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconGripVertical, IconX } from '@tabler/icons-react'
import type { Upload } from '#web/features/media/use-uploads.ts'
import { hostOf } from '#web/features/posts/previews/link-card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { PictureSlot } from '../media/picture-slot.tsx'
import { cardIds } from '../validation/jump-to-field.ts'
import classes from './card-form.module.css'
import { LinkFields } from './link-fields.tsx'

type CardPictureProps = {
  readonly name: string
  readonly card: DraftMedia
  readonly upload: Upload | null
  readonly blockedBy: string | null
  readonly onPicture: (file: File) => void
  readonly onRemove: () => void
  readonly onDismiss: (uploadId: string) => void
}

/** The image of a card; without one the network takes the page's. */
function CardPicture({ name, card, ...slot }: CardPictureProps) {
  const data = card.thumbnail?.data
  return (
    <PictureSlot
      label={`Picture of ${name}`}
      hint="Without one, the network uses the page’s picture."
      picture={data ? (data.previews?.small ?? data.public_url) : null}
      {...slot}
    />
  )
}

type Props = {
  readonly card: DraftMedia
  readonly index: number
  readonly isOpen: boolean
  readonly isDragged: boolean
  readonly upload: Upload | null
  readonly canMove: (step: 1 | -1) => boolean
  readonly canRemove: boolean
  readonly onToggle: () => void
  readonly onChange: (card: DraftMedia) => void
  readonly onMove: (step: 1 | -1) => void
  readonly onRemove: () => void
  readonly onPicture: (file: File) => void
  readonly onDismiss: (uploadId: string) => void
  readonly onDrag: (isBegun: boolean) => void
  /** Left out while nothing is dragged. */
  readonly onDropHere: (() => void) | undefined
}

/** One card of a link carousel: moved by its handle or its arrows, edited when it is open. */
export function CardForm({ card, index, isOpen, isDragged, onDrag, onDropHere, ...form }: Props) {
  const name = index === 0 ? 'Main link card' : `Card ${index + 1}`
  const { link = '', name: title = '' } = card.extraFields
  return (
    <li
      className={classes.card}
      data-dragged={isDragged}
      onDragOver={event => {
        if (onDropHere) event.preventDefault()
      }}
      onDrop={event => {
        if (!onDropHere) return
        event.preventDefault()
        event.stopPropagation()
        onDropHere()
        onDrag(false)
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is the pointer's shortcut for the arrows */}
      <div
        className={classes.head}
        draggable
        onDragStart={event => {
          event.dataTransfer.effectAllowed = 'move'
          onDrag(true)
        }}
        onDragEnd={() => onDrag(false)}
      >
        <IconGripVertical size={16} className={classes.grip} aria-hidden />
        <UnstyledButton
          id={cardIds(index).toggle}
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={form.onToggle}
        >
          <IconChevronDown size={16} className={classes.chevron} data-open={isOpen} aria-hidden />
          <span className={classes.words}>
            <Text size="sm" fw={550}>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {title || hostOf(link)}
            </Text>
          </span>
        </UnstyledButton>
        <CardTools name={name} {...form} />
      </div>
      <Collapse expanded={isOpen}>
        <div className={classes.body}>
          <CardPicture
            name={name}
            card={card}
            upload={form.upload}
            blockedBy={index === 0 && link === '' ? 'Add its link first.' : null}
            onPicture={form.onPicture}
            onRemove={() => form.onChange({ ...card, thumbnail: null })}
            onDismiss={form.onDismiss}
          />
          <LinkFields
            id={`card-${index}`}
            value={card.extraFields}
            onSave={extraFields => form.onChange({ ...card, extraFields })}
          />
        </div>
      </Collapse>
    </li>
  )
}

type Tools = Pick<Props, 'canMove' | 'canRemove' | 'onMove' | 'onRemove'> & { readonly name: string }

function CardTools({ name, canMove, canRemove, onMove, onRemove }: Tools) {
  return (
    <span className={classes.tools}>
      <IconButton size={32} label={`Move ${name} up`} disabled={!canMove(-1)} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} />
      </IconButton>
      <IconButton size={32} label={`Move ${name} down`} disabled={!canMove(1)} onClick={() => onMove(1)}>
        <IconArrowDown size={16} />
      </IconButton>
      <IconButton size={32} label={`Remove ${name}`} disabled={!canRemove} onClick={onRemove}>
        <IconX size={16} />
      </IconButton>
    </span>
  )
}
