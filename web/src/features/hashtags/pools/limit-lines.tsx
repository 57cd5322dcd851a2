import { Text } from '@mantine/core'
import { hashtagLimit } from '#domain/hashtags/pools.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'

type Props = {
  readonly count: number
  /** Left out: all networks. */
  readonly networks?: readonly SocialNetwork[]
  /** Say nothing while the number is within the limits. */
  readonly onlyOver?: boolean
}

/** How many hashtags networks take, and how many would be over (docs/product/hashtags.md "How many a network takes"). */
export function LimitLines({ count, networks = socialNetworks, onlyOver = false }: Props) {
  return networks.map(network => {
    const limit = hashtagLimit(network, count)
    if (limit === null || (onlyOver && limit.over === 0)) return null
    return (
      <Text
        key={network}
        size="xs"
        {...(limit.over > 0 ? { c: 'var(--g-danger-text)', fw: 600 } : { c: 'dimmed' })}
      >
        {networkNames[network]} takes {limit.max} hashtags in a text
        {limit.over > 0 && `: ${limit.over} too many`}
      </Text>
    )
  })
}
