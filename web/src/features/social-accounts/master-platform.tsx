import { Radio, Stack, Text, Title } from '@mantine/core'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { NetworkConnection } from '#domain/social-accounts/model.ts'
import { useSaveProjectSettings } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { sayWhenDone } from '#web/ui/toast.tsx'
import classes from './social-accounts.module.css'

type Props = { readonly connections: readonly NetworkConnection[] }

/** Chooses the network whose content is approved for all (docs/product/social-accounts.md "Master platform"). */
export function MasterPlatform({ connections }: Props) {
  const projectId = useProjectId()
  const choice = useSaveProjectSettings(projectId)
  const connected = connections.filter(({ account }) => account !== null)
  const saved = connected.find(({ account }) => account?.is_master)?.social_network ?? ''
  const value = choice.isPending ? choice.variables[0]?.value : saved
  const choose = (text: string) =>
    sayWhenDone(
      choice.mutateAsync([
        { name: 'post-master-content-social-network-id', value: text as SocialNetwork | '' },
      ]),
      'Settings updated',
    )
  if (connected.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby="master-platform">
      <Title order={2} size="h5" id="master-platform">
        Master approval platform
      </Title>
      <Text size="sm" c="dimmed" mb="sm" id="master-platform-about">
        Approvers decide on a post’s version for this network, and the decision covers all of its networks. A
        post without this network is approved for each network separately.
      </Text>
      <Radio.Group
        value={value}
        onChange={choose}
        aria-labelledby="master-platform"
        aria-describedby="master-platform-about"
      >
        <Stack gap="xs">
          <Radio value="" label="None: each network is approved separately" disabled={choice.isPending} />
          {connected.map(({ social_network: network }) => (
            <Radio key={network} value={network} label={networkNames[network]} disabled={choice.isPending} />
          ))}
        </Stack>
      </Radio.Group>
    </section>
  )
}
