import { searchHashtags, searchKeywords, searchMentions } from '#domain/hashtags/contract.ts'
import { type ReadersOf, readersOf } from '#server/features/social-accounts/access/queries.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { findHashtags, findKeywords, findMentions } from './queries.ts'

/** The searches while somebody writes, through these readers. */
export const hashtagRoutesWith = (readers: ReadersOf): readonly Route[] => [
  projectRoute(searchHashtags, findHashtags(readers)),
  projectRoute(searchMentions, findMentions(readers)),
  projectRoute(searchKeywords, findKeywords(readers)),
]

export const hashtagRoutes = hashtagRoutesWith(readersOf)
