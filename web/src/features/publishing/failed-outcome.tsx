import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { INTERNAL_ERROR } from '#domain/posts/publish-results.ts'
import { type FailureReason, failureReasons } from '#domain/publishing/status.ts'
import { useMay } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { NetworkAnswer } from './network-answer.tsx'
import classes from './publish-progress.module.css'
import { UnconfirmedActions } from './unconfirmed-actions.tsx'

const reasonOf = (key: string | null) =>
  key !== null && Object.hasOwn(failureReasons, key) ? failureReasons[key as FailureReason] : null

/** Failures that a new login at the network fixes, and the one that a first login fixes. */
const fixedByLogin: Readonly<Partial<Record<FailureReason, 'Reconnect' | 'Connect'>>> = {
  reconnect_needed: 'Reconnect',
  permission_missing: 'Reconnect',
  network_not_connected: 'Connect',
}

/** Only the network's own words say what it objects to, or what it answered instead of confirming the post. */
const explainedByNetwork: readonly FailureReason[] = ['rejected', 'media_refused', 'unconfirmed']

type Props = { readonly social: PostSocial }

/** Why it failed, what to do, and the network's own answer (docs/product/publishing.md "Failure reasons"). */
export function FailedOutcome({ social }: Props) {
  const projectId = useProjectId()
  const may = useMay(projectId)
  const reason = reasonOf(social.failure_reason)
  const key = social.failure_reason as FailureReason
  const login = fixedByLogin[key]
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
      {login && may('project.manage') && (
        <div className={classes.actions}>
          {/* A full page load: only that page's policy lets a network's login script run. */}
          <Button
            component="a"
            size="xs"
            href={`/${projectId}/${social.social_network}/connect${login === 'Reconnect' ? '?reconnect=true' : ''}`}
          >
            {login} {networkNames[social.social_network]}
          </Button>
        </div>
      )}
      <NetworkAnswer
        text={social.last_social_api_response ?? INTERNAL_ERROR}
        isOpen={explainedByNetwork.includes(key) && social.last_social_api_response !== null}
      />
      {social.failure_reason === 'unconfirmed' && may('post.publish') && (
        <UnconfirmedActions social={social} />
      )}
    </div>
  )
}
