import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ConnectOptions } from '#domain/social-accounts/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { networkNames } from '#web/ui/network-badge.tsx'
import { fetchAuthorizationLink, type LinkedNetwork } from '../api.ts'
import { AccountError } from './account-error.tsx'

type Props = {
  readonly projectId: number
  readonly network: LinkedNetwork
  readonly options: ConnectOptions
  readonly isReconnect: boolean
}

/** LinkedIn and Twitter: get an authorization link and go there; the return page goes on. */
export function LinkConnect({ projectId, network, options, isReconnect }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    fetchAuthorizationLink(network, projectId, options, isReconnect).then(
      link => !isOver && window.location.assign(link),
      (error: unknown) => !isOver && setProblem(messageOf(error)),
    )
    return () => {
      isOver = true
    }
  }, [network, projectId, options, isReconnect])
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        You are being taken to {networkNames[network]}…
      </Text>
      {problem !== null && (
        <AccountError
          projectId={projectId}
          kind="contact"
          detail={problem}
          onClose={() => window.history.back()}
        />
      )}
    </>
  )
}
