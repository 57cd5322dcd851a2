import type { SocialNetwork } from '#domain/networks/model.ts'
import { prices } from '#domain/networks/prices.ts'
import { askNetwork, type Read, type ReadersOf } from '#server/features/social-accounts/ask-network.ts'
import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { NetworkReader, ReadResult } from '#server/networks/network-reader.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

/** The same search within a minute is answered from memory: people type, delete and type again. */
const REUSE_MS = 60_000
/** Where each search is charged for. Names change rarely. */
const PRICED_REUSE_MS = 12 * 3_600_000

type Search<T> = {
  /** The kind of search and its text, under which the result is cached. */
  readonly key: string
  readonly ask: (reader: NetworkReader, account: ConnectedAccount) => Promise<ReadResult<T>>
}

/** Searches on a network with the project's own account there. */
export const searchNetwork = <T>(
  readersOf: ReadersOf,
  { services, scope }: Pick<ScopedCall, 'services' | 'scope'>,
  network: SocialNetwork,
  { key, ask }: Search<T>,
): Promise<Read<T>> =>
  askNetwork(services, readersOf(services.config)[network], scope, {
    network,
    key,
    cacheMs: prices[network] === null ? REUSE_MS : PRICED_REUSE_MS,
    ask,
  })
