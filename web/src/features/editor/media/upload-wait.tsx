import { Button, Group, Modal, Text } from '@mantine/core'
import { UploadList } from '#web/features/media/upload-list.tsx'
import type { PostUploads } from './use-post-uploads.ts'

/** What goes on when the files have arrived, as its button calls it. */
export type WaitingAction = 'Publishes' | 'Sends' | 'Schedules' | 'Saves' | 'Copies'

type Props = {
  readonly action: WaitingAction
  readonly count: number
  readonly uploads: PostUploads
  readonly onCancel: () => void
}

/** An action that waits for the files chosen before it. */
export function UploadWait({ action, count, uploads, onCancel }: Props) {
  const { uploads: list, dismiss, retry } = uploads
  const files = count === 1 ? 'the file is' : `${count} of ${count} files are`
  return (
    <Modal
      opened
      onClose={onCancel}
      title={`${action} when ${files} uploaded`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {count - list.length} of {count} uploaded
      </Text>
      <UploadList uploads={list} onDismiss={dismiss} onRetry={retry} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Modal>
  )
}
