import { Checkbox, Group } from '@mantine/core'
import { isSocialNetwork, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { useGetProject } from '#web/features/projects/api.ts'

/** Those with an account: a report need not say that another has no figures. */
export const useUsualNetworks = (projectId: number): readonly SocialNetwork[] => {
  const connected = useGetProject(projectId).data?.socials.map(({ social_network }) => social_network) ?? []
  return connected.length > 0 ? socialNetworks.filter(each => connected.includes(each)) : socialNetworks
}

type Props = {
  readonly value: readonly SocialNetwork[]
  readonly onChange: (value: readonly SocialNetwork[]) => void
}

/** Which networks a report is about. */
export function NetworksField({ value, onChange }: Props) {
  return (
    <Checkbox.Group
      label="Networks"
      value={[...value]}
      onChange={ticked => onChange(ticked.filter(isSocialNetwork))}
    >
      <Group mt={4}>
        {socialNetworks.map(network => (
          <Checkbox key={network} value={network} label={networkNames[network]} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
