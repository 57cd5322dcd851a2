import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { PostSocial } from '#domain/posts/model.ts'
import { type FailureReason, failureReasons } from '#domain/publishing/status.ts'
import { useMay } from '#web/features/projects/api.ts'
import { NetworkAnswer } from './network-answer.tsx'
import classes from './publish-progress.module.css'
import { UnconfirmedActions } from './unconfirmed-actions.tsx'

const INTERNAL_ERROR = 'An internal error has occurred.'

const reasonOf = (key: string | null) =>
  key !== null && Object.hasOwn(failureReasons, key) ? failureReasons[key as FailureReason] : null

type Props = { readonly social: PostSocial; readonly projectId: number }

/** Why it failed, in words; what to do; and the network's own answer (document 2 section 4 "Transitions"). */
export function FailedOutcome({ social, projectId }: Props) {
  const mayPublish = useMay(projectId)('post.publish')
  const reason = reasonOf(social.failure_reason)
  return (
    <div className={classes.outcome}>
      <span className={classes.state}>
        <IconAlertTriangle size={16} color="var(--g-danger-text)" aria-hidden />
        <Text span size="sm" c="var(--g-danger-text)">
          {reason?.text ?? INTERNAL_ERROR}
        </Text>
      </span>
      {reason && (
        <Text size="sm">
          {reason.cause} {reason.nextStep}
        </Text>
      )}
      <NetworkAnswer text={social.last_social_api_response ?? INTERNAL_ERROR} />
      {social.failure_reason === 'unconfirmed' && mayPublish && (
        <UnconfirmedActions social={social} projectId={projectId} />
      )}
    </div>
  )
}
