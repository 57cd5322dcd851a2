import * as contract from '#domain/hashtags/contract.ts'
import { type ReadersOf, readersOf } from '#server/features/social-accounts/access/queries.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { findHashtags, findKeywords, findMentions } from './queries.ts'

/** The searches while somebody writes, through these readers. */
export const hashtagRoutesWith = (readers: ReadersOf): readonly Route[] => [
  // A POST for its words' sake: it writes nothing, and a network may take 20 s to answer.
  projectRoute(contract.searchHashtags, findHashtags(readers), { ownTransactions: true }),
  projectRoute(contract.searchMentions, findMentions(readers)),
  projectRoute(contract.searchKeywords, findKeywords(readers)),
]

export const hashtagRoutes = hashtagRoutesWith(readersOf)
