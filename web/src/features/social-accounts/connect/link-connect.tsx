import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { AccountError, type AccountTrouble, accountTroubleOf } from '../account-error.tsx'
import { getLinkedinAuthorizationLink, getTwitterAuthorizationLink } from '../api.ts'

const getAuthorizationLink = {
  linkedin: getLinkedinAuthorizationLink,
  twitter: getTwitterAuthorizationLink,
} as const

/** The networks that a person leaves Galley for, and comes back from to a page of its own. */
export type LinkedNetwork = keyof typeof getAuthorizationLink

type Props = {
  readonly network: LinkedNetwork
  readonly callbackUrl: string
  readonly isReconnect: boolean
}

/** LinkedIn and Twitter: gets an authorization link and goes there; the return page does the rest. */
export function LinkConnect({ network, callbackUrl, isReconnect }: Props) {
  const projectId = useProjectId()
  const [problem, setProblem] = useState<AccountTrouble | null>(null)
  useEffect(() => {
    let isOver = false
    const query = {
      callback_url: callbackUrl,
      reconnect: isReconnect ? 'true' : 'false',
    } as const
    getAuthorizationLink[network](projectId, query).then(
      ({ authorization_link: link }) => {
        if (isOver) return
        // Replaces this page: the browser's Back then leads from the network to the accounts, not into another redirect.
        window.location.replace(link)
      },
      (error: unknown) => !isOver && setProblem(accountTroubleOf(error)),
    )
    return () => {
      isOver = true
    }
  }, [network, projectId, callbackUrl, isReconnect])
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        Taking you to {networkNames[network]}…
      </Text>
      {problem !== null && (
        <AccountError
          projectId={projectId}
          {...problem}
          onClose={() => window.history.back()}
          onRetry={() => window.location.reload()}
        />
      )}
    </>
  )
}
