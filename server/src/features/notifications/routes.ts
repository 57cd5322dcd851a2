import * as contract from '#domain/notifications/contract.ts'
import { personRoute, type Route } from '#server/platform/http/route.ts'
import { countUnread } from './count-unread.ts'
import { listNotifications } from './list-notifications.ts'
import { markRead } from './mark-read.ts'

export const notificationRoutes: readonly Route[] = [
  personRoute(contract.listNotifications, listNotifications),
  personRoute(contract.countUnread, countUnread),
  personRoute(contract.markRead, markRead),
]
