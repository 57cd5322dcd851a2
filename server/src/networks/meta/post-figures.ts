import type { Account } from '#server/networks/network-adapter.ts'
import type { Answer, PostFigures } from '#server/networks/network-reader.ts'
import { inTurns } from './metrics.ts'
import type { Unread } from './read-failure.ts'

/** What each post has come to. Posts that are gone are left out; anything else that fails is the whole answer's. */
export const figuresBy =
  (figuresOf: (account: Account, externalId: string) => Promise<PostFigures | Unread>) =>
  async (account: Account, externalIds: readonly string[]): Promise<Answer<readonly PostFigures[]>> => {
    const found = await inTurns(externalIds, id => figuresOf(account, id))
    const failed = found.find(each => 'kind' in each && each.reason !== 'not_found')
    if (failed && 'kind' in failed) return failed
    return { kind: 'read', value: found.flatMap(each => ('kind' in each ? [] : [each])) }
  }
