import { Group, Progress, Text } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import classes from './upload-list.module.css'
import type { Upload } from './use-uploads.ts'

const progressText = (share: number): string => {
  if (share === 0) return 'Waiting'
  return share < 1 ? `${Math.round(share * 100)} %` : 'Processing…'
}

type Props = {
  readonly uploads: readonly Upload[]
  readonly onDismiss: (id: string) => void
  /** Left out where the file can simply be chosen again. */
  readonly onRetry?: (upload: Upload) => void
}

/** Uploads in progress, and those that failed with the reason. */
export function UploadList({ uploads, onDismiss, onRetry }: Props) {
  if (uploads.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Uploads">
      {uploads.map(upload => (
        <li key={upload.id} className={classes.upload} data-failed={upload.failure !== null}>
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Text size="sm" truncate>
              {upload.file.name}
            </Text>
            <Group gap={4} wrap="nowrap">
              {upload.failure === null ? (
                <Text size="xs" c="dimmed">
                  {progressText(upload.share)}
                </Text>
              ) : (
                onRetry && (
                  <IconButton
                    size={32}
                    label={`Upload ${upload.file.name} again`}
                    onClick={() => onRetry(upload)}
                  >
                    <IconRefresh size={16} />
                  </IconButton>
                )
              )}
              <IconButton
                size={32}
                label={upload.failure === null ? `Cancel ${upload.file.name}` : `Dismiss ${upload.file.name}`}
                onClick={() => onDismiss(upload.id)}
              >
                <IconX size={16} />
              </IconButton>
            </Group>
          </Group>
          {upload.failure === null ? (
            <Progress
              value={upload.share * 100}
              size="sm"
              animated={upload.share >= 1}
              aria-label={`Upload of ${upload.file.name}`}
            />
          ) : (
            <Text size="xs" c="var(--g-danger-text)" role="alert">
              {upload.failure}
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}
