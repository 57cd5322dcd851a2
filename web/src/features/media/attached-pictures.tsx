import { Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ConversationPicture } from '#domain/media/model.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './attach-pictures.module.css'

type Props = {
  readonly pictures: readonly ConversationPicture[]
  readonly isRemoving: boolean
  readonly onRemove: (pictureId: number) => void
}

/** The pictures that a note or a revision has, while it is edited. */
export function AttachedPictures({ pictures, isRemoving, onRemove }: Props) {
  return pictures.map((picture, index) => (
    <Group key={picture.id} gap="xs" wrap="nowrap">
      <img className={classes.attached} src={picture.previews.small} alt="" />
      <Text size="xs" truncate>
        {picture.original_name}
      </Text>
      <IconButton
        label={`Remove picture ${index + 1}`}
        size={28}
        disabled={isRemoving}
        onClick={() => onRemove(picture.id)}
      >
        <IconX size={16} />
      </IconButton>
    </Group>
  ))
}
