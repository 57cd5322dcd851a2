import { Alert, Button, Text } from '@mantine/core'
import { replicationTexts } from '#domain/media/replication-texts.ts'
import type { Post } from '#domain/posts/model.ts'
import { useRetryMediaReplication } from './api.ts'

type Props = { readonly post: Post; readonly mayEdit: boolean }

/** How far the files of a clone are; a failed copy can be tried again. */
export function ReplicationLine({ post, mayEdit }: Props) {
  const { mutate: retry, isPending } = useRetryMediaReplication(post.project_id)
  const { media_replication_status: status } = post
  if (status === null || status === 'duplicated') return null
  const reasons = new Set(
    post.post_socials.flatMap(({ attachments }) =>
      attachments.flatMap(({ replication }) => replication?.failure ?? []),
    ),
  )
  return (
    <Alert
      variant="light"
      color={status === 'failed' ? 'red' : 'yellow'}
      title={replicationTexts[status]}
      role="status"
    >
      <Text size="sm">
        {status === 'failed'
          ? [...reasons].join(' ')
          : 'You can go on writing, or close this page. The post can be sent when they are here.'}
      </Text>
      {status === 'failed' && mayEdit && (
        <Button mt="xs" size="xs" variant="default" loading={isPending} onClick={() => retry(post.id)}>
          Try again
        </Button>
      )}
    </Alert>
  )
}
