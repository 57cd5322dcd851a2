import * as contract from '#domain/hashtags/contract.ts'
import { type ReadersOf, readersOf } from '#server/features/social-accounts/ask-network.ts'
import { inReadOnly, projectRoute, type Route } from '#server/platform/http/route.ts'
import { createHashtagPool } from './create-hashtag-pool.ts'
import { deleteHashtagPool } from './delete-hashtag-pool.ts'
import { listHashtagPools } from './list-hashtag-pools.ts'
import { saveHashtagPool } from './save-hashtag-pool.ts'
import { searchHashtags } from './search-hashtags.ts'
import { searchKeywords } from './search-keywords.ts'
import { searchMentions } from './search-mentions.ts'

/** The searches offered while someone writes, and the project's pools; tests pass their own readers. */
export const makeHashtagRoutes = (readers: ReadersOf): readonly Route[] => [
  // A POST only because the search text is in the body: it writes nothing, and a network may take 20 s to answer.
  projectRoute(contract.searchHashtags, searchHashtags(readers), { ...inReadOnly, ownTransactions: true }),
  projectRoute(contract.searchMentions, searchMentions(readers)),
  projectRoute(contract.searchKeywords, searchKeywords(readers)),
  projectRoute(contract.listHashtagPools, listHashtagPools),
  projectRoute(contract.createHashtagPool, createHashtagPool),
  projectRoute(contract.saveHashtagPool, saveHashtagPool),
  projectRoute(contract.deleteHashtagPool, deleteHashtagPool),
]

export const hashtagRoutes = makeHashtagRoutes(readersOf)
