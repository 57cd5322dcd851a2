import { Text } from '@mantine/core'
import { hashtagLimit } from '#domain/hashtags/pools.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'

type Props = {
  readonly count: number
  /** Left out: those that set a limit. */
  readonly networks?: readonly SocialNetwork[]
  /** Say nothing while the number is within the limit. */
  readonly onlyOver?: boolean
}

const limited = socialNetworks.filter(network => hashtagLimit(network, 0) !== null)

/** How many hashtags networks take, and how many would be over (docs/product/hashtags.md "How many a network takes"). */
export function LimitLines({ count, networks = limited, onlyOver = false }: Props) {
  return networks.map(network => {
    const limit = hashtagLimit(network, count)
    const over = limit?.over ?? 0
    if (onlyOver && over === 0) return null
    const look = over > 0 ? { c: 'var(--g-danger-text)', fw: 600 } : { c: 'dimmed' }
    return (
      <Text key={network} size="xs" {...look}>
        {limit === null
          ? `${networkNames[network]} sets no limit on hashtags. They count as characters.`
          : `${networkNames[network]} takes ${limit.max} hashtags in a post`}
        {over > 0 && `: ${over} too many`}
      </Text>
    )
  })
}
