import type { ConnectedAccount } from '#server/networks/network-adapter.ts'
import type { PostFigures, ReadResult } from '#server/networks/network-reader.ts'
import { mapInBatches } from './metrics.ts'
import type { ReadFailure } from './read-failure.ts'

/** Reads the figures of posts. Deleted posts are left out; any other failure fails the whole read. */
export const postFiguresReader =
  (figuresOf: (account: ConnectedAccount, externalId: string) => Promise<PostFigures | ReadFailure>) =>
  async (
    account: ConnectedAccount,
    externalIds: readonly string[],
  ): Promise<ReadResult<readonly PostFigures[]>> => {
    const found = await mapInBatches(externalIds, id => figuresOf(account, id))
    const failed = found.find(each => 'kind' in each && each.reason !== 'not_found')
    if (failed && 'kind' in failed) return failed
    return { kind: 'read', value: found.flatMap(each => ('kind' in each ? [] : [each])) }
  }
