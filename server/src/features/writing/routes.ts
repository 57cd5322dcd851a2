import { takeWords as takeWordsContract } from '#domain/approvals/conversation-contract.ts'
import { restoreSnapshot as restoreSnapshotContract } from '#domain/approvals/snapshot-contract.ts'
import * as contract from '#domain/posts/contract.ts'
import * as warnings from '#domain/posts/warnings-contract.ts'
import { inReadOnly, projectRoute, type Route } from '#server/platform/http/route.ts'
import { findTextMatches } from './find-text-matches.ts'
import { listPostWarnings } from './list-post-warnings.ts'
import { replaceText } from './replace-text.ts'
import { restoreSnapshot } from './restore-snapshot.ts'
import { savePostSocials } from './save-post-socials.ts'
import { takeWords } from './take-words.ts'

/** What changes the content of posts, and with it what people have approved; and what to look at again in it. */
export const writingRoutes: readonly Route[] = [
  projectRoute(contract.savePostSocials, savePostSocials),
  projectRoute(contract.findTextMatches, findTextMatches, { ...inReadOnly, ownTransactions: true }),
  projectRoute(warnings.listPostWarnings, listPostWarnings),
  projectRoute(contract.replaceText, replaceText),
  projectRoute(takeWordsContract, takeWords),
  projectRoute(restoreSnapshotContract, restoreSnapshot),
]
