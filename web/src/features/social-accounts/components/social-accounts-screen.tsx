import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { messageOf } from '#web/platform/api-error.ts'
import { useOwnProject } from '#web/platform/me.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useConnectOptions, useSocialAccounts } from '../api.ts'
import { MasterPlatform } from './master-platform.tsx'
import { NetworkRow } from './network-row.tsx'
import classes from './social-accounts.module.css'

/** Connect, reconnect and remove accounts, see how they stand, choose the master approval platform (document 1 section 2). */
export function SocialAccountsScreen({ projectId }: { projectId: number }) {
  const project = useOwnProject(projectId)
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h3">
          Social Accounts
        </Title>
        <Text size="sm" c="dimmed">
          Where the posts of {project.name} are published: one account for each network.
        </Text>
      </div>
      <Accounts projectId={projectId} timezone={project.timezone} />
    </Stack>
  )
}

function Accounts({ projectId, timezone }: { projectId: number; timezone: string }) {
  const accounts = useSocialAccounts(projectId)
  const options = useConnectOptions(projectId)
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
            projectId={projectId}
            timezone={timezone}
            connection={connection}
            isConfigured={configured.get(connection.social_network) ?? false}
          />
        ))}
      </ul>
      <MasterPlatform projectId={projectId} connections={accounts.data} />
    </>
  )
}
