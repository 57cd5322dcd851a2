import { Text } from '@mantine/core'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { useEntry } from '../draft/draft-context.tsx'
import type { ContentValidator } from '../validation/use-content-validator.ts'
import { CharacterCounter } from './character-counter.tsx'

type Props = {
  /** The version. */
  readonly id: number
  readonly network: SocialNetwork
  readonly validator: ContentValidator | null
}

/** The counter below the message of a version. */
export function MessageCounter({ id, network, validator }: Props) {
  const length = useEntry(id, ({ draft }) => validator?.messageLength(network, draft) ?? null)
  const advice = useEntry(id, ({ draft }) => validator?.advice(network, draft) ?? null)
  return (
    <>
      <CharacterCounter id="post-message-count" length={length} max={networks[network].message.max} />
      {advice !== null && (
        <Text size="xs" c="dimmed">
          {advice}
        </Text>
      )}
    </>
  )
}
