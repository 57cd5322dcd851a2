import { publishPost, publishPostAsAdmin } from '#domain/publishing/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { publishPostNow, publishPostNowAsAdmin } from './commands.ts'

export const publishingRoutes: readonly Route[] = [
  projectRoute(publishPost, publishPostNow),
  projectRoute(publishPostAsAdmin, publishPostNowAsAdmin),
]
