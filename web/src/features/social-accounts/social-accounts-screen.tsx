import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LatePriceNote } from '#web/features/billing/late-price-note.tsx'
import { useOwnProject } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { MasterPlatform } from './master-platform.tsx'
import { NetworkList } from './network-list.tsx'

/**
 * Connect, reconnect and remove accounts, see their health, choose the master approval platform
 * (docs/product/social-accounts.md "Accounts page"). `children`: what connecting has made possible, above the accounts.
 */
export function SocialAccountsScreen({ children }: { readonly children?: ReactNode }) {
  const projectId = useProjectId()
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
        <LatePriceNote of="account" />
      </div>
      {children}
      <NetworkList page="settings">{connections => <MasterPlatform connections={connections} />}</NetworkList>
    </Stack>
  )
}
