import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { NetworkConnection } from '#domain/social-accounts/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useListConnectOptions, useListSocialAccounts } from './api.ts'
import type { ConnectOrigin } from './connect/connect-origin.ts'
import { NetworkRow } from './network-row.tsx'
import classes from './social-accounts.module.css'

type Props = {
  /** The page that shows the list: who connects an account returns to it. */
  readonly page: ConnectOrigin
  /** Shown after the rows once they are loaded. */
  readonly children?: (connections: readonly NetworkConnection[]) => ReactNode
}

/** The four networks of a project, each with its account and its health: on the accounts page and in the project wizard. */
export function NetworkList({ page, children }: Props) {
  const projectId = useProjectId()

  const accounts = useListSocialAccounts(projectId)
  const options = useListConnectOptions(projectId)
  const error = accounts.error ?? options.error
  const retry = () => void Promise.all([accounts.refetch(), options.refetch()])
  if (error && !(accounts.data && options.data)) return <Failed message={messageOf(error)} onRetry={retry} />
  if (!accounts.data || !options.data)
    return (
      <Loading>
        <Stack gap="sm">
          {[1, 2, 3, 4].map(row => (
            <Skeleton key={row} height={76} />
          ))}
        </Stack>
      </Loading>
    )
  const configured = new Map(options.data.map(each => [each.social_network, each.is_configured]))
  return (
    <>
      <ul className={classes.list}>
        {accounts.data.map(connection => (
          <NetworkRow
            key={connection.social_network}
            page={page}
            connection={connection}
            isConfigured={configured.get(connection.social_network) ?? false}
          />
        ))}
      </ul>
      {children?.(accounts.data)}
    </>
  )
}
