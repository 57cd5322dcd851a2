import * as contract from '#domain/publishing/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { confirmIsLive } from './confirm-is-live.ts'
import { publishAgain } from './publish-again.ts'
import { publishPost } from './publish-post.ts'
import { publishPostAsAdmin } from './publish-post-as-admin.ts'
import { retryFirstComment } from './retry-first-comment.ts'

export const publishingRoutes: readonly Route[] = [
  projectRoute(contract.publishPost, publishPost),
  projectRoute(contract.publishPostAsAdmin, publishPostAsAdmin),
  projectRoute(contract.confirmIsLive, confirmIsLive),
  projectRoute(contract.publishAgain, publishAgain),
  projectRoute(contract.retryFirstComment, retryFirstComment),
]
