import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { isConverting, toMediaFile } from '#domain/media/files.ts'
import { videoTarget } from '#domain/media/video-conversion.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { useCancelConversion, useConvertVideo } from '#web/features/media/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import type { DraftMedia } from '../draft/draft-media.ts'

type Props = {
  readonly network: SocialNetwork
  readonly type: PostType
  readonly video: DraftMedia
  /**
   * Saves again, after the save was refused: a version that was sent has no video whose conversion has failed, so that trying again
   * has to be possible before it is attached.
   */
  readonly onRetry?: (() => void) | undefined
}

/** How a video is made to fit the network, if it has to be (docs/product/media.md "Converted videos"). */
export function VideoConversion({ network, type, video, onRetry }: Props) {
  const projectId = useProjectId()
  const { mutate: convert, isPending } = useConvertVideo(projectId)
  const { mutate: cancel, isPending: isCancelling } = useCancelConversion(projectId)
  const { conversion, data, objectId, attachmentId } = video
  const { label } = networks[network]
  const name = data?.original_name ?? 'video'
  if (conversion && isConverting(conversion)) {
    const percent = Math.round(conversion.progress * 100)
    return (
      <section aria-label={`Conversion of ${name}`}>
        <Group justify="space-between" wrap="nowrap" mb={4}>
          <Text size="sm" role="status">
            {conversion.status === 'queued'
              ? `Waiting to be converted for ${label}`
              : `Converting for ${label}: ${percent} %`}
          </Text>
          <Button size="xs" variant="default" loading={isCancelling} onClick={() => cancel(conversion.id)}>
            Cancel conversion
          </Button>
        </Group>
        <Progress value={percent} size="sm" animated aria-label={`Progress of ${name}`} />
        <Text size="xs" c="dimmed" mt={4}>
          The original is kept. You can close this page.
        </Text>
      </section>
    )
  }
  if (conversion?.status === 'done')
    return (
      <Text size="xs" c="dimmed">
        <IconCheck size={14} aria-hidden /> Converted for {label}. The original is kept for the other
        networks.{conversion.note ? ` ${conversion.note}` : ''}
      </Text>
    )
  const file = data && toMediaFile(data)
  const isAttached = attachmentId !== null
  if (!file || objectId === null || videoTarget(network, type, file) === null) return null
  // The next save starts its conversion by itself.
  if (!isAttached && !onRetry) return null
  const [problem] = fileProblems(network, type, file)
  return (
    <Alert color="yellow" c="var(--g-text)" variant="light" title={`${label} does not take ${name} as it is`}>
      <Text size="sm">{conversion?.failure ?? problem?.text}</Text>
      <Button
        mt="xs"
        size="xs"
        variant="default"
        loading={isPending}
        onClick={() => convert({ mediaId: objectId, network, type }, { onSuccess: onRetry })}
      >
        {conversion || !isAttached ? 'Try again' : `Convert for ${label}`}
      </Button>
    </Alert>
  )
}
