import { Button, Group, Text } from '@mantine/core'
import { IconPhoto, IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { convertedEndings, IMAGE_BYTES_MAX, isConverted } from '#domain/media/conversion.ts'
import { UploadList } from '#web/features/media/upload-list.tsx'
import type { Upload } from '#web/features/media/use-uploads.ts'
import { FileButton } from '#web/ui/form/file-button.tsx'
import classes from './picture-slot.module.css'

/** Formats of images that every network takes. */
const types = ['image/jpeg', 'image/png']
const accept = ['.jpg,.jpeg,.png', ...convertedEndings].join(',')

type Props = {
  readonly label: string
  readonly hint: string
  /** The address of the current image; null: none. */
  readonly picture: string | null
  readonly upload: Upload | null
  readonly blockedBy?: string | null
  readonly onPicture: (file: File) => void
  readonly onRemove: () => void
  readonly onDismiss: (uploadId: string) => void
}

/** A place for one image: empty, uploading, filled. */
export function PictureSlot(props: Props) {
  const { label, hint, picture, upload, blockedBy = null, onPicture, onRemove, onDismiss } = props
  const [refusal, setRefusal] = useState<string | null>(null)
  const choose = (file: File | null) => {
    if (!file) return
    const reason = refusalOf(file)
    setRefusal(reason)
    if (reason === null) onPicture(file)
  }
  return (
    <div className={classes.slot}>
      <span className={classes.picture}>
        {picture === null ? <IconPhoto size={20} aria-hidden /> : <img src={picture} alt={label} />}
      </span>
      <div className={classes.side}>
        <Group gap="xs">
          <FileButton accept={accept} onChange={choose}>
            {button => (
              <Button
                {...button}
                size="xs"
                variant="default"
                leftSection={<IconPhotoPlus size={16} aria-hidden />}
                disabled={blockedBy !== null || upload?.failure === null}
                title={blockedBy ?? undefined}
                aria-label={`${picture === null ? 'Choose' : 'Change'}: ${label}`}
              >
                {picture === null ? 'Choose picture' : 'Change'}
              </Button>
            )}
          </FileButton>
          {picture !== null && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={onRemove}
              aria-label={`Remove: ${label}`}
            >
              Remove
            </Button>
          )}
        </Group>
        <Text
          size="xs"
          c={refusal === null ? 'dimmed' : 'var(--g-danger-text)'}
          role={refusal ? 'alert' : undefined}
        >
          {refusal ?? blockedBy ?? hint}
        </Text>
        {upload && <UploadList uploads={[upload]} onDismiss={onDismiss} />}
      </div>
    </div>
  )
}

/** Fixed wording (docs/product/media.md "Limits"). */
const refusalOf = (file: File): string | null => {
  if (!types.includes(file.type) && !isConverted(file)) return 'Allowed file types is jpg, jpeg, png.'
  return file.size > IMAGE_BYTES_MAX ? 'File is too big' : null
}
