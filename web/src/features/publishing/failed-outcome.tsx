import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { INTERNAL_ERROR } from '#domain/posts/publish-results.ts'
import { type FailureReason, failureReasons, failuresMendedByLogin } from '#domain/publishing/status.ts'
import { useMay } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useListMendedFailures } from './api.ts'
import { PublishFailed } from './mended-failures.tsx'
import { NetworkAnswer } from './network-answer.tsx'
import classes from './publish-progress.module.css'
import { UnconfirmedActions } from './unconfirmed-actions.tsx'

const reasonOf = (key: string | null) =>
  key !== null && Object.hasOwn(failureReasons, key) ? failureReasons[key as FailureReason] : null

/** What mends a failure for want of access; null: another failure. */
const loginFor = (reason: FailureReason): 'Reconnect' | 'Connect' | null => {
  if (!(failuresMendedByLogin as readonly FailureReason[]).includes(reason)) return null
  return reason === 'network_not_connected' ? 'Connect' : 'Reconnect'
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
  const login = loginFor(key)
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
      {login && <LoginRemedy social={social} login={login} />}
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

type RemedyProps = Props & { readonly login: 'Reconnect' | 'Connect' }

/** The way to connect the account, which leads back here; once it works, to publish what failed without it. */
function LoginRemedy({ social, login }: RemedyProps) {
  const projectId = useProjectId()
  const may = useMay(projectId)
  const mended = useListMendedFailures(projectId)
  const { social_network: network, post_id: postId } = social
  if (mended.isLoading) return null
  const failures = (mended.data ?? []).filter(each => each.social_network === network)
  if (failures.some(({ post_id }) => post_id === postId))
    return (
      <div className={classes.actions}>
        <Text size="sm">{networkNames[network]} is connected again.</Text>
        <PublishFailed network={network} failures={failures} />
      </div>
    )
  if (!may('project.manage')) return null
  const query = `${login === 'Reconnect' ? 'reconnect=true&' : ''}from=post-${postId}`
  return (
    <div className={classes.actions}>
      {/* A full page load: only that page's policy lets a network's login script run. */}
      <Button component="a" size="xs" href={`/${projectId}/${network}/connect?${query}`}>
        {login} {networkNames[network]}
      </Button>
    </div>
  )
}
