import {
  confirmIsLive,
  publishAgain,
  publishPost,
  publishPostAsAdmin,
  retryFirstComment,
} from '#domain/publishing/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { publishPostNow, publishPostNowAsAdmin, publishUnconfirmedAgain } from './commands.ts'
import { tryFirstCommentAgain } from './comment/again/commands.ts'
import { confirmPostSocialIsLive } from './confirming/commands.ts'

export const publishingRoutes: readonly Route[] = [
  projectRoute(publishPost, publishPostNow),
  projectRoute(publishPostAsAdmin, publishPostNowAsAdmin),
  projectRoute(confirmIsLive, confirmPostSocialIsLive),
  projectRoute(publishAgain, publishUnconfirmedAgain),
  projectRoute(retryFirstComment, tryFirstCommentAgain),
]
