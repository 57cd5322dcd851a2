import { Group, Skeleton, Stack } from '@mantine/core'
import { useConnectOptions, useSocialAccounts } from '#web/features/social-accounts/api.ts'
import { NetworkRow } from '#web/features/social-accounts/components/network-row.tsx'
import classes from '#web/features/social-accounts/components/social-accounts.module.css'
import { messageOf } from '#web/platform/api-error.ts'
import { useOwnProject } from '#web/platform/me.ts'
import { homeOfProject } from '#web/platform/redirects.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'

/** Step 4 of the project wizard: the rows of the social accounts screen, and Skip or Submit. */
export function ConnectStep({ projectId }: { projectId: number }) {
  const home = homeOfProject(useOwnProject(projectId))
  return (
    <Stack gap="lg">
      <Networks projectId={projectId} />
      <Group justify="flex-end" gap="xs">
        <LinkButton to={home} variant="default">
          Skip
        </LinkButton>
        <LinkButton to={home}>Submit</LinkButton>
      </Group>
    </Stack>
  )
}

function Networks({ projectId }: { projectId: number }) {
  const { timezone } = useOwnProject(projectId)
  const accounts = useSocialAccounts(projectId)
  const options = useConnectOptions(projectId)
  const error = accounts.error ?? options.error
  if (error && !(accounts.data && options.data))
    return (
      <Failed
        message={messageOf(error)}
        onRetry={() => void Promise.all([accounts.refetch(), options.refetch()])}
      />
    )
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
    <ul className={classes.list}>
      {accounts.data.map(connection => (
        <NetworkRow
          key={connection.social_network}
          projectId={projectId}
          timezone={timezone}
          connection={connection}
          isConfigured={configured.get(connection.social_network) ?? false}
        />
      ))}
    </ul>
  )
}
