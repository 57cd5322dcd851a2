import {
  confirmIsLive,
  publishAgain,
  publishPost,
  publishPostAsAdmin,
  retryFirstComment,
} from '#domain/publishing/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { confirmPostSocialIsLive } from './confirm-is-live.ts'
import { publishPostNow, publishPostNowAsAdmin, publishUnconfirmedAgain } from './publish-post.ts'
import { tryFirstCommentAgain } from './retry-first-comment.ts'

export const publishingRoutes: readonly Route[] = [
  projectRoute(publishPost, publishPostNow),
  projectRoute(publishPostAsAdmin, publishPostNowAsAdmin),
  projectRoute(confirmIsLive, confirmPostSocialIsLive),
  projectRoute(publishAgain, publishUnconfirmedAgain),
  projectRoute(retryFirstComment, tryFirstCommentAgain),
]
