import { Button, Group, Text } from '@mantine/core'
import { IconCamera, IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { say } from '#web/platform/words.ts'
import { FileButton } from '#web/ui/form/file-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './attach-pictures.module.css'

type Props = {
  readonly files: readonly File[]
  /** How many may be attached. */
  readonly max: number
  readonly onChange: (files: readonly File[]) => void
}

/** Most browsers do not know the type of a phone's HEIC photo; the server converts it. */
const isImage = ({ name, type }: File): boolean => type.startsWith('image/') || /\.hei[cf]$/i.test(name)

/** Images that show what is meant, for a note or a revision; only images can be attached. */
export function AttachPictures({ files, max, onChange }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const add = (chosen: File[]) => {
    const images = chosen.filter(isImage)
    const room = max - files.length
    if (images.length < chosen.length) setRefusal(say('Only images can be attached.'))
    else if (images.length > room) setRefusal(say('At most {count} images can be attached.', { count: max }))
    else setRefusal(null)
    onChange([...files, ...images.slice(0, room)])
  }
  return (
    <div>
      <Group gap="xs">
        {files.map(file => (
          <Thumbnail
            key={`${file.name}-${file.size}-${file.lastModified}`}
            file={file}
            onRemove={() => onChange(files.filter(other => other !== file))}
          />
        ))}
        <FileButton accept="image/*,.heic,.heif" multiple onChange={add}>
          {props => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPhotoPlus size={16} aria-hidden />}
              disabled={files.length >= max}
            >
              {say('Attach images')}
            </Button>
          )}
        </FileButton>
        {/* Some phones offer only their album for several files. */}
        <FileButton accept="image/*" capture="environment" onChange={photo => photo && add([photo])}>
          {props => (
            <Button
              {...props}
              variant="default"
              className={classes.camera}
              leftSection={<IconCamera size={16} aria-hidden />}
              disabled={files.length >= max}
            >
              {say('Take a photo')}
            </Button>
          )}
        </FileButton>
      </Group>
      {refusal !== null && (
        <Text size="xs" c="var(--g-danger-text)" role="alert" mt={4}>
          {refusal}
        </Text>
      )}
    </div>
  )
}

function Thumbnail({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className={classes.thumbnail}>
      <img src={address} alt={file.name} />
      <IconButton
        className={classes.remove}
        variant="default"
        size={28}
        label={say('Remove {what}', { what: file.name })}
        onClick={onRemove}
      >
        <IconX size={14} />
      </IconButton>
    </div>
  )
}
