import { Button, Loader, Text } from '@mantine/core'
import { IconAlertTriangle, IconMessageCircleCheck } from '@tabler/icons-react'
import type { PostSocial } from '#domain/posts/model.ts'
import { FIRST_COMMENT_FAILED } from '#domain/publishing/first-comment.ts'
import { useMay } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useRetryFirstComment } from './api.ts'
import { NetworkAnswer } from './network-answer.tsx'
import classes from './publish-progress.module.css'

type Props = { readonly social: PostSocial }

/** The result of the first comment of a live version; nothing if there is none. */
export function CommentOutcome({ social }: Props) {
  const projectId = useProjectId()
  const mayPublish = useMay(projectId)('post.publish')
  const retry = useRetryFirstComment(projectId)
  const { first_comment_status: status, first_comment_response: response } = social
  if (status === 'none') return null
  if (status === 'failed')
    return (
      <div className={classes.outcome}>
        <span className={classes.state}>
          <IconAlertTriangle size={16} color="var(--g-danger-text)" aria-hidden />
          <Text span size="sm" c="var(--g-danger-text)">
            {FIRST_COMMENT_FAILED}
          </Text>
        </span>
        {response !== null && <NetworkAnswer text={response} />}
        {mayPublish && (
          <div className={classes.actions}>
            <Button
              size="xs"
              variant="default"
              loading={retry.isPending}
              onClick={() => retry.mutate(social.id)}
            >
              Retry the comment
            </Button>
          </div>
        )}
      </div>
    )
  return (
    <span className={classes.state}>
      {status === 'pending' ? (
        <Loader size={14} aria-hidden />
      ) : (
        <IconMessageCircleCheck size={16} aria-hidden />
      )}
      {status === 'pending' ? 'Adding the first comment' : 'First comment added'}
    </span>
  )
}
