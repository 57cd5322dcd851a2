import {
  confirmIsLive,
  publishAgain,
  publishPost,
  publishPostAsAdmin,
  retryFirstComment,
} from '#domain/publishing/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { confirmPostSocialIsLive } from './confirm-is-live.ts'
import { publishUnconfirmedAgain } from './publish-again.ts'
import { publishPostNow } from './publish-post.ts'
import { publishPostNowAsAdmin } from './publish-post-as-admin.ts'
import { tryFirstCommentAgain } from './retry-first-comment.ts'

export const publishingRoutes: readonly Route[] = [
  projectRoute(publishPost, publishPostNow),
  projectRoute(publishPostAsAdmin, publishPostNowAsAdmin),
  projectRoute(confirmIsLive, confirmPostSocialIsLive),
  projectRoute(publishAgain, publishUnconfirmedAgain),
  projectRoute(retryFirstComment, tryFirstCommentAgain),
]
