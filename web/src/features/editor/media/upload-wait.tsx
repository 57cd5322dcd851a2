import { Button, Group, Modal, Progress, Text } from '@mantine/core'
import { UploadList } from '#web/features/media/upload-list.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import type { PostUploads } from './use-post-uploads.ts'

/** What goes on when the files have arrived, as its button calls it. */
export type WaitingAction = 'Publishes' | 'Sends' | 'Schedules' | 'Saves' | 'Copies'

type Props = {
  readonly action: WaitingAction
  readonly count: number
  readonly uploads: PostUploads
  /** What is being converted. */
  readonly videos: readonly DraftMedia[]
  readonly onCancel: () => void
}

/** An action that waits for the files chosen before it. */
export function UploadWait({ action, count, uploads, videos, onCancel }: Props) {
  const { uploads: list, dismiss, retry } = uploads
  const files = count === 1 ? 'the file is' : `${count} of ${count} files are`
  const isUploaded = list.length === 0
  const what = videos.length === 1 ? 'the video is' : `${videos.length} videos are`
  return (
    <Modal
      opened
      onClose={onCancel}
      title={isUploaded ? `${action} when ${what} converted` : `${action} when ${files} uploaded`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {isUploaded
          ? 'A network does not take the video as it is.'
          : `${count - list.length} of ${count} uploaded`}
      </Text>
      {videos.map(({ key, data, conversion }) => (
        <div key={key}>
          <Text size="sm" truncate>
            {data?.original_name}
          </Text>
          <Progress
            value={(conversion?.progress ?? 0) * 100}
            size="sm"
            mb="sm"
            animated
            aria-label={`Conversion of ${data?.original_name}`}
          />
        </div>
      ))}
      <UploadList uploads={list} onDismiss={dismiss} onRetry={retry} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Modal>
  )
}
